import { existsSync, readFileSync } from "node:fs";
import * as pulumi from "./pulumi";
import {
  canBeSameInstance,
  idKinds,
  isSameInstance,
  inFormOf,
  parseIdFile,
  sectionOf,
  sharedIds,
} from "pulumi-platform-provider/program";
import type { Id, IdKind, IdsByKind } from "pulumi-platform-provider/program";

/** Gives the ids of one instance for the ids of another. */
export type IdMap = Readonly<Record<IdKind, <Given extends Id>(id: Given) => Given>>;

/** The instances that the ids of a program and of a file belong to. */
export interface IdMapOptions {
  /** Address of the instance whose ids the program has. Only on this instance can the file be missing. */
  from?: string;
  /** Address of the instance whose ids the file gives. Default: the instance of the stack's settings. */
  to?: string;
}

/**
 * Reads the ids of this stack's instance from a file, so that one program serves several instances.
 *
 * With `const ids = idMap("map.prod.json", { from: "https://dev.example.com" })`, `ids.page(1001)` is the page on
 * production that corresponds to page 1001 of `https://dev.example.com`. `pulumi-platform map` writes the file:
 * `{ "pages": { "1001": 7001 }, "users": { "123": "456" } }`. The path is relative to the folder in which the program
 * runs.
 *
 * If the file does not exist, all ids stay unchanged on the instance `from`, and the program fails on every other
 * instance. Without `from`, all ids stay unchanged, and the preview says so. If the file exists but lacks ids, the
 * preview fails and names the lines to add.
 */
export function idMap(file: string, { from, to = instanceOfStack() }: IdMapOptions = {}): IdMap {
  const ids = existsSync(file) ? read(file, from, to) : undefined;
  const isSame = from === undefined || to === undefined || isSameInstance(from, to);
  if (ids === undefined && (from === undefined || to === undefined)) {
    void pulumi.log.info(`${file} does not exist, so all ids are used unchanged.`);
  }
  const missing = new Missing(file);
  const lookUp =
    (kind: IdKind) =>
    <Given extends Id>(id: Given): Given => {
      // The page of a report of a single card is 0 on every instance.
      if ((kind === "page" && String(id) === "0") || (ids === undefined && isSame)) return id;
      if (ids === undefined) {
        throw new pulumi.RunError(
          canBeSameInstance(from ?? "", to ?? "")
            ? `The program has the ids of ${from}, and the address of this stack's instance is ${to}. If both are the same instance, use the same address in the program and in platform:baseUrl. Otherwise, the ids of this instance are missing: ${file} does not exist.`
            : `${file} does not exist. The program has the ids of ${from}, and this stack's instance is ${to}. ${howToMap(file)}`,
        );
      }
      const found = ids.get(kind)?.get(String(id));
      if (found === undefined) missing.add(kind, id);
      else return inFormOf(id, found) as Given;
      return id;
    };
  return Object.fromEntries(idKinds.map((kind) => [kind, lookUp(kind)])) as IdMap;
}

/** The address in the settings of the stack, which all resources without an explicit provider use. */
const instanceOfStack = (): string | undefined =>
  process.env.PLATFORM_BASE_URL || new pulumi.Config("platform").get("baseUrl");

function read(file: string, from?: string, to?: string): IdsByKind {
  const fail = (message: string) => new pulumi.RunError(message);
  const content = parseIdFile(file, readFileSync(file, "utf8"), fail);
  const source = content.from?.address;
  if (from !== undefined && source !== undefined && !isSameInstance(from, source)) {
    throw fail(
      `${file} is for the ids of ${source}, and the program has those of ${from}. ${howToMap(file)}`,
    );
  }
  const target = content.to?.address;
  if (to !== undefined && target !== undefined && !isSameInstance(to, target)) {
    throw fail(
      `${file} has the ids of ${target}, and this stack's instance is ${to}. Use the file of this instance. If the ids are for a provider with another address, pass this address to idMap as \`to\`.`,
    );
  }
  const shared = sharedIds(file, content.ids);
  if (shared !== undefined) void pulumi.log.warn(shared);
  return content.ids;
}

const howToMap = (file: string): string =>
  `Write the file with \`pulumi-platform map FROM TO --out ${file}\`, where FROM and TO are the names of these instances in instances.yaml.`;

/** The ids that a file lacks. */
class Missing {
  readonly #ids = new Map<IdKind, Map<string, Id>>();
  #isScheduled = false;

  constructor(readonly file: string) {}

  /** Only a preview continues with the given id, so that its error names all missing ids. */
  add(kind: IdKind, id: Id): void {
    const ids = this.#ids.get(kind) ?? new Map<string, Id>();
    this.#ids.set(kind, ids.set(String(id), id));
    if (!pulumi.isDryRun()) throw new pulumi.RunError(this.#message());
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    // An error that is thrown later also fails the program.
    setImmediate(() => {
      throw new pulumi.RunError(this.#message());
    });
  }

  #message(): string {
    const lines = idKinds.flatMap((kind) => {
      const ids = this.#ids.get(kind) ?? [];
      const entries = [...ids].map(
        ([key, id]) => `"${key}": ${typeof id === "number" ? "NUMBER" : '"ID"'}`,
      );
      return entries.length === 0 ? [] : `  "${sectionOf(kind)}": { ${entries.join(", ")} }`;
    });
    return `${this.file} lacks ids. Add these lines, with the ids of this stack's instance. Where the file has null for an id, replace the null:\n${lines.join("\n")}`;
  }
}
