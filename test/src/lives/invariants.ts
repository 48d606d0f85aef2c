import { isDeepStrictEqual } from "node:util";
import type { Declared, Told } from "../engine/pulumiStack";
import type { Values } from "../lifecycle/row";
import type { History } from "./history";
import type { Held, ObjectKey } from "./objects";
import { brokenMails } from "./mails";
import { isPartial } from "./observed";
import type { Message, Observed } from "./observed";

/** What an invariant may look at, besides the command. */
export interface Judged {
  observed: Observed;
  history: History;
  /** What the program declares for the stack. */
  declared: readonly Declared[];
  mail: string;
  operations: string;
  /** The names of the resources whose replacement somebody asked for. */
  replaced: ReadonlySet<string>;
  /** The names of the resources that have a parent. */
  parents: ReadonlySet<string>;
}

export interface Invariant {
  name: string;
  /** What breaks it. */
  broken: (judged: Judged) => string[];
}

const unique = ["ReportSchedule", "Group"];
const isSuccess = ({ told, cut }: Observed) => told.code === 0 && cut === undefined;
const isWhole = (one: Observed) => one.name === "up" && isSuccess(one) && !isPartial(one);

const live = (held: readonly Held[] = []) => held.filter(({ isOld }) => !isOld);
/** Resources by type and name. */
const nameOf = ({ type, name }: { type: string; name: string }) => `${type} ${name}`;
const declaredNames = (declared: readonly Declared[]) => new Set(declared.map(nameOf));

const oneManager: Invariant = {
  name: "an object is managed by at most one resource of all stacks",
  broken({ observed, history, declared }) {
    const { after, before } = observed;
    const managersOf = (held: Observed["after"]["held"]) => {
      const managers = new Map<ObjectKey, string[]>();
      for (const [stack, all] of held) {
        for (const { keys, type, urn, name, isOld } of all) {
          // The platform has one permission, whoever asks for it, and a state can have it in the middle of a rename.
          if (
            !unique.includes(type) &&
            (isOld ||
              !isSuccess(observed) ||
              stack !== observed.stack ||
              !declaredNames(declared).has(nameOf({ type, name })))
          )
            continue;
          for (const key of keys.map((one) =>
            unique.includes(type) ? one : `${one} of stack ${stack}`,
          ))
            managers.set(key, [
              ...(managers.get(key) ?? []),
              `stack ${stack}: ${urn}${isOld ? " (old)" : ""}`,
            ]);
        }
      }
      return managers;
    };
    const earlier = managersOf(before.held);
    return (
      [...managersOf(after.held)]
        // What is outside of the targets of a command, the provider is not told.
        .filter(([key, all]) => all.length > 1 && !history.shared.has(key) && !isPartial(observed))
        .filter(([key, all]) => all.length > (earlier.get(key)?.length ?? 0))
        .map(([key, all]) => `${key} is managed by ${all.join(" and ")}`)
    );
  },
};

const declaredExists: Invariant = {
  name: "after a run that succeeded each declared object exists once, with the declared content",
  broken(judged) {
    const { observed, declared, history } = judged;
    if (!isWhole(observed)) return [];
    const held = live(observed.after.held.get(observed.stack));
    return declared.flatMap((one) => {
      if (!["ReportSchedule", "Group", "DatasetShare", "Certification"].includes(one.type))
        return [];
      const found = held.filter(({ name, type }) => name === one.name && type === one.type);
      const [only] = found;
      if (only === undefined) return [`${one.type} ${one.name} is not in the state`];
      if (found.length > 1)
        return [`${one.type} ${one.name} is ${found.length} times in the state`];
      return only.keys
        .filter((key) => !history.isTouched(observed.stack, key) && !history.shared.has(key))
        .flatMap((key) => {
          const object = observed.after.objects.get(key);
          if (object === undefined) return [`${one.type} ${one.name}: ${key} does not exist`];
          return misfits(one, object, judged).map(
            (what) => `${one.type} ${one.name}: ${key}: ${what}`,
          );
        });
    });
  },
};

/** Where an object is not what is declared. */
function misfits(one: Declared, object: Values, { mail, operations }: Judged): string[] {
  const { ignoreChanges } = (one.opts ?? {}) as { ignoreChanges?: string[] };
  if (ignoreChanges !== undefined) return [];
  const args = one.args as Values & { schedule?: Values };
  const compare = (what: string, is: unknown, wanted: unknown) =>
    isDeepStrictEqual(is, wanted)
      ? []
      : [`${what} is ${JSON.stringify(is)}, not ${JSON.stringify(wanted)}`];
  switch (one.type) {
    case "ReportSchedule": {
      const schedule = object.schedule as Values;
      const { enabled, additionalRecipients, ...times } = args.schedule ?? {};
      const whoGets = mail.startsWith("redirect")
        ? [{ type: "EMAIL", value: mail.slice("redirect:".length) }]
        : additionalRecipients;
      return [
        ...["title", "pageId", "viewId"].flatMap((name) => compare(name, object[name], args[name])),
        ...Object.entries(times).flatMap(([name, value]) => compare(name, schedule[name], value)),
        ...compare("enabled", schedule.enabled, mail === "muted" ? false : enabled),
        ...(operations === "extended" && mail !== "muted"
          ? compare("recipients", schedule.additionalRecipients, whoGets)
          : []),
      ];
    }
    case "Group":
      return ["name", "description", "type"].flatMap((name) =>
        compare(name, object[name], args[name]),
      );
    default:
      return [];
  }
}

const noOrphans: Invariant = {
  name: "nothing that a run made is left without a resource",
  broken({ observed, history, declared }) {
    if (!isWhole(observed)) return [];
    const titles = new Set(declared.map(({ args }) => args.title ?? args.name));
    // A person removed the resource before any run could take over what a killed run had made.
    const isGivenUp = (key: ObjectKey) => {
      const { title, name } = observed.after.objects.get(key) ?? {};
      return history.hadCut && !titles.has(title ?? name);
    };
    const managed = new Set([...observed.after.held.values()].flat().flatMap(({ keys }) => keys));
    return [...observed.after.objects.keys()]
      .filter((key) => history.madeBy.get(key) === observed.stack)
      .filter(
        (key) =>
          !managed.has(key) &&
          !history.released.has(key) &&
          !history.given.has(key) &&
          !isGivenUp(key),
      )
      .map((key) => `${key} was made by this stack, and no state has it`);
  },
};

const askedDeletes: Invariant = {
  name: "nothing is deleted that program, command or person did not ask to delete",
  broken({ observed, declared, history }) {
    const { before, after, stack, name } = observed;
    // What an earlier, killed run asked for can happen now.
    const asked = observed.calls
      .filter(({ method }) => method === "DELETE")
      .map(({ path }) => path);
    const gone = [...before.objects.keys()].filter(
      (key) =>
        !after.objects.has(key) && asked.some((path) => path.endsWith(`/${key.split("/").pop()}`)),
    );
    const ours = before.held.get(stack) ?? [];
    return gone.flatMap((key) => {
      const holders = ours.filter(({ keys }) => keys.includes(key));
      const others = [...before.held]
        .filter(([other]) => other !== stack)
        .flatMap(([other, held]) =>
          live(held)
            .filter(({ keys, type }) => unique.includes(type) && keys.includes(key))
            .map(({ urn }) => `stack ${other}: ${urn}`),
        );
      const says = (what: string) => [`${key} was deleted: ${what}`];
      if (!["up", "destroy"].includes(name)) return says(`${name} deletes nothing`);
      if (others.length > 0 && !history.shared.has(key))
        return says(`it is managed by ${others.join(", ")}`);
      if (holders.length === 0)
        return history.madeBy.get(key) === stack ? [] : says("this stack did not manage it");
      // A program that declares a resource without `protect` takes the protection away.
      const isDeclared = holders.some((one) => declaredNames(declared).has(nameOf(one)));
      if (!isDeclared && holders.every(({ isProtected }) => isProtected))
        return says("it is protected");
      if (holders.every(({ isRetained }) => isRetained)) return says("retainOnDelete");
      if (name === "destroy") return [];
      if (isPartial(observed)) return [];
      const stillHeld = live(after.held.get(stack)).filter(({ keys }) => keys.includes(key));
      if (stillHeld.length > 0 && !history.shared.has(key))
        return says(`the state still has it as ${stillHeld[0]?.urn}`);
      const stays = holders.filter((one) => !one.isOld && declaredNames(declared).has(nameOf(one)));
      const [kept] = stays;
      if (kept === undefined || !isSuccess(observed) || !unique.includes(kept.type)) return [];
      const now = live(after.held.get(stack)).find(
        ({ name: n, type }) => n === kept.name && type === kept.type,
      );
      return now === undefined
        ? says(`the program declares ${kept.name}, and nothing took its place`)
        : [];
    });
  },
};

const goneIsGone: Invariant = {
  name: "nothing is called gone that is there",
  broken({ observed, history, declared, operations }) {
    const { before, after, stack, name, told } = observed;
    if (!["refresh", "up"].includes(name)) return [];
    const ours = live(before.held.get(stack)).filter(
      ({ type }) => unique.includes(type) || type === "Certification",
    );
    const later = live(after.held.get(stack));
    return ours.flatMap((one) => {
      const [key = ""] = one.keys;
      if (!after.objects.has(key) || !before.objects.has(key)) return [];
      if (later.some(({ keys }) => keys.includes(key))) return [];
      const ops = told.ops.get(one.name) ?? [];
      const isReplaced = ops.some((op) => op.includes("replace"));
      const isAsked = name === "up" && (!declaredNames(declared).has(nameOf(one)) || isReplaced);
      if (isAsked || one.isRetained || history.shared.has(key)) return [];
      // The person says that the instance has another address now, and an equal object is there.
      if (one.type === "Certification" && history.disturbances.has("another_instance")) return [];
      // Documented operations list the caller's schedules only, and fetch none.
      if (operations === "documented" && history.given.has(key)) return [];
      return [`${one.urn}: the state dropped ${key}, which exists`];
    });
  },
};

const noSilence: Invariant = {
  name: "no run waits in silence",
  broken: ({ observed: { silentMs, args } }) =>
    silentMs > 12_000
      ? [`${args.join(" ")} said nothing for ${Math.round(silentMs / 1000)} s`]
      : [],
};

const stopsAreExplained: Invariant = {
  name: "a run that can do nothing wrong does not stop",
  broken(judged) {
    const { observed } = judged;
    if (observed.told.code === 0 || observed.cut !== undefined || observed.isFaulted) return [];
    if (!["up", "preview", "refresh", "destroy", "plan"].includes(observed.name)) return [];
    const failures = observed.messages.filter(({ kind }) => kind === "error" || kind === "failure");
    const wrong = failures.filter((one) => !isExplained(one, judged));
    if (failures.length > 0 && wrong.length === 0) return [];
    if (failures.length === 0 && engineSays.test(observed.told.text)) return [];
    return [
      `${observed.args.join(" ")} failed: ${wrong.map(({ code, text }) => `[${code}] ${text}`).join("\n") || observed.told.text}`,
    ];
  },
};

/** Whether something that happened explains a failure. */
function isExplained(message: Message, judged: Judged): boolean {
  const { observed, history, operations, parents } = judged;
  const { code = "" } = message;
  if (history.disturbances.has(code)) return true;
  // What a failed resource did not tell is missing.
  if (code === "invalid_input" && observed.options.includes("continue")) return true;
  const name = [...observed.told.errors].find(([, text]) =>
    text.includes(message.text.slice(0, 60)),
  )?.[0];
  // A replacement that somebody asked for, and that is not possible.
  const isOfReplacement = message.advice.some(({ when = "" }) =>
    ["replaceAsked", "tainted", "triggered", "replacing"].includes(when),
  );
  if (isOfReplacement && name !== undefined && judged.replaced.has(name)) return true;
  switch (code) {
    case "impossible":
      // Nothing proves that what somebody deleted by hand is gone, and the message says how to confirm it.
      if (
        history.disturbances.has("unknown_state") &&
        message.advice.some(({ when }) => when === "deleted")
      )
        return true;
      // A closed group never gets another type, and an object is adopted when it enters the state.
      return (
        operations === "documented" ||
        message.advice.some(({ steps }) =>
          steps.some(({ path = "" }) => ["adopt", "allowMembershipLoss"].includes(path)),
        )
      );
    case "rejected":
      // No two groups have the same name.
      return [...observed.before.objects.keys()].some((key) => key.includes("Group"));
    case "declared_twice":
    case "not_found":
      return true;
    case "twin_exists": {
      // The resource's own object, and one that a run of the stack made and lost, are no reason to stop.
      const ids = message.advice.flatMap(({ steps }) =>
        steps.flatMap(({ path, value }) =>
          path === "adopt" && value !== undefined
            ? [JSON.stringify(value).replaceAll('"', "")]
            : [],
        ),
      );
      return ids.some((id) => {
        const [key] = [...observed.before.objects.keys()].filter((one) => one.endsWith(`/${id}`));
        if (key === undefined) return true;
        const holders = [...observed.before.held].flatMap(([stack, held]) =>
          held.filter(({ keys }) => keys.includes(key)).map((one) => ({ ...one, stack })),
        );
        const isOwn = (one: (typeof holders)[number]) =>
          one.stack === observed.stack &&
          one.name === name &&
          one.urn.includes("$") === parents.has(one.name);
        if (holders.length > 0) return !holders.some(isOwn);
        return history.madeBy.get(key) !== observed.stack || history.released.has(key);
      });
    }
    default:
      return false;
  }
}

/** Why the engine itself refuses. */
const engineSays =
  /protect|duplicate resource|no resource named|not found in the stack|must be one of|does not exist in|violates plan|Duplicate resource alias|locked|target|pending operation|already exists|import/i;

/** What was done to each resource. */
const stepsOf = ({ ops }: Told): string[] =>
  [...ops]
    .flatMap(([name, all]) => all.map((op) => `${op} ${name}`))
    .filter((step) => !/^(same|refresh) /.test(step))
    .sort();

const previewsAreTrue: Invariant = {
  name: "what a preview announced is what happens",
  broken({ observed: { previewed, told, messages } }) {
    if (previewed === undefined) return [];
    const says = (what: string) => [`${what}; the preview said:\n${previewed.told.text}`];
    if (told.code !== 0) {
      if (previewed.told.code !== 0) return [];
      // What will fail is announced by its code; only a delete cannot be.
      const announced = new Set(previewed.messages.map(({ code }) => code));
      // No preview asks the platform whether it will refuse a request.
      for (const code of ["rejected", "forbidden"]) announced.add(code);
      const codes = messages.filter(({ kind }) => kind === "error").map(({ code }) => code);
      const isDelete = [...told.ops.values()].flat().some((op) => op.startsWith("delete"));
      return codes.every((code) => announced.has(code)) || isDelete
        ? []
        : says(`up failed with ${codes.join(", ")}`);
    }
    if (previewed.told.code !== 0) return says("up succeeded");
    const [before, after] = [stepsOf(previewed.told), stepsOf(told)];
    return isDeepStrictEqual(before, after)
      ? []
      : says(`up did ${after.join(", ")}, not ${before.join(", ")}`);
  },
};

const adviceHelps: Invariant = {
  name: "what a failure advises, followed literally, ends well within two steps",
  broken({ observed: { followed, told, messages } }) {
    if (followed === undefined || told.code === 0) return [];
    // Another failure has advice of its own.
    const same = messages.some(({ code, text }) =>
      followed.messages.some(
        (one) => one.code === code && one.text === text && one.kind !== "notice",
      ),
    );
    return same ? [`the first failure was: ${followed.told.text}`] : [];
  },
};

const mailsOnce: Invariant = {
  name: "an intent mails at most once, and exactly once where the run says that it did",
  broken: brokenMails,
};

export const invariants: readonly Invariant[] = [
  oneManager,
  declaredExists,
  noOrphans,
  askedDeletes,
  goneIsGone,
  noSilence,
  mailsOnce,
  previewsAreTrue,
  adviceHelps,
  stopsAreExplained,
];
