/** The name of a variant, with its argument where it takes one. */
export type VariantName =
  | "strict-queries"
  | "no-history"
  | `no-extended:${string}`
  | "forbidden-evidence"
  | "odd-rows"
  | "more-fields"
  | "text-ids"
  | "flipping-ids"
  | "wrapped-lists"
  | "plain-text"
  | "text-errors"
  | "long-ids"
  | "mixed-case"
  | "ignored-paging"
  | "ignored-title"
  | "oldest-first"
  | `says-no:${string}`
  | `stores:${string}`
  | "slow-text"
  | `slow-text:${number}`
  | `charset:${string}`
  | `compressed:${string}`;

type WithoutArgument<Name> = Name extends `${infer Base}:${string}` ? Base : Name;

/** The name of a variant without its argument. */
export type VariantBase = WithoutArgument<VariantName>;
