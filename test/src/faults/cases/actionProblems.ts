import type { Simulator } from "pulumi-platform-simulator";
import type { StateResource } from "../../engine/stacks/pulumiStack";

/**
 * What was done twice that a program asks for once, and what is said to be done and was not. Each action of the
 * program has recipients, a stream or a text of its own.
 */
export function actionProblems(
  { outbox, state: instance }: Simulator,
  state: Record<string, StateResource>,
): string[] {
  const counts = new Map<string, number>();
  const { executions, texts } = instance;
  const streams = executions.map(({ streamId }) => String(streamId));
  const inputs = texts.map(({ input }) => input);
  for (const one of [...outbox.map(({ to }) => to), ...streams, ...inputs]) {
    counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  const twice = [...counts].filter(([, count]) => count > 1).map(([one]) => `${one} twice`);
  const missed = Object.values(state)
    .filter(({ outputs }) => outputs?.outcome === "done")
    .map(({ outputs }) => outputs as Partial<Asked>)
    .flatMap(({ recipients = [], streamId, input }) => [
      ...recipients.map(({ value, emailAddress }) => value ?? emailAddress),
      streamId,
      input,
    ])
    .filter((one) => one !== undefined && !counts.has(one))
    .map((one) => `${one} was not done, and is said to be`);
  return [...twice, ...missed];
}

interface Asked {
  recipients: { value?: string; emailAddress?: string }[];
  streamId: string;
  input: string;
}
