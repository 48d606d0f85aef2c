/**
 * What people can do about a message, as data: the text that they read is rendered from it (`adviceText.ts`), and
 * tools follow it without reading prose. The ways are alternatives, the most likely one first.
 */
export type Advice = readonly Way[];

/** One way out: its steps, in their order. */
export interface Way {
  /** The way applies only where this is so. */
  when?: Fact;
  /** What the way is for, where the ways lead to different ends. */
  to?: Aim;
  steps: readonly Step[];
  /** What follows from the way: whole sentences. */
  note?: string;
}

/** What a person has to know, or to find out, before a way applies. */
export const facts = {
  renamed: "you renamed the resource in the program",
  killed: "a run of this stack was killed, and its journal is not here",
  deleted: "you checked that it is deleted",
  retained: "it is declared with `retainOnDelete`",
  there: "it is there",
  notThere: "it is not there",
  stillThere: "it is still there",
  sameInstance: "that is the same instance under a new address",
  otherInstance: "that is another instance",
  changedProvider: "the arguments of the provider changed since then",
  replacing: "Pulumi replaces this resource (`--replace`, `pulumi state taint`)",
  replaceAsked: "the command has `--replace`",
  tainted: "the resource is tainted",
  triggered: "you changed its `replacementTrigger`, or what its `replaceOnChanges` names",
  unmanaged: "no stack manages it",
  managedElsewhere: "another stack manages it",
} as const;
export type Fact = keyof typeof facts;

/** What a way is for. */
export const aims = {
  keep: "keep it on the instance",
  keepBoth: "create a new one and keep the old one on the instance",
  allow: "allow that",
  oneOnly: "keep only one of them in the state",
  accept: "accept the value on the instance",
  leave: "leave the instance as it is",
  manage: "manage the existing one",
  duplicate: "create another one",
  repeat: "run it again",
  check: "check what happened",
  mail: "send it",
  mailLater: "send it later",
  mailDeclared: "send it to the recipients in the program",
  muted: "try without e-mail",
  without: "do without it",
  wait: "wait for its end",
  import: "import it",
  importByName: "import it by its name",
  usePart: "use the rows that the platform sent",
  closeFolder: "make the folder private again",
  shareFolder: "share the folder again",
  replace: "replace it",
  finishReplacement: "finish the replacement",
  keepOld: "keep the old one",
  moveFiles: "keep the folder as it is",
} as const;
export type Aim = keyof typeof aims;

export type Step =
  | RunStep
  | AgainStep
  | SettingStep
  | VariableStep
  | ProgramStep
  | InstanceStep
  | CheckStep
  | AskStep
  | ProcessStep
  | FileStep;

/** Runs a command. */
export interface RunStep {
  /** Its words. One that ends with `*` means every file whose path begins so. */
  run: readonly string[];
}

/** Repeats what failed. */
export interface AgainStep {
  /** The command of this run, the delete that failed, or the import that failed. */
  again: "command" | "delete" | "import";
  /** Options to add. Of `--parallel` without a value, the person chooses a smaller one. */
  with?: readonly string[];
  /** Options to leave out. */
  without?: readonly string[];
  /** A `destroy` is repeated with `--run-program`: otherwise it uses the settings of the last update. */
  runProgram?: true;
  /** When: in a few minutes, once the instance works again, or once this import id is known. */
  after?: "minutes" | "works";
  /** How the object of an import is named. */
  by?: string;
}

/** Changes a setting of the stack, or of the provider that the program configures. */
export interface SettingStep {
  /** Without its `platform:`. */
  setting: string;
  /** The new value as a whole. Without it, only the person knows the value. */
  value?: string;
  /** What the new value of a list has in addition. */
  add?: readonly string[];
  /** What it no longer has. */
  remove?: readonly string[];
  /** Where this run takes the setting from: `PLATFORM_TOKEN`. */
  place?: string;
  /** The instance that the setting is for, where that is another one. */
  for?: string;
}

/** Changes an environment variable of the command. */
export interface VariableStep {
  variable: string;
  /** What to set it to: words for people, as only they know the value. Without it, the variable is removed. */
  to?: string;
}

/** Changes the program. */
export type ProgramStep =
  /** Sets a property of the resource, or an argument of the function. Without a value, only the person knows it. */
  | { program: "set"; path: string; value?: unknown }
  /** Gives a property any other value. */
  | { program: "change"; path: string }
  /** Removes a property. */
  | { program: "unset"; path: string }
  /** Sets a resource option. An `example` shows its form: only the person knows the value. */
  | {
      program: "option";
      option: "aliases" | "retainOnDelete" | "deleteBeforeReplace";
      value?: true;
      example?: string;
    }
  /** Declares the resource as it was at the last update, with the same name. */
  | { program: "undo" }
  /** Declares the changed resource under another name, and no longer under the old one. */
  | { program: "rename" }
  /** Declares the resource. */
  | { program: "declare" }
  /** Removes the resource. */
  | { program: "remove" }
  /** Calls this function instead. */
  | { program: "call"; function: string };

/** Does something on the platform, by hand. */
export interface InstanceStep {
  instance:
    | "look"
    | "change"
    | "changeBack"
    | "delete"
    | "deleteWrong"
    | "deleteAll"
    | "disable"
    | "removeAccess"
    | "seeWhy";
  /** The objects that are meant. */
  ids?: readonly string[];
  /** The property to change, and its value. */
  path?: string;
  value?: unknown;
  /** What to look at, for people: `the dataset`. */
  at?: string;
}

/** Makes sure of something, and mends it where it is not so. */
export interface CheckStep {
  check: readonly Checked[];
  /** The setting with the address, and where this run takes it from. */
  setting?: string;
  place?: string;
  /** The host that the address leads to. */
  host?: string;
}
export type Checked =
  | "address"
  | "apiAddress"
  | "hostName"
  | "port"
  | "reach"
  | "vpn"
  | "running"
  | "network"
  | "clock"
  | "exists"
  | "visible"
  | "ipAddress"
  | "proxy"
  | "recipients"
  | "instance";

/** Asks somebody else. */
export interface AskStep {
  ask: "newCertificate" | "tlsVersions" | "grant" | "model" | "recipient";
  /** The grant that is meant, where its name is known. */
  grant?: string;
}

/** Waits for the end of another process, or ends it. */
export interface ProcessStep {
  process: "wait" | "end";
  pid?: number;
  host?: string;
}

/** Does something with a file or folder of this machine. */
export interface FileStep {
  file: "own" | "open" | "makeRoom" | "rename" | "mount" | "share" | "deleteLine";
  path: string;
  line?: number;
}
