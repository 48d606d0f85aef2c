/** The name of a variant, with its argument where it takes one. */
export type VariantName =
  | "strict-queries"
  | "no-history"
  | `no-extended:${string}`
  | "forbidden-evidence"
  | "odd-rows"
  | "text-ids"
  | "flipping-ids"
  | "wrapped-lists"
  | "plain-text"
  | "text-errors"
  | "slow-text"
  | `slow-text:${number}`;

type WithoutArgument<Name> = Name extends `${infer Base}:${string}` ? Base : Name;

/** The name of a variant without its argument. */
export type VariantBase = WithoutArgument<VariantName>;
