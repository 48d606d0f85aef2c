import type { Environment } from "../worlds/environment";
import { parentsIn, placed, resourceOf } from "../history";
import type { History } from "../history";
import { keyOf } from "./objects";
import type { Held, ObjectKey } from "./objects";
import { asksToReplace, isPartial } from "./observed";
import type { Moment, Observed } from "./observed";
import type { Part } from "../making/parts";

/** What the invariants have to know of a command before they judge it. */
export function note(environment: Environment, observed: Observed): void {
  const { history, stacks } = environment;
  const { name, args, stack, before, after, calls, options, told, messages } = observed;
  const { madeBy, released, shared, touched } = history;
  const made = [...after.objects.keys()].filter((key) => !before.objects.has(key));
  // What an earlier, killed run asked for can happen now: nobody can tell whose an object is then.
  const own = calls.filter(({ method, worked }) => method !== "GET" && worked).length;
  for (const key of made) if (!madeBy.has(key) && made.length <= own) madeBy.set(key, stack);
  noteLate(history, observed);
  const slot = environment.slot(stack);
  if (observed.cut !== undefined || observed.isFaulted) {
    for (const one of environment.declared(slot))
      history.cutResources.add(resourceOf(slot.name, one));
    const { runners, sharesJournal } = environment.setup;
    // The next run can be where the journal is not.
    if (runners > 1 && !sharesJournal) history.disturbances.add("journal");
  }
  if (slot.operations === "documented") history.wasDocumented = true;
  const managed = (moment: Moment, of = stack) =>
    new Set((moment.held.get(of) ?? []).flatMap(({ keys }) => keys));
  const now = managed(after);
  const lost = [...managed(before)].filter((key) => !now.has(key));
  if (name === "state delete" || name === "stack import") for (const key of lost) released.add(key);
  // The engine that was stopped goes on, and writes its older state over the newer one.
  if (observed.cut === "stop and run elsewhere")
    for (const key of made) if (!now.has(key)) released.add(key);
  for (const { text, resource } of messages) {
    if (!text.includes("Because of `adopt`, that one stays on the instance")) continue;
    for (const [key, maker] of madeBy)
      if (maker === stack && !now.has(key) && key.includes(` ${resource}/`)) released.add(key);
  }
  if (name === "stack import" || name === "import") for (const key of now) shared.add(key);
  // A program can take over what another stack has, and what Pulumi replaces without telling the provider, or tells of
  // only later: nothing shows that in time. All else of a stack the provider has to refuse.
  const { parts } = environment.program;
  const isUnseen = ({ isTainted, isOld, urn, name: holder, keys }: Held) =>
    isTainted ||
    isOld ||
    asksToReplace(args, urn) ||
    isPartial({ args }) ||
    (args.includes("--parallel") && !isRegisteredFirst(parts, holder, keys));
  for (const [other, held] of before.held) {
    for (const { keys } of other === stack ? held.filter(isUnseen) : held) {
      for (const key of keys) if (history.adopted.has(key)) shared.add(key);
    }
  }
  if (name === "stack rename") history.wasRenamed = true;
  if (name === "up" || name === "destroy") {
    // What a resource with retainOnDelete leaves behind, also where a destroy runs the program first.
    const isRetained = (one: Held) =>
      one.isRetained ||
      (args.includes("--run-program") &&
        parts.some(({ name, opts }) => name === one.name && opts.retainOnDelete === true));
    for (const one of before.held.get(stack) ?? [])
      if (isRetained(one)) for (const key of one.keys) released.add(key);
  }
  // What this stack had not read, the one that gets it has not read either.
  for (const to of name === "state move" ? after.held.keys() : []) {
    const had = managed(before, to);
    for (const key of managed(after, to)) {
      if (had.has(key)) continue;
      if (history.isTouched(stack, key)) history.touch(key, [to]);
      madeBy.set(key, to);
    }
  }
  const reads = name === "refresh" || (name === "up" && options.includes("refresh"));

  // Whoever takes a resource out of the state and declares it again asks for its mail again.
  const stays = new Set((after.held.get(stack) ?? []).map(({ urn }) => urn));
  for (const { urn, type, name: gone } of before.held.get(stack) ?? [])
    if (!stays.has(urn)) history.mailed(stack, type, placed(gone, parentsIn(urn))).clear();

  // What this stack deletes, others that have it have not read, and its own state may not show if the run is killed or
  // gets no answer, or if a resource that it leaves out has the same object.
  const mayMiss = observed.cut !== undefined || observed.isFaulted;
  const others = stacks.map((_, n) => n).filter((n) => n !== stack || mayMiss);
  for (const key of before.objects.keys()) {
    if (after.objects.has(key)) continue;
    history.touch(key, isPartial({ args }) && now.has(key) ? [...others, stack] : others);
  }
  // A fault can say that a write worked which the instance refused.
  for (const { method, path, status, worked } of calls) {
    if (method === "GET" || worked || (status ?? 500) >= 300) continue;
    for (const key of before.objects.keys())
      if (path.endsWith(key.slice(key.lastIndexOf("/")))) history.touch(key, [stack]);
  }
  // A late instance can still show what is gone, and a write that may be late keeps the state.
  const { visibilityDelaySeconds = 0 } = environment.setup;
  const isLate = history.disturbances.has("late") || visibilityDelaySeconds > 0;
  if (!reads || isPartial({ args }) || told.code !== 0 || isLate) return;
  // Of some objects it says that it could not find out whether they are there.
  const inDoubt = messages.flatMap(({ id, kind }) =>
    id === undefined || kind === "notice" ? [] : [id],
  );
  // Documented operations read neither permissions nor certifications.
  const isHidden = (key: string) =>
    /Permission|Certification/.test(key) && stacks[stack]?.operations === "documented";
  const left = [...(touched.get(stack) ?? [])].filter(
    (key) => inDoubt.some((id) => key.endsWith(`/${id}`)) || isHidden(key),
  );
  touched.set(stack, new Set(left));
}

/**
 * Whether a resource that has objects is registered, one by one, before each resource that adopts one of them. What has
 * a parent waits for it.
 */
function isRegisteredFirst(parts: readonly Part[], holder: string, keys: readonly ObjectKey[]) {
  const at = parts.findIndex(({ name }) => name === holder);
  const adopts = ({ extra: { adopt } }: Part) =>
    typeof adopt === "string" && keys.some((key) => key.endsWith(`/${adopt}`));
  return at >= 0 && parts[at]?.opts.parent === undefined && !parts.slice(0, at).some(adopts);
}

/** What a run asked for that was cut short or met a fault, and that nobody else can have made. */
function noteLate(history: History, { stack, before, after, cut, isFaulted }: Observed): void {
  const { seen, madeBy, cutStacks } = history;
  const attribute = (keys: Iterable<ObjectKey>, makers: ReadonlySet<number>) => {
    const [maker, ...others] = makers;
    if (maker === undefined || others.length > 0) return;
    for (const key of keys)
      if (seen?.has(key) === false && !madeBy.has(key)) madeBy.set(key, maker);
  };
  attribute(before.objects.keys(), cutStacks);
  if (cut !== undefined || isFaulted) cutStacks.add(stack);
  if (cutStacks.has(stack)) attribute(after.objects.keys(), cutStacks);
  history.seen = new Set([...(seen ?? []), ...before.objects.keys(), ...after.objects.keys()]);
}

/** What the program asks to take over, or to import. */
export function noteAdopted({ program, history, setup }: Environment): void {
  for (const { type, extra, opts } of program.parts) {
    for (const id of [extra.adopt, opts.import]) {
      if (typeof id !== "string") continue;
      for (let n = 0; n < setup.instances; n++) {
        // An import asks no other resource of the program, and warns.
        if (id === opts.import) history.shared.add(keyOf(n, type, id));
        else history.adopted.add(keyOf(n, type, id));
      }
    }
  }
}
