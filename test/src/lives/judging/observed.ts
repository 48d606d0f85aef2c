import type { Call, Mail } from "pulumi-platform-simulator";
import { nameIn } from "../../engine/stacks/pulumiStack";
import type { Told } from "../../engine/stacks/pulumiStack";
import type { Values } from "../../lifecycle/tables/row";
import type { Held, ObjectKey } from "./objects";
import type { CommandName, Cut, Option } from "../making/steps";

/** Everything that there is at one moment. */
export interface Moment {
  /** On all instances. */
  objects: ReadonlyMap<ObjectKey, Values>;
  /** By stack, in the order of the states. */
  held: ReadonlyMap<number, readonly Held[]>;
}

/** A way out of a failure, as the file of messages has it. */
export interface Way {
  when?: string;
  to?: string;
  steps: readonly AdviceStep[];
}

/** The words of a step that a life can follow. */
export interface AdviceStep {
  run?: readonly string[];
  again?: string;
  runProgram?: boolean;
  with?: readonly string[];
  without?: readonly string[];
  setting?: string;
  place?: string;
  value?: unknown;
  add?: readonly string[];
  remove?: readonly string[];
  program?: string;
  path?: string;
  option?: string;
  instance?: string;
  ids?: readonly string[];
  check?: readonly string[];
  file?: string;
  variable?: string;
  ask?: string;
}

/** What the provider told, as data. */
export interface Message {
  kind: "error" | "failure" | "warning" | "notice";
  code?: string;
  resource?: string;
  id?: string;
  text: string;
  urn?: string;
  identity?: string;
  /** Who gets e-mail, and when. */
  mails?: { who?: readonly string[]; when: string };
  advice: readonly Way[];
}

/** An option of a message, without its values. */
export const optionOf = ({ code = "no code" }: Message, { when, to, steps }: Way): string =>
  [
    code,
    ...[when, to].flatMap((one) => one ?? []),
    steps
      .map(({ run = [], again, setting, program, option, path, instance, file, ...step }) =>
        [
          ...run.slice(0, 3).filter((word) => !word.includes(":") && !word.includes("/")),
          ...(again === undefined ? [] : ["repeat", again, ...(step.with ?? []).slice(0, 1)]),
          ...(step.without ?? []).map((one) => `without ${one}`),
          ...[setting, program, option, instance, file],
          // Other properties are those of the objects.
          path !== undefined && asked.includes(path) ? path : undefined,
          ...Object.keys(step).filter((key) =>
            ["variable", "check", "ask", "process"].includes(key),
          ),
        ]
          .filter((word) => word !== undefined)
          .join(" "),
      )
      .join(", then "),
  ].join(": ");

/** What the messages ask to set by its name. */
const asked = ["adopt", "allowDuplicate", "triggers", "waitMinutes", "name"];

export interface Previewed {
  told: Told;
  messages: readonly Message[];
}

/** Whether a command is about some resources only. */
export const isPartial = ({ args }: Pick<Observed, "args">): boolean =>
  args.some((word) => word === "--target" || word === "--exclude");

/** Whether the words of a command ask for the replacement of a resource. */
export const asksToReplace = (args: readonly string[], urn: string | undefined): boolean =>
  args.some((word, at) => word === "--replace" && (args[at + 1] === urn || args[at + 1] === "**"));

/** A command, and everything that could be seen of it. */
export interface Observed {
  name: CommandName;
  /** The words that were typed. */
  args: readonly string[];
  stack: number;
  instance: number;
  options: readonly Option[];
  told: Told;
  before: Moment;
  after: Moment;
  calls: readonly Call[];
  mails: readonly (Mail & { instance: number })[];
  messages: readonly Message[];
  /** What a preview said that ran just before. */
  previewed?: Previewed;
  cut?: Cut;
  /** The failure whose advice was followed before. */
  followed?: Observed;
  /** A fault happened in one of its calls. */
  isFaulted: boolean;
  /** The longest time without a word, in milliseconds of the provider's clock. */
  silentMs: number;
}

/** What a step turned out to be. */
export interface Done {
  words: string;
  /** Of a command. */
  observed?: Observed;
}

/** Of what failed, or else of the warnings, what was said before, too: another message has advice of its own. */
export const saidAgain = ({ told, messages }: Observed, earlier: readonly Message[]): Message[] => {
  // Two resources can have the same problem. One that has another name now is the same.
  const isSame = (before = "", now = "") =>
    nameIn(before) === nameIn(now) || !told.ops.has(nameIn(before));
  return messages.filter(
    ({ kind, code, text, advice, urn }) =>
      // A notice can say what holds anyway: the provider sees no option of a resource.
      (told.code !== 0
        ? ["error", "failure"].includes(kind)
        : kind === "warning" && advice.length > 0) &&
      earlier.some((one) => one.code === code && one.text === text && isSame(one.urn, urn)),
  );
};
