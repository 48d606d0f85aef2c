import type {
  AgainStep,
  AskStep,
  CheckTarget,
  CheckStep,
  FileStep,
  InstanceStep,
  ProcessStep,
  ProgramStep,
  SettingStep,
  Step,
} from "./advice";
import { shellCommand } from "./commands";
import { withoutAddresses } from "./mailAddresses";
import { inStack, placeOf } from "./settingPlaces";

/** The command for a step; undefined if no single command does it. */
export function commandOf(step: Step): string | undefined {
  if ("run" in step) return shellCommand(step.run);
  if (!("setting" in step) || "check" in step || step.value === undefined) return undefined;
  const { setting, value, place = placeOf(setting) } = step;
  if (place !== inStack(setting)) return undefined;
  return shellCommand(["pulumi", "config", "set", place, value]);
}

/** The line that a step writes in the program; undefined if it writes none, or one with an address, which logs must not have. */
export function lineOf(step: Step): string | undefined {
  if (!("program" in step) || step.program !== "set" || !("value" in step)) return undefined;
  const value = JSON.stringify(step.value);
  return withoutAddresses(value) === value ? `\`${step.path}: ${value}\`` : undefined;
}

/** The words for a step, within a sentence. */
export function wordsOf(step: Step): string {
  const command = commandOf(step);
  if (command !== undefined) {
    return `run \`${command}\`${"for" in step ? ` for ${step.for}` : ""}`;
  }
  if ("again" in step) return againText(step);
  if ("check" in step) return checkText(step);
  if ("setting" in step) return settingText(step);
  if ("variable" in step) {
    return step.to === undefined ? `unset ${step.variable}` : `set ${step.variable} to ${step.to}`;
  }
  if ("program" in step) return programText(step);
  if ("instance" in step) return instanceText(step);
  if ("process" in step) return processText(step);
  if ("file" in step) return fileText(step);
  return "ask" in step ? askText(step) : "";
}

function againText(step: AgainStep): string {
  const { again, after, by, runProgram, with: options = [], without = [] } = step;
  if (without.length > 0) return `run the command again without \`${without.join(" ")}\``;
  if (by !== undefined) return `import it by ${by}`;
  if (after === "minutes") return "wait a few minutes";
  if (after === "works") return "run the command again when the instance works";
  const [option, value] = options;
  if (option !== undefined) {
    const isNumber = value === undefined && option === "--parallel";
    return isNumber ? `use a smaller \`${option}\`` : `add \`${options.join(" ")}\``;
  }
  if (again === "delete") return "repeat the delete";
  const program = runProgram === true ? " (`pulumi destroy` with `--run-program`)" : "";
  return `run the command again${program}`;
}

/** The words for values that only the person knows. */
const unknownValues: Partial<Record<string, string>> = {
  token: "a valid token",
  apiUrl: "the address of the workflow API",
  accessToken: "a valid token of the workflow API",
};

function settingText({
  setting,
  value = unknownValues[setting] ?? "another value",
  remove = [],
  place = placeOf(setting),
}: SettingStep): string {
  if (remove.length > 0) return `remove ${remove.length === 1 ? "that id" : "those ids"}`;
  if (setting === "baseUrl") return "restore the old address";
  return `set ${place} to ${value}`;
}

function programText(step: ProgramStep): string {
  switch (step.program) {
    case "set": {
      const line = lineOf(step);
      if (line !== undefined) return `write ${line} in the program`;
      if (step.path === "adopt") return "set `adopt` to its id in the program";
      return `set \`${step.path}\` in the program${"value" in step ? " to the value of the instance" : ""}`;
    }
    case "change":
      return `change \`${step.path}\``;
    case "unset":
      return `remove \`${step.path}\` from the program`;
    case "option": {
      const form = step.example === undefined ? "" : ` to \`${step.example}\``;
      return step.value === undefined
        ? `set its resource option \`${step.option}\`${form}`
        : `declare it with \`${step.option}\``;
    }
    case "undo":
      return "undo the change in the program";
    case "rename":
      return "declare the new one under another name instead of the old one";
    case "declare":
      return "declare it in the program instead";
    case "remove":
      return "remove one of them from the program";
    case "call":
      return `use ${step.function}`;
  }
}

function instanceText({ instance, at }: InstanceStep): string {
  switch (instance) {
    case "look":
      return at === undefined ? "look on the instance" : `look at ${at} on the instance`;
    case "change":
      return "change it on the instance";
    case "changeBack":
      return "change the object back on the instance";
    case "delete":
      return "delete it on the instance";
    case "deleteWrong":
      return "delete the wrong ones on the instance";
    case "deleteAll":
      return "delete them on the instance";
    case "disable":
      return "disable the old one on the instance if it is enabled (otherwise both send)";
    case "removeAccess":
      return "remove the access on the instance";
    case "seeWhy":
      return "look on the instance for the reason";
  }
}

const checkedTexts: Record<CheckTarget, (place: string, host: string, header: string) => string> = {
  address: (place) => `that ${place} is correct`,
  tokenHeader: (place, _host, header) =>
    `that the platform expects the token in the header ${header} (${place})`,
  apiAddress: (place) => `that ${place} is the address of the API`,
  hostName: (place) => `the host name in ${place}`,
  port: (place) =>
    `the port in ${place}: the address begins with https://, but the server may expect http://`,
  reach: (_place, host) => `that this machine can reach ${host}`,
  vpn: () => "that this machine can reach it, for example through a VPN",
  running: () => "that the instance is running",
  network: () => "the network connection of this machine",
  clock: () => "the clock of this machine",
  exists: () => "that the object exists",
  named: () => "that the users, groups, pages and views that the program names exist",
  visible: () => "that the user of the token can see it",
  ipAddress: () => "that the platform allows your IP address",
  proxy: () => "that no proxy or sign-in page answers instead",
  recipients: () => "the recipients",
  instance: () => "the instance",
};

const checkText = ({ check, place = "", host = "", header = "" }: CheckStep): string =>
  `check ${new Intl.ListFormat("en").format(check.map((one) => checkedTexts[one](place, host, header)))}`;

function askText({ ask, grant, host }: AskStep): string {
  if (host !== undefined) return `${askTexts[ask]} to ${host}`;
  return grant === undefined ? askTexts[ask] : `give the user of the token the grant \`${grant}\``;
}

const askTexts: Record<AskStep["ask"], string> = {
  proxy: "ask the administrators of the proxy to allow connections",
  grant: "give the user of the token the grant that this call needs",
  newCertificate: "ask the administrators of the instance for a new certificate",
  tlsVersions: "ask the administrators of the instance which TLS versions it accepts",
  model: "ask an administrator whether the model is configured for text generation",
  recipient: "ask one of the recipients",
};

const processText = ({ process }: ProcessStep): string =>
  process === "wait" ? "wait until that process ends" : "end it";

const fileTexts: Record<FileStep["file"], (path: string) => string> = {
  own: () => "make yourself the owner of that folder",
  open: () => "make that folder readable and writable",
  makeRoom: () => "make room on the disk of that folder",
  moveAway: (path) => `move ${path} to another folder`,
  rename: () => "rename the file that is in the place of a folder",
  mount: () => "mount the disk of that folder so that you can write to it",
  share: () => "let the other users write to it",
  deleteLine: () => "delete that line",
};

const fileText = ({ file, path }: FileStep): string => fileTexts[file](path);
