import assert from "node:assert/strict";
import type { FaultRule } from "pulumi-platform-simulator";
import type { ErrorCode } from "../../../provider/dist/messages/errors";
import { exchange, table, type Method } from "./exchange";

interface Case {
  title: string;
  method: Method;
  fault: FaultRule;
  code: ErrorCode;
  said: RegExp;
  traceId?: string;
  mayHaveWorked?: boolean;
}

const toe = "7Q2M4XK9TB-LH3ZD-0VW5R";
const spoken = (status: number, statusReason: string, message: string) => ({
  kind: "status" as const,
  status,
  body: { status, statusReason, message, toe },
  times: 0,
});
const run = ({ method, fault }: Case) => exchange(method, fault);

describe("a permanent refusal", () => {
  const answers: Omit<Case, "title" | "method">[] = [
    {
      fault: spoken(400, "Bad Request", "schedule.hourOfDay must be between 0 and 23"),
      code: "rejected",
      said: /answered 400: "schedule\.hourOfDay must be between 0 and 23"\. \(trace 7Q2M/,
      traceId: toe,
    },
    {
      fault: spoken(401, "Unauthorized", ""),
      code: "unauthorized",
      said: /answered 401: "Unauthorized"\. Set platform:token to a valid token, or check that the platform expects the token in the header X-SERVICE-Developer-Token \(platform:tokenHeader\)\. \(trace /,
      traceId: toe,
    },
    {
      fault: { kind: "status", status: 403, body: "You may not see this", times: 0 },
      code: "forbidden",
      said: /answered 403: "You may not see this"\. Give the user of the token the grant/,
    },
    {
      fault: { kind: "status", status: 403, body: '"Quoted, as JSON"', times: 0 },
      code: "forbidden",
      said: /answered 403: "Quoted, as JSON"\. /,
    },
    {
      fault: spoken(404, "Not Found", "no such group"),
      code: "not_found",
      said: /answered 404: "no such group"\. Check that .*the object exists, that the user .* \(trace/,
      traceId: toe,
    },
    {
      fault: { kind: "html", status: 404, times: 0 },
      code: "not_the_api",
      said: /answered 404 with an HTML page: "Blocked Blocked"\. Check that platform:baseUrl/,
    },
    {
      fault: { kind: "status", status: 404, body: "default backend", times: 0 },
      code: "not_found",
      said: /answered 404: "default backend"\. Check that the object .* platform:baseUrl is correct/,
    },
    {
      fault: { kind: "body", status: 404, times: 0 },
      code: "not_found",
      said: /answered 404\. Check that the object .* platform:baseUrl is correct/,
    },
    {
      fault: { kind: "html", status: 403, times: 0 },
      code: "not_the_api",
      said: /answered 403 with an HTML page: "Blocked Blocked"\. Check that platform:baseUrl/,
    },
    ...[405, 501].map((status) => ({
      fault: { kind: "status" as const, status, body: "no", times: 0 },
      code: "not_offered" as const,
      said: new RegExp(`answered ${status}: "no"\\. Check that platform:baseUrl`),
    })),
    ...["No such endpoint", "Cannot PUT /api/x", "PUT /api/x does not exist"].map((message) => ({
      fault: spoken(404, "Not Found", message),
      code: "not_offered" as const,
      said: new RegExp(`answered 404: "${message}"\\. Check that platform:baseUrl`),
      traceId: toe,
    })),
    {
      fault: spoken(409, "Conflict", "is running"),
      code: "conflict",
      said: /answered 409: "is running"\. \(trace/,
      traceId: toe,
    },
    {
      fault: { kind: "status", status: 415, body: {}, times: 0 },
      code: "rejected",
      said: /answered 415: "\{\}"\./,
    },
    {
      fault: { kind: "status", status: 422, body: { statusReason: "Unprocessable" }, times: 0 },
      code: "rejected",
      said: /answered 422: "Unprocessable"\./,
    },
  ];
  const form = ({ kind, body }: FaultRule) =>
    kind === "html" ? "in HTML" : body === undefined ? "without a body" : `as ${typeof body}`;
  const cases = (["GET", "POST", "PUT", "DELETE"] as const).flatMap((method) =>
    answers.map((answer): Case => {
      const title = `${answer.fault.status} ${form(answer.fault)}, to ${method}, is said once: ${answer.said.source.slice(0, 40)}…`;
      return { title, method, ...answer };
    }),
  );
  table(cases, run, ({ error, calls, state }, { code, said, traceId, fault }) => {
    assert.equal(calls.length, 1);
    assert.equal(error?.code, code);
    assert.equal(error.status, fault.status);
    assert.equal(error.traceId, traceId);
    assert.match(error.message, said);
    assert.match(error.message, /^Could not (read|create|turn|delete) .*: [A-Z]+ http:\/\/127/);
    assert.equal(error.mayHaveWorked, false);
    assert.equal(state.groups.length, 1);
  });
});

describe("a success that is none", () => {
  const whole = { id: "4712" };
  const cases: Case[] = [
    {
      title: "is an HTML page",
      method: "POST",
      fault: { kind: "html" },
      code: "not_the_api",
      said: /answered 200 with an HTML page: "Blocked Blocked".*no proxy or sign-in page/,
      mayHaveWorked: true,
    },
    {
      title: "is a page that calls itself JSON",
      method: "GET",
      fault: { kind: "body", body: " <!doctype html><title>Sign in</title>" },
      code: "not_the_api",
      said: /with an HTML page: "Sign in"/,
    },
    {
      title: "is an empty body where one is needed",
      method: "POST",
      fault: { kind: "body" },
      code: "unexpected_answer",
      said: /not as the specification describes \(body: /,
      mayHaveWorked: true,
    },
    {
      title: "is JSON that ends too soon",
      method: "POST",
      fault: { kind: "body", body: JSON.stringify(whole).slice(0, -2) },
      code: "unexpected_answer",
      said: /answered 200 with broken JSON: "\{"id":"4712"/,
      mayHaveWorked: true,
    },
    {
      title: "says that the request was refused",
      method: "POST",
      fault: { kind: "body", body: { status: 400, statusReason: "Bad Request", message: "no" } },
      code: "rejected",
      said: /answered 200 and says that the request failed with 400: "no"\./,
    },
    {
      title: "says that the platform failed",
      method: "POST",
      fault: { kind: "body", body: { status: 500, httpMessage: "Internal Server Error" } },
      code: "server_error",
      said: /answered 200 and says that the request failed with 500: /,
      mayHaveWorked: true,
    },
    {
      title: "is in words where an id is needed",
      method: "POST",
      fault: { kind: "body", body: "Created" },
      code: "unexpected_answer",
      said: /not as the specification describes \(body: /,
      mayHaveWorked: true,
    },
    {
      title: "lacks a field",
      method: "POST",
      fault: { kind: "body", body: {} },
      code: "unexpected_answer",
      said: /not as the specification describes \(id: /,
      mayHaveWorked: true,
    },
    {
      title: "has a field of another type",
      method: "GET",
      fault: {
        kind: "body",
        body: [
          { id: 1, name: "A" },
          { id: true, name: "B" },
        ],
      },
      code: "unexpected_answer",
      said: /not as the specification describes \(1\.id: /,
    },
    {
      title: "is an object where a list is needed",
      method: "GET",
      fault: { kind: "body", body: {} },
      code: "unexpected_answer",
      said: /not as the specification describes \(body: /,
    },
    {
      title: "is 204 where an answer is needed",
      method: "POST",
      fault: { kind: "body", status: 204 },
      code: "unexpected_answer",
      said: /answered 204, but not as the specification describes/,
      mayHaveWorked: true,
    },
  ];
  table(cases, run, ({ error, calls }, { code, said, mayHaveWorked = false }) => {
    assert.equal(calls.length, 1);
    assert.equal(error?.code, code);
    assert.match(error.message, said);
    assert.equal(error.mayHaveWorked, mayHaveWorked);
  });
});

describe("an answer that never comes", () => {
  const moments = ["before", "after", "mid-answer"] as const;
  const deadlines = [0.5, 0.5123456, 0.7];
  const cases = [
    ...moments.map((moment) => ({ moment, writeDeadlineSeconds: 0.5 })),
    ...deadlines.map((writeDeadlineSeconds) => ({
      moment: "before" as const,
      writeDeadlineSeconds,
    })),
  ].map((one) => ({
    ...one,
    title: `ends a create after ${one.writeDeadlineSeconds} s, held back ${one.moment}`,
  }));
  table(
    cases,
    ({ moment, writeDeadlineSeconds }) =>
      exchange("POST", { kind: "hang", moment }, { writeDeadlineSeconds }),
    ({ error, calls }, { moment, writeDeadlineSeconds }) => {
      assert.equal(calls.length, 1);
      assert.equal(error?.code, "timed_out");
      assert.equal(error.mayHaveWorked, true);
      const what = moment === "mid-answer" ? "no complete answer" : "no answer";
      assert.ok(
        error.message.includes(`got ${what} within ${writeDeadlineSeconds} s`),
        error.message,
      );
    },
  );
});
