import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import type { decideAbsence } from "../../../provider/dist/decisions/absence";
import type { decideCreate } from "../../../provider/dist/decisions/create";
import { absenceBreach, absenceRows } from "./absences";
import { breachOf, createChecks } from "./invariants";

interface Decisions {
  decideCreate: typeof decideCreate;
  decideAbsence: typeof decideAbsence;
}

/** The decisions with another text in one place of their compiled file. */
function mutant(file: "absence" | "create", text: string, other: string): Decisions {
  const path = require.resolve(`../../../provider/dist/decisions/${file}`);
  const source = readFileSync(path, "utf8");
  assert.equal(source.split(text).length, 2, `${file}.js must contain ${text} once`);
  const made: Partial<Decisions> = {};
  runInNewContext(
    source.replace(text, () => other),
    { exports: made },
  );
  return made as Decisions;
}

describe("the invariants of decisions notice", () => {
  const [only, one, preview, ways, ends] = [
    "create at most one object, and none beside an object that stays",
    "take over only the one free candidate",
    "do in `up` what the preview says",
    "stop only where a way leads on",
    "ask for each fact once",
  ] as const;
  const creates: [string, string, string, keyof typeof createChecks][] = [
    ["one list as proof", "proofs < enoughProofs", "proofs < 1", only],
    ["an answered object that is too young to be shown", "if (!isYoung)", "if (true)", only],
    ["an object of the state that counts as managed", 'manager === "stored" || ', "", only],
    ["a confirmation that counts for nothing", "earlier.isConfirmedAbsent", "false", ways],
    ["a similar object that counts for nothing", "if (fresh.length > 0)", "if (false)", only],
    ["a saved object that counts as replaced", ' && replaced !== "none"', "", only],
    [
      "a saved object of another state that counts as replaced",
      "earlier.isOfAnotherState",
      "false",
      only,
    ],
    ["a takeover that another resource can mean", " && only.isWhole", "", one],
    ["an object that nobody can delete", "!can.delete || hasUniqueName", "hasUniqueName", only],
    ["a preview that fears what `up` does", "!can.delete ||", "!isEngineQuiet ||", preview],
    ["a search without an end", 'isSearchOver ? stop("unseen"', 'false ? stop("unseen"', ends],
  ];
  for (const [what, text, other, invariant] of creates) {
    it(what, () => {
      const { decideCreate } = mutant("create", text, other);
      assert.ok(breachOf(createChecks[invariant], decideCreate) !== undefined);
    });
  }

  const absences: [string, string, string][] = [
    ["a young object that counts as gone", "if (isYoung)", "if (false)"],
    ["a delete without an answer on another instance", " && isElsewhere", " && false"],
    ["most objects missing at once", "return isOneOfMost ?", "return false ?"],
    ["a confirmation of an absence that counts for nothing", "if (isConfirmed)", "if (false)"],
  ];
  for (const [what, text, other] of absences) {
    it(what, () => {
      const { decideAbsence } = mutant("absence", text, other);
      assert.ok(absenceRows.some((row) => absenceBreach(row, decideAbsence) !== undefined));
    });
  }
});
