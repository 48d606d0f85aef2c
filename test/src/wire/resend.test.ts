import assert from "node:assert/strict";
import { startSimulator, type FaultRule } from "pulumi-platform-simulator";
import type { Request } from "../../../provider/dist/wire/request";
import { clientOf, exchange, failureOf, requests, table, type Method } from "./exchange";

interface Case {
  title: string;
  method: Method;
  fault: FaultRule;
}

const passing: [string, FaultRule][] = [
  ...[408, 500, 502, 503, 504].map((status): [string, FaultRule] => [
    `an answer ${status}`,
    { kind: "status", status },
  ]),
  ["a 503 that says when to come back", { kind: "status", status: 503, retryAfter: 0 }],
  ["a connection closed before the work", { kind: "close" }],
  ["a connection closed in the middle of the body", { kind: "close", moment: "mid-body" }],
  ["a connection closed after the work", { kind: "close", moment: "after" }],
  ["a connection closed in the middle of the answer", { kind: "close", moment: "mid-answer" }],
  ["a 500 after the work", { kind: "status", status: 500, moment: "after" }],
];
const cross = (methods: readonly Method[], faults: typeof passing, title: string): Case[] =>
  methods.flatMap((method) =>
    faults.map(([what, fault]) => ({ title: `${method} ${title} ${what}`, method, fault })),
  );
const run = ({ method, fault }: Case) => exchange(method, fault);

describe("a repeatable request", () => {
  const cases = cross(["GET", "PUT"], passing, "is sent again after");
  table(cases, run, ({ answer, error, calls, state }, { method }) => {
    assert.equal(error, undefined);
    assert.equal(calls.length, 2);
    assert.equal(calls[1]?.worked, true);
    if (method === "GET") assert.equal((answer as unknown[]).length, state.roles.length);
    else assert.equal(state.scheduledReportEmails, false);
  });
});

describe("a delete", () => {
  const before = passing.filter(([, { moment }]) => moment === undefined || moment === "mid-body");
  table(cross(["DELETE"], before, "is sent again after"), run, ({ error, calls, state }) => {
    assert.equal(error, undefined);
    assert.equal(calls.length, 2);
    assert.deepEqual(state.groups, []);
  });
});

describe("a delete whose answer was lost", () => {
  const after = passing.filter(([, { moment }]) => moment === "after" || moment === "mid-answer");
  table(
    cross(["DELETE"], after, "is sent again, and finds nothing there, after"),
    run,
    ({ error, calls, state }) => {
      assert.equal(error?.code, "not_found");
      assert.equal(error.mayHaveWorked, false);
      assert.equal(calls.length, 2);
      assert.deepEqual(state.groups, []);
    },
  );
});

describe("a fault that does not pass", () => {
  const lasting: [string, FaultRule][] = [
    ["an instance that answers 500", { kind: "status", status: 500, times: 0 }],
    ["an instance that cuts every answer", { kind: "close", moment: "mid-answer", times: 0 }],
  ];
  table(
    cross(["GET", "PUT"], lasting, "is sent 4 times and no more to"),
    run,
    ({ error, calls }, { method, fault }) => {
      assert.equal(calls.length, 4);
      assert.equal(error?.code, fault.kind === "status" ? "server_error" : "unreachable");
      assert.equal(error.mayHaveWorked, method !== "GET");
    },
  );
});

describe("a create", () => {
  const moments = ["before", "mid-body", "after", "mid-answer"] as const;
  const closes = moments.map((moment): [string, FaultRule] => [
    `a connection closed ${moment}`,
    { kind: "close", moment, times: 0 },
  ]);
  const statuses = (["before", "after"] as const).flatMap((moment) =>
    [500, 502, 503, 504].map((status): [string, FaultRule] => [
      `an answer ${status} ${moment} the work`,
      { kind: "status", status, moment, retryAfter: 0, times: 0 },
    ]),
  );
  const cut: [string, FaultRule][] = [
    ["half an answer 500", { kind: "status", moment: "mid-answer", times: 0 }],
    ["half a page", { kind: "html", moment: "mid-answer", times: 0 }],
  ];
  table(
    cross(["POST"], [...closes, ...statuses, ...cut], "is never sent twice after"),
    run,
    ({ error, calls, state }, { fault }) => {
      assert.equal(calls.length, 1);
      const answered = fault.kind === "status" && fault.moment !== "mid-answer";
      assert.equal(error?.code, answered ? "server_error" : "unreachable");
      assert.equal(error.mayHaveWorked, true);
      assert.match(
        error.message,
        /The platform may have carried out the request\. Check the instance/,
      );
      const worked = fault.moment === "after" || fault.moment === "mid-answer";
      assert.equal(state.groups.length, worked ? 2 : 1);
    },
  );

  it("is sent again where its sender says that this is safe", async () => {
    const simulator = await startSimulator();
    simulator.fault({ kind: "status", status: 503, retryAfter: 0 });
    const request: Request<unknown> = { ...requests.POST, repeatable: true };
    await clientOf(simulator).send(request);
    assert.equal(simulator.calls.length, 2);
    await simulator.close();
  });

  it("says that nothing was done where nobody listens", async () => {
    const simulator = await startSimulator();
    await simulator.close();
    const error = await failureOf(clientOf(simulator).send(requests.POST));
    assert.equal(error.code, "unreachable");
    assert.equal(error.mayHaveWorked, false);
    assert.match(
      error.message,
      /nothing accepts connections at .*Check that platform:baseUrl is correct/,
    );
    assert.doesNotMatch(error.message, /carried out/);
  });
});

describe("a 429", () => {
  const inTenMinutes = new Date(Date.now() + 600_000).toUTCString();
  const waits: [string, FaultRule["retryAfter"]][] = [
    ["with Retry-After 0", 0],
    ["with Retry-After as a date that has come", "Thu, 01 Jan 1970 00:00:00 GMT"],
    ["without Retry-After", undefined],
    ["with a Retry-After that nobody can read", "soon"],
  ];
  table(
    cross(
      ["POST", "PUT"],
      waits.map(([title, retryAfter]) => [
        title,
        { kind: "status", status: 429, times: 2, retryAfter },
      ]),
      "waits out a 429",
    ),
    run,
    ({ error, calls, state }, { method }) => {
      assert.equal(error, undefined);
      assert.deepEqual(
        calls.map(({ worked }) => worked),
        [false, false, true],
      );
      if (method === "POST") assert.equal(state.groups.length, 2);
    },
  );

  const refusals: [string, FaultRule["retryAfter"]][] = [
    ["asks for more than two minutes", 121],
    ["names a date ten minutes from now", inTenMinutes],
  ];
  table(
    cross(
      ["GET", "POST"],
      refusals.map(([title, retryAfter]) => [
        title,
        { kind: "status", status: 429, times: 0, retryAfter },
      ]),
      "ends at once where a 429",
    ),
    run,
    ({ error, calls }) => {
      assert.equal(calls.length, 1);
      assert.equal(error?.code, "rate_limited");
      assert.equal(error.mayHaveWorked, false);
      assert.match(error.message, /Wait a few minutes/);
    },
  );
});
