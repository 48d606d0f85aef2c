import type { Values } from "../../lifecycle/tables/row";
import { Bail } from "../sessions/providers";
import type { Run } from "../run";
import { newState, subjectOf } from "./state";
import type { ResourceState } from "./state";
import type { Step } from "../steps/step";
import type { StepExecutor } from "../steps/stepExecutor";
import { Steps } from "../steps/steps";
import { packageOf, providerTypeOf, referenceTo, rootStackType, rootStackUrn, urnOf } from "./urns";

/** What `pulumi import` takes into the state. */
export interface ImportedObject {
  type: string;
  name: string;
  id: string;
  isProtected: boolean;
  /** URNs; empty for the stack and the default provider. */
  parent: string;
  provider: string;
  /** The arguments of the default provider. */
  providerInputs: Values;
}

/** `importer` of the engine. */
export async function importObject(
  run: Run,
  executor: StepExecutor,
  object: ImportedObject,
): Promise<void> {
  const steps = new Steps(run);
  const apply = async (...chain: Step[]) => {
    await (
      await executor.submit(chain)
    ).done;
    if (executor.hasError || executor.signal.aborted) throw new Bail("failed");
  };
  for (const old of run.base.resources.filter((one) => !one.delete)) {
    await apply(steps.same(old, { ...old, id: "" }));
  }
  let stack = run.base.resources.find((one) => one.type === rootStackType && one.parent === "");
  if (stack === undefined) {
    stack = newState({ urn: rootStackUrn(run.name), type: rootStackType });
    await apply(steps.create(stack, undefined));
    stack.outputs = {};
  }
  const provider = await providerFor(run, object, (state) => apply(steps.create(state, undefined)));
  const { type, name, id, isProtected } = object;
  const parent = object.parent === "" ? stack.urn : object.parent;
  const urn = urnOf(run.name, { parent, type, name });
  const old = run.olds.get(urn);
  if (old !== undefined && (old.importId || old.id) === id) return;
  const state = newState({ urn, type, custom: true, parent, provider, importId: id });
  state.protect = isProtected;
  await apply({
    ...{ op: "import", state, res: state, isLogical: true },
    apply: async () => {
      if (old !== undefined) throw new Error(`resource '${urn}' already exists`);
      await steps.importInto(state);
      await check(run, state);
      return undefined;
    },
  });
}

/** What the program declares must be what the import has read, so that the provider checks it. */
async function check(run: Run, state: ResourceState): Promise<void> {
  const session = run.providers.get(state.provider);
  state.importId = "";
  const checked = await session?.check(subjectOf(state), state.inputs, state.inputs);
  const problems = checked?.failures ?? [];
  if (problems.length > 0) {
    run.report.line({
      urn: state.urn,
      severity: "warning",
      text: "One or more imported inputs failed to validate.",
    });
  }
  for (const { reason } of problems) {
    const { type, name } = subjectOf(state);
    const text = `${type} resource '${name}' has a problem: ${reason}`;
    run.report.line({ urn: state.urn, severity: "warning", text });
  }
}

async function providerFor(
  run: Run,
  { type, provider, providerInputs }: ImportedObject,
  create: (state: ResourceState) => Promise<void>,
): Promise<string> {
  const providerType = providerTypeOf(packageOf(type));
  const ofPackage = { parent: "", type: providerType, name: "default" };
  const urn = provider === "" ? urnOf(run.name, ofPackage) : provider;
  const old = run.olds.get(urn);
  if (old !== undefined) return referenceTo(urn, old.id);
  if (provider !== "") throw new Error(`could not find provider ${provider}`);
  const { inputs, failures } = await run.providers.check(urn, undefined, providerInputs);
  for (const { reason } of failures) run.report.error(urn, reason);
  if (failures.length > 0) throw new Error("provider check failed");
  const state = newState({ urn, type: providerType, custom: true, inputs });
  await create(state);
  return referenceTo(urn, state.id);
}
