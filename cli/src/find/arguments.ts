import { functions, idArguments, resources } from "pulumi-platform-provider/contract";
import type { IdArgument } from "pulumi-platform-provider/contract";
import { groupedBy } from "../output/groupedBy.js";
import type { FoundKind } from "./findings.js";

/** The argument of every recipient who is no user and no group. */
const ofAddress = ["value of each recipient with the type EMAIL"];

const taken: readonly (IdArgument & { of: string; isFunction: boolean })[] = [
  ...resources.map(({ name, inputs }) => ({ of: name, schema: inputs, isFunction: false })),
  ...functions.map(({ name, args }) => ({ of: name, schema: args, isFunction: true })),
].flatMap(({ schema, ...by }) => idArguments(schema).map((one) => ({ ...one, ...by })));

/** The arguments that an id of this kind fits, such as `scheduleId of ReportSend, ReportNotification`. */
export function argumentsFor(kind: FoundKind): string[] {
  if (kind === "address") return ofAddress;
  // Programs name a fileset only together with a file, so its id counts as one of a file.
  const fitting = taken.filter((one) => one.kind === kind && one.path !== "filesetId");
  const inOrder = fitting.toSorted((a, b) => orderOf(a) - orderOf(b));
  const groups = groupedBy(inOrder, ({ path, when }) => JSON.stringify([path, when]));
  return [...groups.values()].map((same) => {
    const [{ path, when }] = same;
    const condition = when === undefined ? "" : ` (${when.field} ${when.word})`;
    return `${path} of ${same.map(({ of }) => of).join(", ")}${condition}`;
  });
}

/** Arguments of resources before those of functions, and the id of an object to adopt last. */
const orderOf = ({ path, isFunction }: (typeof taken)[number]): number =>
  path === "adopt" ? Infinity : path.split(".").length + (isFunction ? 100 : 0);
