import type { Values } from "../../lifecycle/tables/row";
import { Bail } from "./providers";
import type { ProviderSession } from "./session";
import { subjectOf } from "../states/state";
import type { ResourceState } from "../states/state";
import type { Decision, StepGenerator } from "../steps/stepGenerator";
import { isProviderType } from "../states/urns";
import { knownOnly } from "./values";

/** Has the provider check inputs, and takes what it makes of them. */
export async function checkInputs(
  generator: StepGenerator,
  decision: Decision,
  olds: Values | undefined,
  news: Values,
): Promise<void> {
  const { state, urn } = decision;
  const { run, steps } = generator;
  const refuse = (reason: string) => {
    const { type, name } = subjectOf(state);
    run.report.error(urn, `${type} resource '${name}' has a problem: ${reason}`);
    decision.isInvalid = true;
  };
  if (isProviderType(state.type)) {
    const { inputs, failures } = await run.providers.check(urn, olds, news);
    for (const { reason } of failures) refuse(reason);
    state.inputs = inputs;
    return;
  }
  const known = (values: Values) => (run.isPreview ? values : knownOnly(values));
  const sent = known(news);
  const session = await sessionOf(generator, state);
  const checked = await session.check(subjectOf(state), olds && known(olds), sent);
  for (const { reason } of checked.failures) refuse(reason);
  state.inputs = steps.marked(state, checked.inputs, sent);
}

/** The session of the provider of a resource; of one from the state where no program has registered it. */
export async function sessionOf(
  { run, choice }: StepGenerator,
  state: ResourceState,
): Promise<ProviderSession> {
  const session = run.providers.get(state.provider);
  if (session !== undefined) return session;
  choice.queueProvider(state);
  await run.ensureProvider(state);
  const found = run.providers.get(state.provider);
  if (found === undefined) throw new Bail(`unknown provider '${state.provider}'`);
  return found;
}
