import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Call, FaultRule, Simulator } from "pulumi-platform-simulator";
import { z } from "zod";
import { routes } from "../../../provider/dist/platform/routes";
import type { Credentials } from "../../../provider/dist/wire/access";
import { Client } from "../../../provider/dist/wire/client";
import type { Request } from "../../../provider/dist/wire/request";
import { PlatformError } from "../../../provider/dist/messages/errors";
import { deadlines } from "../harness/sessions/deadlines";

/** One request of each method, with what proves that the instance did its work. */
export const requests = {
  GET: {
    operation: "read the roles",
    route: routes.listRoles,
    answer: z.array(z.object({ id: z.number(), name: z.string() })),
  },
  POST: {
    operation: 'create group "Analysts"',
    route: routes.createGroup,
    body: { name: "Analysts", type: "open" },
    answer: z.object({ id: z.string() }),
  },
  PUT: {
    operation: "turn the mail off",
    route: routes.switchEmails,
    body: false,
    answer: z.unknown(),
  },
  DELETE: {
    operation: "delete group 4711",
    route: routes.deleteGroup,
    params: { group: "4711" },
    answer: z.unknown(),
  },
} satisfies Record<string, Request<unknown>>;

export type Method = keyof typeof requests;

export const group = (id: number) => ({
  id,
  name: `Group ${id}`,
  type: "open",
  description: "",
  userIds: [],
  owners: [],
  creatorId: 1,
  guid: "",
  hidden: false,
  default: false,
  active: true,
  created: 0,
});

export function clientOf(simulator: Simulator, access: Partial<Credentials> = {}): Client {
  return new Client({
    baseUrl: simulator.url,
    token: simulator.token,
    tokenHeader: "X-SERVICE-Developer-Token",
    ...deadlines(30),
    ...access,
  });
}

/** The failure with which something ends; fails where it succeeds or ends with any other error. */
export async function failureOf(work: Promise<unknown>): Promise<PlatformError> {
  const error = await work.then(
    (value) => assert.fail(`succeeded with ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof PlatformError, String(error));
  return error;
}

export interface Outcome {
  answer?: unknown;
  error?: PlatformError;
  calls: Call[];
  state: Simulator["state"];
}

/** Sends one request to an instance of its own that has the given fault, and tells all that came of it. */
export async function exchange(
  method: Method,
  fault: FaultRule,
  access: Partial<Credentials> = {},
): Promise<Outcome> {
  const simulator = await startSimulator({ profile: "extended", token: access.token });
  const { calls, state } = simulator;
  state.groups.push(group(4711));
  simulator.fault(fault);
  const request: Request<unknown> = requests[method];
  try {
    return { answer: await clientOf(simulator, access).send(request), calls, state };
  } catch (error) {
    assert.ok(error instanceof PlatformError, String(error));
    return { error, calls, state };
  } finally {
    await simulator.close();
  }
}

/**
 * One test for each case. All of them are under way at once, as what they wait for is not work: pauses
 * between attempts, and deadlines.
 */
export function table<Case extends { title: string }>(
  cases: readonly Case[],
  run: (one: Case) => Promise<Outcome>,
  verify: (outcome: Outcome, one: Case) => void,
): void {
  const outcomes = new Map<Case, PromiseSettledResult<Outcome>>();
  before(async () => {
    const settled = await Promise.allSettled(cases.map(run));
    settled.forEach((result, index) => outcomes.set(cases[index] as Case, result));
  });
  for (const one of cases) {
    it(one.title, () => {
      const result = outcomes.get(one);
      if (result?.status !== "fulfilled") throw result?.reason as Error;
      verify(result.value, one);
    });
  }
}
