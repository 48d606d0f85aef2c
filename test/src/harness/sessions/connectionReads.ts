import type { Simulator } from "pulumi-platform-simulator";

/** What a process reads before it answers its first check, where it has read nothing else. */
const connectionRead = "GET /api/authorization/v1/roles";

/**
 * Calls as `METHOD path`, perhaps after a place and a colon, without the reads that test the connection: at
 * most one for each place and process, beyond those that are expected anyway.
 */
export function withoutConnectionReads(
  calls: readonly string[],
  { expected = [], processes = 1 }: { expected?: readonly string[]; processes?: number } = {},
): string[] {
  const times = (call: string, all: readonly string[]) => all.filter((one) => one === call).length;
  const left = new Map<string, number>();
  return calls.filter((call) => {
    if (!call.endsWith(connectionRead)) return true;
    const surplus =
      left.get(call) ??
      Math.min(processes, Math.max(0, times(call, calls) - times(call, expected)));
    left.set(call, surplus - 1);
    return surplus <= 0;
  });
}

/** The routes that an instance was called at, without the reads that test the connection. */
export const furtherCalls = ({ calls }: Pick<Simulator, "calls">, processes = 1): string[] =>
  withoutConnectionReads(
    calls.map(({ route }) => route),
    { processes },
  );
