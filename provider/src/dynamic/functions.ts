import type { Values } from "../definition/values";
import { instanceKey } from "./inputs";
import { RunMemory } from "../process/runMemory";
import { callFunction, tellInstance } from "../lifecycle/invoke";
import { hideSecrets } from "../report/redaction";
import { Notices } from "../report/notices";
import type { FunctionResult } from "../lifecycle/results";
import { messageFile } from "./log";
import { Instance } from "../platform/instance";
import type { Clients } from "../platform/instance";
import { readSettings, settingsKey } from "../settings/index";
import { invalid } from "../settings/errors";

interface ProgramCall {
  name: string;
  /** The arguments, with the name of an instance. */
  args: Values;
  /** Returns a setting by its name without `platform:`. */
  config: (setting: string) => unknown;
  isPreview?: boolean;
  /** The program marked an argument as secret. */
  hasSecrets?: boolean;
  /** Shows a line while the call runs. */
  show?: (line: string) => void;
}

/** What other processes of this command have shown, this process does not repeat. */
const memory = new RunMemory();

/** What calls with the same settings share. Connections stay open until the process ends. */
const shared = new Map<string, { clients: Clients; notices: Notices }>();

/** Calls a function in the process of the program. */
export async function runFunction(call: ProgramCall): Promise<FunctionResult> {
  const subject = { resource: call.name };
  try {
    const result = await callHere(call);
    messageFile.diagnostics(subject, result);
    const { error } = result;
    if (error !== undefined) messageFile.error(subject, error, error.message);
    return result;
  } catch (error) {
    messageFile.error(subject, error, (error as Error).message);
    throw error;
  }
}

function callHere(call: ProgramCall): Promise<FunctionResult> {
  const { [instanceKey]: instance, ...args } = call.args;
  const { name, config, isPreview, hasSecrets, show = () => undefined } = call;
  const warnings: string[] = [];
  const reporter = {
    show: (line: string) => show(hideSecrets(line)),
    warn: (line: string) => warnings.push(hideSecrets(line)),
  };
  const findShared = () => {
    if (instance !== undefined && typeof instance !== "string") {
      throw invalid(["instance must be a name in platform:instances"]);
    }
    const settings = readSettings({ config, instance });
    const key = settingsKey(settings);
    const known = shared.get(key) ?? { clients: new Map(), notices: new Notices(memory) };
    shared.set(key, known);
    return { settings, ...known };
  };
  return callFunction({
    name,
    args,
    isPreview,
    hidden: hasSecrets === true ? { inputs: { values: args, paths: "everything" } } : undefined,
    instance: () => {
      const { settings, clients } = findShared();
      return new Instance(settings, reporter, clients);
    },
    tellInstance: () => {
      const { settings, notices } = findShared();
      return tellInstance(settings, notices);
    },
    takeWarnings: () => warnings.splice(0),
  });
}
