/**
 * What people can do about a message, as data. `adviceText.ts` renders the text, and tools read the data. The options are
 * alternatives, the most likely one first.
 */
export type Advice = readonly Option[];

/** One option: its steps, in their order. */
export interface Option {
  /** The option applies only under this condition. */
  when?: Condition;
  /** The purpose of the option, if the options have different purposes. */
  to?: Purpose;
  steps: readonly Step[];
  /** The consequences of the option, in whole sentences. */
  note?: string;
}

/** The conditions that a person must know before an option applies. */
export const conditions = {
  renamed: "you renamed the resource in the program, or gave it another parent",
  renamedInState: "`pulumi state rename` or `pulumi state move` renamed the resource",
  killed: "a run of this stack was killed, or its state was restored or edited",
  deleted: "you checked that it is deleted",
  notCreatedAgain: "no run created it again since",
  anotherObject: "the new one is another object",
  retained: "it is declared with `retainOnDelete`",
  there: "it is there",
  notThere: "it is not there",
  stillThere: "it is still there",
  sameInstance: "that is the same instance under a new address",
  otherInstance: "that is another instance",
  changedProvider: "the arguments of the provider changed since then",
  changedToken: "the token was replaced since then",
  replacing: "Pulumi replaces this resource (`--replace`, `pulumi state taint`)",
  replaceAsked: "the command has `--replace`",
  tainted: "the resource is tainted",
  noProxy: "this machine reaches the instance without a proxy",
  triggered: "you changed its `replacementTrigger`, or what its `replaceOnChanges` names",
  unmanaged: "no stack manages it",
  managedElsewhere: "another stack manages it",
} as const;
type Condition = keyof typeof conditions;

/** The purposes of options. */
export const purposes = {
  keep: "keep it on the instance",
  keepBoth: "create a new one and keep the old one on the instance",
  allow: "allow that",
  accept: "accept the value on the instance",
  leave: "leave the instance as it is",
  manage: "manage the existing one, if no other stack does",
  duplicate: "create another one",
  keepTwo: "keep both without this warning",
  lookAgain: "look for it again",
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
  finishDestroy: "finish a destroy",
  keepDeclared: "have what the program declares",
  keepOld: "keep the old one and not the new one",
  moveFiles: "keep the folder as it is",
} as const;
export type Purpose = keyof typeof purposes;

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
interface RunStep {
  /** The words of the command. A word that ends with `*` stands for every file with this prefix. */
  run: readonly string[];
}

/** Repeats the failed operation. */
export interface AgainStep {
  /** The command of this run, the delete that failed, or the import that failed. */
  again: "command" | "delete" | "import";
  /** Options to add. For `--parallel` without a value, the person chooses a smaller value. */
  with?: readonly string[];
  /** Options to leave out. */
  without?: readonly string[];
  /** A `destroy` is repeated with `--run-program`: otherwise it uses the settings of the last update. */
  runProgram?: true;
  /** When to repeat it: in a few minutes, or when the instance works again. */
  after?: "minutes" | "works";
  /** The form in which the import names the object. */
  by?: string;
}

/** Changes a setting of the stack, or of the provider that the program configures. */
export interface SettingStep {
  /** Without its `platform:`. */
  setting: string;
  /** The new value. Without it, only the person knows the value. */
  value?: string;
  /** Items to add to the list. */
  add?: readonly string[];
  /** Items to remove from the list. */
  remove?: readonly string[];
  /** The place of the setting in this run: `PLATFORM_TOKEN`. */
  place?: string;
  /** The instance of the setting, if it is not the instance of this run. */
  for?: string;
}

/** Changes an environment variable of the command. */
export interface VariableStep {
  variable: string;
  /** The new value in words, because only the person knows it. Without it, the variable is removed. */
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
  /** The ids of the objects. */
  ids?: readonly string[];
  /** The property to change, and its value. */
  path?: string;
  value?: unknown;
  /** The thing to look at, in words: `the dataset`. */
  at?: string;
}

/** Checks something, and corrects it if it is wrong. */
export interface CheckStep {
  check: readonly CheckTarget[];
  /** The setting with the address, and its place in this run. */
  setting?: string;
  place?: string;
  /** The host that the address leads to. */
  host?: string;
  /** The header that carries the token. */
  header?: string;
}
export type CheckTarget =
  | "address"
  | "tokenHeader"
  | "apiAddress"
  | "hostName"
  | "port"
  | "reach"
  | "vpn"
  | "running"
  | "network"
  | "clock"
  | "exists"
  | "named"
  | "visible"
  | "ipAddress"
  | "proxy"
  | "recipients"
  | "instance";

/** Asks somebody else. */
export interface AskStep {
  ask: "newCertificate" | "tlsVersions" | "grant" | "model" | "recipient" | "proxy";
  /** The host that the proxy must allow. */
  host?: string;
  /** The name of the grant, if it is known. */
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
  file: "own" | "open" | "makeRoom" | "rename" | "mount" | "share" | "deleteLine" | "moveAway";
  path: string;
  line?: number;
}
