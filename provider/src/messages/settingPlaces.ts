import process from "node:process";
import { RequestStorage } from "../requestStorage";

/** A setting, and where it is set: `PLATFORM_TOKEN`. */
export interface SettingPlace {
  setting: string;
  place: string;
}

/** Where a person changes a setting: `platform:mail` in a stack. */
type PlaceOf = (setting: string) => string;

export const inStack: PlaceOf = (setting) => `platform:${setting}`;

/** The places of the settings in use. */
export const placesIn =
  ({ places }: { places?: Readonly<Record<string, string>> }): PlaceOf =>
  (setting) =>
    places?.[setting] ?? inStack(setting);

/** Environment variables that settings are also read from. */
export const settingVariables: Readonly<Record<string, string>> = {
  baseUrl: "PLATFORM_BASE_URL",
  token: "PLATFORM_TOKEN",
  tokenHeader: "PLATFORM_TOKEN_HEADER",
  apiUrl: "PLATFORM_API_URL",
  accessToken: "PLATFORM_ACCESS_TOKEN",
  operations: "PLATFORM_OPERATIONS",
  journal: "PLATFORM_JOURNAL",
  readDetails: "PLATFORM_READ_DETAILS",
  visibilityDelaySeconds: "PLATFORM_VISIBILITY_DELAY_SECONDS",
};

/** The settings that have a variable for each name. */
const named = ["token", "accessToken"];

/** The variable of one instance or explicit provider: `PLATFORM_TOKEN_PROD`. */
export function variableFor(setting: string, name: string | undefined): string | undefined {
  if (name === undefined || !named.includes(setting)) return undefined;
  const suffix = name.toUpperCase().replace(/[^A-Z0-9]/g, "_");
  const variable = `${settingVariables[setting]}_${suffix}`;
  return Object.values(settingVariables).includes(variable) ? undefined : variable;
}

/** A variable has priority over the stack, so a change of the stack would have no effect. */
const unlessVariable = (place: string, setting: string): string => {
  const variable = settingVariables[setting];
  const isSet = variable !== undefined && Boolean(process.env[variable]);
  return isSet && place === inStack(setting) ? variable : place;
};

const current = new RequestStorage<PlaceOf>();

/** Runs a request whose messages name settings by these places. */
export const withPlaces = <Result>(placeOf: PlaceOf, run: () => Result): Result =>
  current.run(placeOf, run);

/** The place of a setting for the user of the running request. */
export const placeOf: PlaceOf = (setting) =>
  unlessVariable((current.get() ?? inStack)(setting), setting);
