import { AsyncLocalStorage } from "node:async_hooks";

/** Where a person changes a setting: `platform:mail` in a stack. */
type PlaceOf = (setting: string) => string;

export const inStack: PlaceOf = (setting) => `platform:${setting}`;

const current = new AsyncLocalStorage<PlaceOf>();

/** Runs a request whose messages name settings by these places. */
export const withPlaces = <Result>(placeOf: PlaceOf, run: () => Result): Result =>
  current.run(placeOf, run);

/** The place of a setting for the user of the running request. */
export const placeOf: PlaceOf = (setting) => (current.getStore() ?? inStack)(setting);
