import { functions } from "../catalog";
import type { Values } from "../definition/values";
import { placesIn, withPlaces } from "../messages/settingPlaces";
import type { Instance } from "../platform/instance";
import * as messages from "../report/messages/index";
import { withRedaction, holdsSecrets } from "../report/redaction";
import type { RequestSecrets } from "../report/redaction";
import { diagnosticsOf } from "../report/notices";
import type { Notices } from "../report/notices";
import type { Settings } from "../settings/index";
import { withoutNulls } from "../state/nulls";
import { problemsOf } from "../report/problems";
import type { FunctionResult } from "./results";

export interface FunctionCall {
  name: string;
  args: Values;
  isPreview?: boolean;
  hidden?: RequestSecrets;
  /** Returns the instance to call; throws if its settings are wrong. */
  instance: () => Instance;
  tellInstance: () => string | undefined;
  takeWarnings: () => string[];
}

/** Calls a function of the catalog, unless this is a preview and the call costs money. */
export function callFunction(call: FunctionCall): Promise<FunctionResult> {
  const { name, isPreview, hidden } = call;
  return withRedaction(hidden, async () => {
    const definition = functions.find((candidate) => candidate.name === name);
    if (definition === undefined) throw new TypeError(`Unknown function ${name}.`);
    const { callInPreview, ...others } = call.args;
    const args = withoutNulls(definition.args, definition.costs ? others : call.args);
    const { failures, openValues } = problemsOf(
      definition.args,
      args,
      () => call.instance().settings.allowUnknownValues === true,
    );
    if (failures.length > 0) throw messages.invalidArguments(name, failures);
    // The answer can repeat secret arguments.
    const isSecret = holdsSecrets(hidden);
    if (definition.costs && isPreview === true && callInPreview !== true) {
      return { isSecret, instanceLine: call.tellInstance(), ...diagnosticsOf([], []) };
    }
    const outcome: Pick<FunctionResult, "instanceLine" | "result" | "error"> = {};
    try {
      const instance = call.instance();
      outcome.instanceLine = call.tellInstance();
      outcome.result = await withPlaces(placesIn(instance.settings), () =>
        definition.run(instance, args),
      );
    } catch (error) {
      outcome.error = error as Error;
    }
    const open = openValues.map(({ sentence }) => `${name}: ${sentence}. It is sent unchanged.`);
    const warnings = [...open, ...call.takeWarnings()].map((text) => ({ text }));
    return { ...outcome, isSecret, ...diagnosticsOf(warnings, []) };
  });
}

/** The line about the instance of this run; undefined if this command has shown it. */
export function tellInstance(settings: Settings, notices: Notices): string | undefined {
  const used = messages.instanceInUse(settings);
  return notices.tell(used, used.first).text;
}
