import type { Expected, Row } from "../row";

/** The action is run again. */
export const again: Expected = { documented: "update", extended: "update" };
export const same: Expected = { documented: "same", extended: "same" };

/** The outputs of every action that was done. */
export const acted: Row["outputs"] = {
  outcome: (value) => value === "done",
  ranAt: (value) => Math.abs(Date.now() - Number(value)) < 600_000,
};
