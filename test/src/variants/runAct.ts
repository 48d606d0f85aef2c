import assert from "node:assert/strict";
import type { Simulator, VariantName } from "pulumi-platform-simulator";
import type { Declared, Told } from "../engine/stacks/pulumiStack";
import { settleCreation } from "../faults/dying/recovery";
import type { InProcessStack } from "../harness/inProcessStack";
import type { Entry } from "../harness/sessions/session";
import type { Values } from "../lifecycle/tables/row";
import { at, set } from "../lifecycle/tables/subjects";
import type { Subject } from "../lifecycle/tables/subjects";
import { isCall } from "./acts";
import type { Act, FunctionAct, ResourceAct } from "./acts";
import type { VariantedInstance } from "./instance";
import { longInputs, longState } from "./longIds";
import { comparable, leftBy, warningsIn } from "./observed";
import type { Left, Run } from "./observed";

/** A run on an instance with a variant, and what one more run leaves when the instance answers plainly again. */
export interface Observed {
  before: Left;
  run: Run;
  afterwards: Left & Pick<Run, "code" | "text">;
}

const up = ["up", "--yes", "--skip-preview"] as const;

/** Does what an act does while the instance has these variants, and then brings it to its end without them. */
export async function runAct(
  instance: VariantedInstance,
  plainAct: Act,
  entry: Entry,
  variants: readonly VariantName[],
): Promise<Observed> {
  const { platform } = instance;
  const stack = await instance.begin(entry, plainAct.operations);
  // Ids of another size are other ids, so the instance always has them.
  const lasting = variants.filter((name) => name === "long-ids");
  const act = lasting.length > 0 ? withLongIds(plainAct) : plainAct;
  if (lasting.length > 0) Object.assign(platform.state, longState(platform.state));
  try {
    platform.useVariants(...lasting);
    const program = isCall(act) ? undefined : await begin(act, stack, platform);
    platform.calls.length = 0;
    platform.outbox.length = 0;
    const before = await leftBy(stack, platform);
    platform.useVariants(...variants);
    const run = await (isCall(act) ? call(act, stack) : deploy(act, stack));
    platform.useVariants(...lasting);
    const calls = structuredClone(platform.calls);
    const left = await leftBy(stack, platform);
    const observed = { ...run, ...left, calls };
    return {
      before,
      run: observed,
      afterwards: await finish(act, stack, platform, program, observed),
    };
  } finally {
    platform.useVariants();
    stack.remove();
  }
}

/** The act with ids beyond 2^53 in its inputs. */
function withLongIds(act: Act): Act {
  if (isCall(act)) return { ...act, call: { ...act.call, args: longInputs(act.call.args) } };
  const longSubject = (subject: Subject): Subject => ({
    ...subject,
    first: longInputs(subject.first),
    then: longInputs(subject.then),
  });
  const { subject, beside } = act;
  return { ...act, subject: longSubject(subject), beside: beside && longSubject(beside) };
}

type Ran = Pick<Run, "code" | "text" | "errors" | "warnings" | "result">;

const ran = ({ code, text, errors }: Told, result?: Values): Ran => ({
  code,
  text,
  errors: [...errors.values()],
  warnings: warningsIn(text),
  result,
});

/** Puts stack and instance to where the act begins, and declares what it brings about. */
async function begin(
  { deed, subject, beside }: ResourceAct,
  stack: InProcessStack,
  platform: Simulator,
): Promise<Declared[]> {
  const { row, name, first, then } = subject;
  const { resource: type } = row;
  const others = beside === undefined ? [] : [{ type, name: beside.name, args: beside.first }];
  const declared = (args: Values): Declared[] => [...others, { type, name, args }];
  stack.declare(declared(first));
  if (deed === "adopt") row.make?.(platform, exactId(first.adopt), first);
  if (deed === "create" || deed === "adopt") return declared(first);
  // One after the other, so that the ids are alike in all runs.
  await stack.ok(...up, "--parallel", "1");
  if (deed === "edit" || deed === "loss") byHand(subject, await idOf(stack, name), platform);
  const program = declared(deed === "change" ? then : first);
  stack.declare(program);
  return program;
}

/** The id as the instance has it. */
const exactId = (id: unknown) =>
  (Number.isSafeInteger(Number(id)) ? Number(id) : BigInt(String(id))) as number;

const idOf = async (stack: InProcessStack, name: string) => (await stack.state())[name]?.id ?? "";

/** Somebody changes the object on the instance, or deletes it. */
function byHand(
  { row, edit, loss, first, then }: ResourceAct["subject"],
  id: string,
  platform: Simulator,
) {
  const object = row.find(platform, id, first) as Values | undefined;
  assert.ok(object, "it is not on the instance");
  if (edit !== undefined) {
    const value = structuredClone(at(then, edit.field));
    const isNumeric = ["number", "bigint"].includes(typeof at(object, edit.field));
    set(object, edit.field, isNumeric ? exactId(value) : value);
    row.put?.(platform, object);
    return;
  }
  const lists = Object.values(platform.state).filter((value) =>
    Array.isArray(value),
  ) as unknown[][];
  const list = lists.find((objects) => objects.includes(object));
  if (loss?.lose !== undefined) loss.lose(object);
  else list?.splice(list.indexOf(object), 1);
}

async function deploy({ deed }: ResourceAct, stack: InProcessStack): Promise<Ran> {
  switch (deed) {
    case "look":
      return ran(await stack.told("refresh", "--yes", "--skip-preview"));
    case "delete":
      return ran(await stack.told("destroy", "--yes", "--skip-preview"));
    case "edit":
    case "loss":
      // One after the other: what a look at one object tells serves the next one.
      return ran(await stack.told(...up, "--refresh", "--parallel", "1"));
    default:
      return ran(await stack.told(...up));
  }
}

async function call({ call: { name, args } }: FunctionAct, stack: InProcessStack): Promise<Ran> {
  try {
    const { results, told } = await stack.invoke([{ name, args }]);
    return ran(told, comparable(results[0] ?? {}));
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { code: 255, text, errors: [text], warnings: [] };
  }
}

/** What a person does next, when the instance answers as others do again. */
async function finish(
  act: Act,
  stack: InProcessStack,
  platform: Simulator,
  program: Declared[] | undefined,
  { text, errors }: Ran,
): Promise<Observed["afterwards"]> {
  if (isCall(act) || program === undefined) {
    return { code: 0, text: "", ...(await leftBy(stack, platform)) };
  }
  const command =
    act.deed === "delete" ? ["destroy", "--yes", "--skip-preview"] : [...up, "--refresh"];
  let last = await stack.told(...command);
  if (last.code !== 0 && text.includes("set `adopt` to its id")) {
    const settled = await settleCreation({ platform, stack }, program);
    if (typeof settled === "string")
      return { ...last, text: `${settled}\n${last.text}`, ...(await leftBy(stack, platform)) };
    stack.declare(settled);
    last = await stack.told(...command);
  }
  // A second look shows what the first one repaired.
  if (errors.length > 0 && last.code === 0) last = await stack.told(...command);
  return { code: last.code, text: last.text, ...(await leftBy(stack, platform)) };
}
