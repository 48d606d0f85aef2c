import type { SettingStep, Way } from "../wire/advice";

/** How a person says that objects are deleted. The ids that were confirmed before stay. */
export const confirmAbsent = (
  ids: readonly string[],
  confirmed: readonly string[],
): SettingStep => ({
  setting: "confirmAbsent",
  value: [...confirmed, ...ids].join(","),
  add: ids,
});

/** What to do where only extended operations can. */
export const useExtended: SettingStep = { setting: "operations", value: "extended" };

/** The way that needs no more than extended operations. */
export const extendedWay: Way = { steps: [useExtended] };

/** How a person runs an action again. */
export const repeatWay: Way = { to: "repeat", steps: [{ program: "change", path: "triggers" }] };
