// The stacks of each wave of waves.json. Their names are part of names of files, artifacts, environments and tables.
const { readFileSync } = require("node:fs");

const known = ["dev", "staging", "canary", "production"];
const waves = JSON.parse(readFileSync("waves.json", "utf8"));

function mustBeKnown(wave) {
  if (known.includes(wave)) return;
  throw new Error(`waves.json: "${wave}" is not a wave. The workflows know ${known.join(", ")}.`);
}

for (const [wave, stacks] of Object.entries(waves)) {
  mustBeKnown(wave);
  if (!Array.isArray(stacks)) throw new Error(`waves.json: "${wave}" has no list of stacks.`);
  for (const stack of stacks) {
    const isName = typeof stack === "string" && /^[A-Za-z0-9][\w.-]*$/.test(stack);
    if (isName && !/^(preview|drift)-/.test(stack)) continue;
    throw new Error(
      `waves.json: ${JSON.stringify(stack)} of "${wave}" cannot be a stack. A stack has letters, digits, ".", "_" and "-", and does not begin with "preview-" or "drift-".`,
    );
  }
}
const all = known.flatMap((wave) => waves[wave] ?? []);
if (new Set(all).size < all.length) throw new Error("waves.json: a stack is in two waves.");

/** The stacks of a wave, or of all. */
exports.stacksOf = (wave) => {
  if (!wave) return all;
  mustBeKnown(wave);
  return waves[wave] ?? [];
};
exports.known = known;
