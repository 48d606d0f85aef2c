import type { Breach, Judged } from "../invariants/judged";
import type { Declared } from "../../engine/stacks/pulumiStack";
import { engineRefuses } from "../worlds/engineRefusals";
import { isProgramsFault, isReplacementAsked } from "../making/programFaults";
import { resourceOf } from "../history";
import type { Disturbance, History } from "../history";
import type { Held, ObjectKey } from "./objects";
import { isPartial } from "./observed";
import type { Observed } from "./observed";

/** Something that allows what an invariant would forbid. */
export interface Exception {
  /** Why it is right, in one sentence. */
  reason: string;
  /** Where users read it: a page in `docs`, with the heading. */
  page: string;
  allows: (breach: Breach, judged: Judged) => boolean;
}

const severalUsers = "faults.md#replace-taint-rename-move-and-several-users";

/** Everything that allows what an invariant forbids. Each invariant names those that can apply to it. */
export const exceptions = {
  shared: {
    reason:
      "A person imported or adopted an object that another resource or stack manages. Through a second provider, which starts later, only a warning tells of an adoption.",
    page: severalUsers,
    allows: ({ key, message }, { history, observed }) => {
      const { code = "" } = message ?? {};
      const isWarned = observed.messages.some(
        ({ kind, text }) =>
          kind === "warning" && text.startsWith("Another resource of this program "),
      );
      if (key !== undefined)
        return history.shared.has(key) || (history.adopted.has(key) && isWarned);
      return (
        (["not_found", "duplicate_exists"].includes(code) && history.shared.size > 0) ||
        // The replaced object stays for the other resource, and keeps its name.
        (code === "impossible" && history.adopted.size > 0 && isWarned)
      );
    },
  },
  released: {
    reason:
      "A person told Pulumi to forget the object: with `retainOnDelete`, `state delete` or an older state.",
    page: severalUsers,
    allows: ({ key }, { history }) => key !== undefined && history.released.has(key),
  },
  removedAfterKill: {
    reason:
      "A person removed or renamed the resource or its stack, made it another object, or set another address, before a run could take over what an earlier run made without an answer.",
    page: severalUsers,
    allows: ({ key = "", declared: one }, { history, stackName, declared, observed }) => {
      const { title, name } = observed.after.objects.get(key) ?? {};
      const isOfThat = ({ type, args }: Declared) =>
        key.includes(` ${type === "DatasetShare" ? "Permission" : type}/`) &&
        (args.title ?? args.name) === (title ?? name) &&
        // A certification of another card, or a share of another dataset, is another object.
        [args.entityId ?? "", args.datasetId ?? ""].every((id) => key.includes(`/${id as string}`));
      const stays = (one === undefined ? declared.filter(isOfThat) : [one]).some((other) =>
        history.cutResources.has(resourceOf(stackName, other)),
      );
      const isElsewhere = history.disturbances.has("address") || history.wasRenamed;
      return (history.hadCut || history.disturbances.has("variant")) && (isElsewhere || !stays);
    },
  },
  givenAway: {
    reason:
      "A person gave the schedule to another user, or set the token of one, and the list shows only schedules of the token's user.",
    page: severalUsers,
    allows: ({ key = "" }, { history, observed, operations }) => {
      const isBlind =
        operations === "documented" ||
        // A refresh uses an explicit provider as the state has it.
        observed.messages.some(({ text }) => text.includes(", documented operations")) ||
        history.disturbances.has("variant");
      const isNew = !isHeld(key, observed.before.held.get(observed.stack));
      const isOfAnother = history.disturbances.has("token") && key.includes("ReportSchedule/");
      return (history.given.has(key) && (isBlind || isNew)) || (isOfAnother && isBlind);
    },
  },
  changedByHand: {
    reason:
      "A person changed or deleted the object on the instance, and no refresh has read it since.",
    page: "operations.md#your-options",
    allows: ({ key, message }, { history, observed }) => {
      const isTouched = key !== undefined && history.isTouched(observed.stack, key);
      if (message === undefined) return isTouched;
      const happened = isTouched ? new Set<Disturbance>(["act"]) : history.disturbances;
      return isAfter(happened, message.code, { act: afterActs });
    },
  },
  outsideTarget: {
    reason:
      "Pulumi does not tell the provider about resources that `--target` or `--exclude` leaves out.",
    page: severalUsers,
    allows: (_, { observed }) => isPartial(observed),
  },
  ignoredChanges: {
    reason: "The program asks Pulumi to keep what the state has, with `ignoreChanges`.",
    page: severalUsers,
    allows: ({ declared }) => declared?.opts?.ignoreChanges !== undefined,
  },
  faultOrKill: {
    reason: "A fault of the instance or a kill leaves it open what became of a request.",
    page: "faults.md#creates",
    allows: ({ message }, { observed, history }) =>
      observed.cut !== undefined ||
      observed.isFaulted ||
      isAfter(history.disturbances, message?.code, {
        fault: afterFault,
        cut: ["unknown_state", "interrupted", "duplicate_exists", "journal_unusable"],
      }),
  },
  otherAnswers: {
    reason:
      "The instance refuses, answers in another form, or shows writes late, so evidence or a call is missing.",
    page: "faults.md#what-an-instance-does-not-offer-or-allow",
    allows: ({ message, key }, { history: { disturbances }, visibilityDelaySeconds, observed }) =>
      // Within that time, an object that another stack deleted looks like one that is not shown yet.
      (message?.code === "unknown_state" && visibilityDelaySeconds > 0 && key === undefined) ||
      // The delete of what another stack deleted, and what the instance still shows, gets a 404.
      (message?.code === "impossible" &&
        disturbances.has("late") &&
        isGone(message.id, observed)) ||
      // A create looks for no identical object first, and the provider warns of that.
      (message === undefined &&
        observed.messages.some(({ text }) => text.includes("without looking for an identical"))) ||
      // For longer than `platform:visibilityDelaySeconds`, the instance shows what is there nowhere.
      (message === undefined && disturbances.has("late") && disturbances.has("clock")) ||
      (message === undefined &&
        disturbances.has("hiding") &&
        observed.messages.some(({ text }) => text.includes("looks for it on the instance"))) ||
      isAfter(disturbances, message?.code, {
        variant: [
          "unknown_state",
          "duplicate_exists",
          "forbidden",
          "partial_list",
          "bad_request",
          "unexpected_answer",
          "not_offered",
        ],
        late: ["unknown_state", "duplicate_exists", "not_found", "partial_list"],
      }),
  },
  otherTokenOrAddress: {
    reason:
      "A person set the token of another user or the address of another instance, or another instance answered for this one.",
    page: "faults.md#another-instance",
    allows: ({ key = "", message }, { history, observed }) =>
      (/Certification|Permission/.test(key) &&
        (history.disturbances.has("address") ||
          observed.calls.some(({ fault }) => fault?.kind === "wrong-instance"))) ||
      isAfter(history.disturbances, message?.code, {
        token: [
          "unknown_state",
          "forbidden",
          "not_found",
          "unauthorized",
          "duplicate_exists",
          "impossible",
        ],
        address: ["another_instance", "unknown_state", "not_found"],
      }),
  },
  journalLost: {
    reason:
      "The journal is lost, on another machine or cannot be written, or another stack has created the same meanwhile, so nothing shows what an earlier run did.",
    page: "journal.md#what-it-contains-and-what-a-loss-means",
    allows: ({ key = "", message }, { history, observed: { stack, before } }) =>
      (message === undefined && history.hadCut && lacksJournal(history)) ||
      [...history.cutStacks].some(
        (one) =>
          (one === stack || isHeld(key, before.held.get(one))) &&
          (history.madeBy.get(key) ?? one) !== one,
      ) ||
      isAfter(history.disturbances, message?.code, {
        journal: ["duplicate_exists", "unknown_state"],
        // The journal of one machine does not tell what another one deleted a moment ago.
        runner: ["unknown_state"],
        disk: ["journal_unusable", "unknown_state", "duplicate_exists"],
      }),
  },
  engineRefuses: {
    reason: "Pulumi itself refuses the command, before or beside any call of the provider.",
    page: severalUsers,
    allows: engineRefuses,
  },
  impossible: {
    reason: "The platform has no call for what the program or the command asks for.",
    page: "operations.md#what-the-platform-cannot-do",
    allows: (breach, judged) =>
      isImpossible(breach, judged) ||
      isReplacementAsked(breach, judged) ||
      (judged.history.wasDocumented && judged.history.adopted.has(breach.key ?? "")),
  },
  programsFault: {
    reason:
      "The program declares an object twice, one that something else manages, or one that does not exist.",
    page: "reference/errors.md#errors",
    allows: isProgramsFault,
  },
  notForeseen: {
    reason: "A preview asks neither about deletes nor whether the platform will refuse a request.",
    page: "operations.md#what-the-platform-cannot-do",
    allows: ({ message }, { observed }) =>
      ["rejected", "forbidden"].includes(message?.code ?? "") ||
      [...observed.told.ops.values()].flat().some((op) => op.startsWith("delete")),
  },
} satisfies Record<string, Exception>;

const lacksJournal = ({ disturbances }: History): boolean =>
  disturbances.has("journal") || disturbances.has("disk");

/** Whether the instance lacks the object with this id, or something of its resource. */
const isGone = (id: string | undefined, { before: { held, objects } }: Observed): boolean =>
  id !== undefined &&
  (![...objects.keys()].some((key) => key.endsWith(`/${id}`)) ||
    [...held.values()]
      .flat()
      .some((one) => one.id === id && one.keys.some((key) => !objects.has(key))));

const isHeld = (key: ObjectKey, held: readonly Held[] = []): boolean =>
  held.some(({ keys }) => keys.includes(key));

export type ExceptionName = keyof typeof exceptions;

const afterActs = [
  "unknown_state",
  "duplicate_exists",
  "not_found",
  "forbidden",
  "another_instance",
  "impossible",
];

const afterFault = [
  "unknown_state",
  "timed_out",
  "unreachable",
  "server_error",
  "unexpected_answer",
  "answer_too_large",
  "partial_list",
  "duplicate_exists",
  "rate_limited",
  "forbidden",
  "unauthorized",
  "not_found",
  "not_offered",
  "conflict",
  "invalid_answer",
  "redirected",
  "blocked",
  "html",
  "bad_request",
  "interrupted",
];

/** Whether something that happened earlier explains a failure with this code. */
const isAfter = (
  happened: ReadonlySet<Disturbance>,
  code: string | undefined,
  explained: Partial<Record<Disturbance, readonly string[]>>,
): boolean =>
  code !== undefined &&
  Object.entries(explained).some(
    ([what, codes]) => happened.has(what as Disturbance) && codes.includes(code),
  );

/** A closed group never gets another type, and an object is adopted when it enters the state. */
function isImpossible({ message }: Breach, { operations, history }: Judged): boolean {
  const paths = message?.advice.flatMap(({ steps }) => steps.map(({ path = "" }) => path)) ?? [];
  const isFixed = paths.some((path) => ["adopt", "allowMembershipLoss"].includes(path));
  // A destroy takes the arguments that a provider of the program had in the last update.
  const isLimited = operations === "documented" || history.wasDocumented;
  return message?.code === "impossible" && (isLimited || isFixed);
}
