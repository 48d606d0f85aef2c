import assert from "node:assert/strict";
import { notCalled } from "../../../../sdk/dist/notCalled";
import { resources } from "../../../../provider/dist/catalog";
import { itemsOf } from "../../../../provider/dist/functions/partialLists";
import { ImpossibleChangeLog } from "../../../../provider/dist/report/impossibleChangeLog";
import { damaged } from "../../../../provider/dist/stores/journalFailures";
import * as messages from "../../../../provider/dist/report/messages/index";
import { stopping } from "../../../../provider/dist/process/stopping";
import { Capabilities } from "../../../../provider/dist/platform/capabilities";
import { routes } from "../../../../provider/dist/platform/routes";
import { inState } from "../../../../provider/dist/resources/reportSchedule/bodies";
import { readSettings } from "../../../../provider/dist/settings/index";
import type { Advice } from "../../../../provider/dist/messages/advice";
import { answerAdvice } from "../../../../provider/dist/messages/answerAdvice";
import { explainAnswer, tooLarge } from "../../../../provider/dist/wire/answers";
import { explainFault } from "../../../../provider/dist/messages/connectionFaults";
import { errorCodes, PlatformError } from "../../../../provider/dist/messages/errors";
import type { ErrorCode } from "../../../../provider/dist/messages/errors";
import * as fixture from "../../fixtures/reportSchedule";
import { offline } from "../provider";

const schedule = resources.find(({ name }) => name === "ReportSchedule");
const action = resources.find(({ name }) => name === "StreamExecution");
assert.ok(schedule?.kind === "object" && action !== undefined);
const values = fixture.reportSchedule.complete;
const names = {
  address: { setting: "baseUrl", place: "PLATFORM_BASE_URL" },
  secret: { setting: "token", place: "PLATFORM_TOKEN" },
};
const execution = { streamId: "4021" };
const cut = {
  items: new Map<string, unknown>(),
  complete: false,
  odd: [],
  received: 0,
  isUnpaged: false,
};

/** What an answer with this status advises. */
function answered(status: number, contentType = "application/json", text = "{}"): Advice {
  const answer = { status, contentType, text, location: "", isOfObject: false };
  const explained = explainAnswer(answer, (told) => told);
  assert.ok("failure" in explained);
  return answerAdvice(explained.failure, names, false) ?? [];
}

function thrown(work: () => unknown): PlatformError {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof PlatformError);
    return error;
  }
  assert.fail("it succeeded");
}

/** An instance that turned out not to offer this call. */
async function notOffered(): Promise<Advice> {
  const asked = { operation: "read it", route: routes.fetchSchedule };
  const error = new PlatformError({ code: "not_offered", operation: "read it", detail: "no" });
  const learned: unknown = await new Capabilities()
    .learn(asked, Promise.reject(error))
    .catch((reason: unknown) => reason);
  assert.ok(learned instanceof PlatformError);
  return learned.advice;
}

/** A schedule in the list, which has another number of recipients than in the state. */
function recounted(): Advice {
  const outputs = { __recipientCount: 3 };
  const state = { title: "Weekly", viewId: 2, __recipientCount: 2 };
  const { warning } = inState({ id: "1", live: {}, outputs }, state);
  assert.ok(typeof warning === "object");
  assert.equal(warning.code, "recipients_changed");
  return warning.advice;
}

/** For each code, a failure with it. */
const advised: Record<ErrorCode, (() => Advice | Promise<Advice>) | undefined> = {
  invalid_settings: () =>
    thrown(() => readSettings({ config: () => undefined, environment: {} })).advice,
  invalid_input: () =>
    messages.invalidArguments("getRole", [
      {
        ...{ property: "id", reason: "id is wrong.", code: "invalid_input" },
        advice: [{ steps: [{ program: "change", path: "id" }] }],
      },
    ]).advice,
  recipient_not_allowed: () => messages.mailsAtOnce("recipients[0]").advice ?? [],
  declared_twice: () => messages.importedTwice(schedule, "42").advice,
  not_in_preview: () => notCalled("generateText").advice,
  impossible: () =>
    messages.cannotDelete({ resource: schedule, id: "42", state: values, identity: "r1" }).advice,
  collecting: () =>
    thrown(() => {
      const asked = { PLATFORM_COLLECT: "/tmp/impossible" };
      new ImpossibleChangeLog(asked).refuse("create", schedule, values);
    }).advice,
  another_instance: () =>
    messages.anotherInstance(schedule, values, { id: "42", madeOn: "one", here: "two" }).advice,
  journal_unusable: () => damaged({ path: "/journal/one", lineNumber: 3 }).advice,
  duplicate_exists: () => messages.duplicateExists(schedule, values, ["42"], [], []).advice,
  ambiguous: () => messages.severalToImport(schedule, "Weekly", [{ id: "1" }, { id: "2" }]).advice,
  unknown_state: () =>
    messages.unknownCreate(schedule, values, { identity: "r1", confirmed: [] }).advice,
  not_accepted: () =>
    messages.keepsOthers(schedule, values, { title: "Other" }, ["title"], ["title"], "extended")
      .advice ?? [],
  recipients_changed: recounted,
  ended_badly: () => messages.endedBadly(action, execution, "it failed").advice,
  interrupted: () => stopping().advice,
  unauthorized: () => answered(401),
  not_the_api: () => answered(200, "text/html", "<html>"),
  not_offered: notOffered,
  forbidden: () => answered(403),
  not_found: () => answered(404),
  // The platform's own words say what is wrong with the request.
  conflict: undefined,
  rejected: undefined,
  rate_limited: () => answered(429),
  server_error: () => answered(503),
  redirected: () => answered(302),
  unreachable: () =>
    explainFault({ code: "ECONNREFUSED" }, { ...names, host: "one", sent: false }).advice ?? [],
  timed_out: () => messages.tookTooLong("create", 1).advice,
  partial_list: () =>
    thrown(() => itemsOf(offline().instance, "list them", { ...cut, partial: "cut" })).advice,
  answer_too_large: () => answerAdvice(tooLarge("more than 2 MiB"), names, false) ?? [],
  unexpected_answer: () => answered(200, "application/json", "{"),
};

describe("what people can do about a failure", () => {
  for (const code of Object.keys(errorCodes) as ErrorCode[]) {
    const failure = advised[code];
    if (failure === undefined) continue;
    it(`is data where its code is ${code}`, async () => {
      const advice = await failure();
      assert.notEqual(advice.length, 0);
      for (const { steps } of advice) assert.notEqual(steps.length, 0);
    });
  }

  it("begins with a look at the instance where the platform may have carried out the request", () => {
    const lost = { code: "server_error", operation: "create it", detail: "no answer" } as const;
    const { advice, message } = new PlatformError({ ...lost, mayHaveWorked: true });
    assert.deepEqual(advice, [{ steps: [{ check: ["instance"] }, { again: "command" }] }]);
    assert.match(message, /may have carried out the request\. Check the instance, then run the/);
  });
});
