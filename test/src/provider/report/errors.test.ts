import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startSimulator } from "pulumi-platform-simulator";
import { errorCodes, PlatformError } from "../../../../provider/dist/messages/errors";
import { resources } from "../../../../provider/dist/catalog";
import type { Resource } from "../../../../provider/dist/definition/resource";
import * as fixture from "../../fixtures/reportSchedule";
import { refusedMove } from "../../../../provider/dist/report/messages/impossibleMessages";
import { hideInAdvice, withRedaction } from "../../../../provider/dist/report/redaction";
import type { Advice } from "../../../../provider/dist/messages/advice";
import { callFunction, lifecycleOn, offline } from "../provider";

const root = join(__dirname, "..", "..", "..", "..");
const [reportSchedule] = resources as [Resource];
const report = { resource: reportSchedule, id: "42", state: fixture.reportSchedule.complete };

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => assert.fail("it succeeded"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof PlatformError);
  return error.code;
}

describe("a failure before any call", () => {
  it("of an update or a delete that has no way is impossible", async () => {
    const update = offline().update({ ...report, inputs: fixture.reportSchedule.other });
    assert.equal(await codeOf(update), "impossible");
    assert.equal(await codeOf(offline().delete(report)), "impossible");
  });

  it("of other recipients says that they differ, although no message has addresses", async () => {
    const state = structuredClone(fixture.reportSchedule.complete);
    const inputs = structuredClone(state);
    const recipients = (address: string) => [{ type: "EMAIL", value: address }];
    state.schedule.additionalRecipients = recipients("ann@example.com");
    inputs.schedule.additionalRecipients = recipients("bob@example.com");
    const { failures } = await offline().check({ ...report, inputs, old: state });
    assert.match(failures[0]?.reason ?? "", /from .*\[address\].* to another value\)/);
    await assert.rejects(
      offline().update({ ...report, state, inputs }),
      /is .*\[address\].* on the instance and another value in the program[^]*Set `schedule.additionalRecipients` in the program to the value of the instance/i,
    );
  });

  it("of a function's arguments is invalid_input, and names all of them", async () => {
    const work = callFunction("getReportSchedules", { limit: -1, sort: "title" }, () => undefined);
    await assert.rejects(
      work,
      /:\n {2}limit must be at least 0, not -1\.\n {2}Unknown property sort\. Known properties: /,
    );
    assert.equal(await codeOf(work), "invalid_input");
  });

  it("of the settings is invalid_settings", async () => {
    assert.equal(await codeOf(callFunction("getRoles", {}, () => undefined)), "invalid_settings");
  });
});

describe("a read that proves nothing", () => {
  it("is unknown_state, and names what a person can do", async () => {
    const simulator = await startSimulator();
    const work = lifecycleOn(simulator).read(report);
    assert.equal(await codeOf(work), "unknown_state");
    await assert.rejects(
      work,
      /the list of schedules is empty.*`pulumi config set platform:confirmAbsent 42`/,
    );
    await simulator.close();
  });
});

describe("a failure with a secret", () => {
  it("keeps all other parts of the failure", async () => {
    const error = new PlatformError({
      code: "not_found",
      operation: 'delete group 7 "Swordfish"',
      detail: 'no group "Swordfish"',
      missing: "object",
      isRepeated: true,
    });
    const inputs = { values: { name: "Swordfish" }, paths: [["name"]] };
    await assert.rejects(
      withRedaction({ inputs }, () => Promise.reject(error)),
      (failure: unknown) => {
        assert.ok(failure instanceof PlatformError);
        const { missing, isRepeated, operation, detail, message } = failure;
        assert.deepEqual({ missing, isRepeated }, { missing: "object", isRepeated: true });
        // A later message about the same failure begins with it.
        assert.equal(operation, 'delete group 7 "[secret]"');
        assert.match(detail, /^no group "\[.*\]"$/);
        assert.doesNotMatch(message, /Swordfish/);
        return true;
      },
    );
  });
});

describe("advice with a value that is hidden in part", () => {
  it("leaves out the whole value, because nobody could use the rest", () => {
    const steps: Advice[number]["steps"] = [
      { program: "set", path: "recipients", value: [{ type: "EMAIL", value: "ann@example.com" }] },
      { program: "set", path: "owners", value: [{ type: "USER", value: "1" }] },
      { program: "set", path: "token", value: ["Swordfish"] },
    ];
    const hide = (text: string) => text.replace(/Swordfish|ann@example.com/, "[hidden]");
    assert.deepEqual(hideInAdvice([{ steps }], hide), [
      {
        steps: [
          { program: "set", path: "recipients" },
          { program: "set", path: "owners", value: [{ type: "USER", value: "1" }] },
          { program: "set", path: "token" },
        ],
      },
    ]);
  });
});

describe("a refused move to another provider with a secret", () => {
  it("keeps its code and its advice, which tools read", async () => {
    const inputs = { values: { name: "Swordfish" }, paths: [["name"]] };
    const advice: Advice = [{ steps: [{ program: "set", path: "name", value: "Swordfish" }] }];
    const error = refusedMove({ reason: "Swordfish cannot be moved.", advice });
    await assert.rejects(
      withRedaction({ inputs }, () => Promise.reject(error)),
      {
        message: /^\[secret\] cannot be moved\. .*\[impossible\]$/,
        code: "impossible",
        advice: [{ steps: [{ program: "set", path: "name" }] }],
      },
    );
  });
});

describe("every code of a failure", () => {
  const codes = Object.keys(errorCodes);
  const tests = ["messages", "wire", "provider", "engine"].flatMap((area) => {
    const folder = join(root, "test", "src", area);
    return readdirSync(folder, { encoding: "utf8", recursive: true })
      .filter((file) => file.endsWith(".test.ts"))
      .map((file) => ({ file, text: readFileSync(join(folder, file), "utf8") }));
  });

  for (const code of codes) {
    it(`${code} is met in a test`, () => {
      assert.ok(tests.some(({ text }) => new RegExp(`["[]${code}\\W`).test(text)));
    });
  }
});
