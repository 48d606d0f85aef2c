import type { Entry } from "../harness/sessions/session";

/** What the engine does otherwise through one entry than through the other; the table is the same for both. */
export interface EntryPoint {
  entry: Entry;
  /** Every command begins with a look at the objects that one list shows. */
  looksFirst: boolean;
  /** A preview tells which fields differ. */
  hasDetailedDiff: boolean;
  /** Where nothing tells whether an object exists, its state is kept with a warning; else the command fails. */
  keepsStateInDoubt: boolean;
  /** What is read once serves all that goes through one provider; else it serves the objects of one address. */
  sharesReadsByProvider: boolean;
}

export const entryPoints: Record<Entry, EntryPoint> = {
  dynamic: {
    entry: "dynamic",
    // Pulumi gives a dynamic provider no way to ask for either.
    looksFirst: false,
    hasDetailedDiff: false,
    // It only looks where somebody asks for that, who has to know that it failed.
    keepsStateInDoubt: false,
    sharesReadsByProvider: false,
  },
  plugin: {
    entry: "plugin",
    looksFirst: true,
    hasDetailedDiff: true,
    // Every command looks, asked or not: a doubt would stop them all.
    keepsStateInDoubt: true,
    // Each provider of a program is a process.
    sharesReadsByProvider: true,
  },
};
