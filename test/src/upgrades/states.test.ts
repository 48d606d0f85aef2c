import assert from "node:assert/strict";
import { basename } from "node:path";
import { resources } from "../../../provider/dist/catalog";
import { pick } from "../../../provider/dist/state/compare";
import { isBookkeeping } from "../../../provider/dist/state/bookkeeping";
import { instanceKey, withoutDynamicInputs } from "../../../provider/dist/dynamic/inputs";
import { nameIn } from "../engine/stacks/pulumiStack";
import type { StateResource } from "../engine/stacks/pulumiStack";
import type { InProcessStack } from "../harness/inProcessStack";
import { mustStay } from "./promise";
import { recordedVersions, stackFolders } from "./recording";
import { Replay } from "./replay";

/** What the engine does to a resource that does not change. */
const calm = ["same", "refresh"];
const apply = ["--yes", "--skip-preview"];

/** The keys in a state that this build does not know. */
function unknownKeys({ type, inputs = {}, outputs = {} }: StateResource): string[] {
  const resource = resources.find(({ name }) => type.endsWith(`:${name}`));
  if (resource === undefined) return [`the type ${type}`];
  const known = [...Object.keys(resource.inputs.shape), ...Object.keys(resource.outputs.shape)];
  return Object.keys(withoutDynamicInputs({ ...inputs, ...outputs })).filter(
    (key) => !known.includes(key) && !isBookkeeping(key),
  );
}

/**
 * The inputs and outputs in a state that must stay, by resource. A look at the instance may add an output, so only the
 * outputs of `earlier` count.
 */
function valuesOf(state: State, command: string, earlier: State) {
  const values = Object.entries(state).map(([name, { inputs = {}, outputs = {}, ...one }]) => {
    const known = Object.keys(earlier[name]?.outputs ?? {});
    // A refresh moves bookkeeping, and drops that of the dynamic resources.
    const isKept = (key: string) =>
      command !== "refresh" || (!key.startsWith("__") && key !== instanceKey);
    const kept = pick(outputs, known.filter(isKept));
    // The first run after an import takes the inputs of the program.
    const isImported = "importID" in one && command === "up";
    return [name, isImported ? [kept] : [pick(inputs, Object.keys(inputs).filter(isKept)), kept]];
  });
  const text = JSON.stringify(Object.fromEntries(values));
  // The next run of a schedule is a later one by now.
  return JSON.parse(text.replace(/\b1\d{12}\b/g, '"a time"')) as unknown;
}

type State = Record<string, StateResource>;

for (const version of recordedVersions())
  for (const folder of stackFolders(version)) {
    const name = basename(folder);
    if (name.includes("killed")) continue;
    describe(`a stack of version ${version} (${name})`, () => {
      let replay: Replay;
      let stack: InProcessStack;
      before(async () => {
        replay = await Replay.open(folder);
        stack = await replay.stack();
      });
      after(() => replay.close());
      it("has only resources, inputs and outputs that this version knows", async () => {
        const ours = Object.values(await stack.state()).filter(({ type }) =>
          /platform:/.test(type),
        );
        const unknown = ours.flatMap((one) =>
          unknownKeys(one).map((key) => `${nameIn(one.urn)}: ${key}`),
        );
        assert.deepEqual(unknown, [], mustStay(version, "these parts of states"));
      });

      for (const command of ["preview", "up", "refresh"]) {
        it(`is the same after \`pulumi ${command}\`, which changes nothing on the instance`, async () => {
          const earlier = await stack.state();
          const told = await stack.told(command, ...(command === "preview" ? [] : apply));
          const steps = [...told.ops].filter(([, ops]) => ops.some((op) => !calm.includes(op)));
          assert.deepEqual(
            [told.code, steps],
            [0, []],
            `${mustStay(version, "a state")}\n${told.text}`,
          );
          assert.deepEqual(
            valuesOf(await stack.state(), command, earlier),
            valuesOf(earlier, command, earlier),
            mustStay(version, "the inputs and outputs of a state"),
          );
          assert.deepEqual(replay.writes(), [], mustStay(version, "a state"));
        });
      }
    });
  }
