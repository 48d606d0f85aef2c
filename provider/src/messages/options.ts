import type { SettingStep, Option } from "./advice";

/** The step by which a person confirms that objects are deleted. Ids that were confirmed before stay. */
export const confirmAbsent = (
  ids: readonly string[],
  confirmed: readonly string[],
): SettingStep => ({ setting: "confirmAbsent", value: [...confirmed, ...ids].join(","), add: ids });

/** The step for what only extended operations can do. */
export const useExtended: SettingStep = { setting: "operations", value: "extended" };

/** The same as an option. */
export const extendedOption: Option = { steps: [useExtended] };

/** The option to run an action again. */
export const repeatOption: Option = {
  to: "repeat",
  steps: [{ program: "change", path: "triggers" }],
};
