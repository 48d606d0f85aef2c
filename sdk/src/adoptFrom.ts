import { existsSync, readFileSync } from "node:fs";
import * as pulumi from "./pulumi";
import { typesAbove } from "./platformResource";

/** An object, and the resource that takes it over. */
interface Entry {
  urn: string;
  id: string;
}

/**
 * Sets `adopt` of every resource in a list, so that you do not have to write it in the program.
 *
 * `pulumi-platform recover --out recovery.json` writes the list: `[{ "urn": "urn:pulumi:…", "id": "4294967291" }]`. Call
 * `adoptFrom("recovery.json")` before the first resource. The path is relative to the folder in which the program runs.
 * Entries of other stacks do nothing. After the next `pulumi up`, remove the call and the file.
 */
export function adoptFrom(file: string): void {
  const ids = new Map(read(file).map(({ urn, id }) => [urn, id]));
  const start = `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::`;
  pulumi.registerStackTransformation(({ type, name, props, opts }) => {
    const given = props as { adopt?: unknown };
    const id = ids.get(`${start}${[...typesAbove(opts.parent), type].join("$")}::${name}`);
    if (id === undefined || given.adopt === id) return undefined;
    if (given.adopt !== undefined) {
      throw new pulumi.RunError(
        `${file} says that ${name} adopts "${id}", and the program sets another \`adopt\`. Remove one of them.`,
      );
    }
    return { props: { ...props, adopt: id }, opts };
  });
}

function read(file: string): Entry[] {
  if (!existsSync(file)) {
    throw new pulumi.RunError(
      `${file} does not exist. Write it with \`pulumi-platform recover --out ${file}\`, or remove adoptFrom from the program.`,
    );
  }
  const wrong = new pulumi.RunError(
    `${file} is not a list that \`pulumi-platform recover --out ${file}\` writes. Write it again.`,
  );
  let list: unknown;
  try {
    list = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw wrong;
  }
  if (!Array.isArray(list) || !list.every(isEntry)) throw wrong;
  return list;
}

const isEntry = (entry: unknown): entry is Entry => {
  const { urn, id } = (entry ?? {}) as Partial<Entry>;
  return typeof urn === "string" && typeof id === "string" && id !== "";
};
