import type { Entry } from "../../harness/sessions/session";

/** What a person can type. Those from `state delete` on change the state alone. */
export const commands = [
  "up",
  "preview",
  "refresh",
  "destroy",
  "import",
  "plan",
  "cancel",
  "state delete",
  "state rename",
  "state move",
  "state protect",
  "state unprotect",
  "state taint",
  "state untaint",
  "stack rename",
  "stack init",
  "stack export",
  "stack import",
] as const;
export type CommandName = (typeof commands)[number];

/** `plan` keeps to the plan that was saved last; `previewed` runs a preview first. */
export const options = [
  "plan",
  "refresh",
  "target",
  "exclude",
  "replace",
  "parallel",
  "continue",
  "previewed",
  // These can name a component or a provider.
  "target dependents",
  "run program",
] as const;
export type Option = (typeof options)[number];

/** How a command is cut short. */
export const cuts = [
  "interrupt",
  "interrupt twice",
  "kill engine",
  "kill provider",
  "kill both",
  "stop",
  // Somebody else takes the lock meanwhile, and runs the same command.
  "stop and run elsewhere",
  // Nothing ends, but nothing can be noted for the rest of the command.
  "disk full",
] as const;
export type Cut = (typeof cuts)[number];

export const edits = [
  "add",
  "remove",
  "change",
  "change back",
  // Changes what the provider replaces an object for.
  "another object",
  "rename",
  "rename without alias",
  "rename and change",
  "reuse a name",
  "protect",
  "retainOnDelete",
  "ignoreChanges",
  "deleteBeforeReplace",
  "replaceOnChanges",
  "replacementTrigger",
  "adopt",
  "allowDuplicate",
  "import option",
  "explicit provider",
  "parent",
  "component",
  // The same once more, on another provider.
  "twin",
  "to plugin",
  "clear options",
] as const;
export type EditName = (typeof edits)[number];

export const settings = [
  "operations",
  "mail",
  "token",
  "rotate token",
  "address",
  "checkpoints",
  "journal lost",
  "journal elsewhere",
  "disk full",
  "clock ahead",
] as const;
export type SettingName = (typeof settings)[number];

export const acts = [
  "make",
  "change",
  "delete",
  "transfer",
  "withdraw",
  "variant",
  "own only",
  "late",
  // From now on, some answers are made to harm who reads them.
  "hostile",
] as const;
export type Act = (typeof acts)[number];

/** A fault of the instance while a command runs. */
export interface FaultChoice {
  kind: number;
  target: number;
  skip: number;
  times: number;
}

/**
 * One thing that somebody does. The numbers are lots: each picks one of what there is when its turn comes, so that
 * a life still makes sense when steps before are left out.
 */
export type Step =
  | {
      kind: "command";
      name: CommandName;
      stack: number;
      runner: number;
      pick: number;
      options: readonly Option[];
      /** The URN that `--replace` names, if the lot does not choose it. */
      replaced?: string;
      fault?: FaultChoice;
      cut?: { how: Cut; after: number };
    }
  | { kind: "program"; edit: EditName; pick: number; value: number }
  | { kind: "setting"; change: SettingName; stack: number; runner: number; value: number }
  | { kind: "instance"; act: Act; instance: number; pick: number; value: number }
  /** Does what the last failure tells to do, twice at most. */
  | { kind: "advice"; pick: number };

export type CommandStep = Extract<Step, { kind: "command" }>;
export type SettingStep = Extract<Step, { kind: "setting" }>;
export type InstanceStep = Extract<Step, { kind: "instance" }>;

/** How a life begins. */
export interface Setup {
  entry: Entry;
  stacks: number;
  instances: number;
  runners: number;
  /** Whether the runners write to one journal. */
  sharesJournal: boolean;
  tokens: number;
  operations: "documented" | "extended";
  /** Whether the titles of a stack tell its name. */
  namesTheStack: boolean;
  checkpoints: boolean;
  /** Whether nothing happens but what the person at the program does. */
  isCalm: boolean;
  /** How long a write may stay unseen; 0 unless an instance of the life shows writes late. */
  visibilityDelaySeconds?: number;
}

export interface Life {
  seed: number;
  setup: Setup;
  steps: readonly Step[];
}
