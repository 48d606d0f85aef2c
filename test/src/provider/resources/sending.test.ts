import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { startSimulator } from "pulumi-platform-simulator";
import type { FaultRule, Simulator } from "pulumi-platform-simulator";
import type { Lifecycle } from "../../../../provider/dist/lifecycle/lifecycle";
import { reportSchedule } from "../../../../provider/dist/resources/reportSchedule/reportSchedule";
import { reportNotification } from "../../../../provider/dist/resources/reportNotification";
import { reportSend } from "../../../../provider/dist/resources/reportSend";
import { weekly } from "../../engine/stacks/declarations";
import { call, schedulesPath } from "../../simulator/client";
import { ownHome } from "../home";
import { changedPaths, lifecycleOn } from "../provider";
import { deadlines } from "../../harness/sessions/deadlines";

const actions = [
  {
    resource: reportSend,
    path: "/sendnow$",
    recipients: [{ type: "EMAIL", value: "board@example.com" }],
    others: [{ type: "EMAIL", value: "audit@example.com" }],
  },
  {
    resource: reportNotification,
    path: "/notifications$",
    recipients: [{ userId: 1000001, displayName: "Board", emailAddress: "board@example.com" }],
    others: [{ userId: 1000002, displayName: "Audit", emailAddress: "audit@example.com" }],
  },
];
for (const { resource, path, recipients, others } of actions)
  describe(`a mail of ${resource.name}`, () => {
    let platform: Simulator;
    ownHome();
    let scheduleId: string;
    const provider = (operations: "documented" | "extended" = "documented") =>
      lifecycleOn(platform, { operations, ...deadlines(0.5) });
    const inputs = (...triggers: unknown[]) => ({
      scheduleId,
      recipients,
      triggers,
    });
    const send = (lifecycle: Lifecycle, ...triggers: unknown[]) =>
      lifecycle.create({ resource, inputs: inputs(...triggers), identity: "send" });
    const lose = (rule: Partial<FaultRule>) =>
      platform.fault({ method: "POST", path, kind: "close", ...rule });
    const mails = () => platform.outbox.length;

    before(async () => {
      platform = await startSimulator({ profile: "extended" });
    });
    after(async () => {
      await platform.close();
    });
    beforeEach(async () => {
      platform.reset();
      ({ id: scheduleId } = await provider().create({
        resource: reportSchedule,
        inputs: weekly().args,
        identity: "schedule",
      }));
    });

    it("is done once, and the outcome says so", async () => {
      const {
        state,
        warnings: [warning],
      } = await send(provider());
      assert.deepEqual(platform.calls.at(-1)?.body, recipients);
      assert.equal(state.outcome, "done");
      assert.equal(warning, undefined);
      assert.equal(mails(), 1);
    });

    const lost: [string, Partial<FaultRule>, number][] = [
      ["before the work", { moment: "before" }, 0],
      ["after the work", { moment: "after" }, 1],
      ["in the middle of the answer", { moment: "mid-answer" }, 1],
      ["to a 504 after the work", { kind: "status", status: 504, moment: "after" }, 1],
    ];
    for (const [when, rule, sent] of lost) {
      it(`ends as unknown when the answer is lost ${when}, and is never sent again by itself`, async () => {
        lose(rule);
        const {
          state,
          warnings: [warning],
        } = await send(provider());
        assert.equal(state.outcome, "unknown");
        assert.match(warning ?? "", /is unknown whether .* ran.*change `triggers`/s);
        assert.doesNotMatch(
          warning ?? "",
          /\.\.|[Rr]un (this|the command) again/,
          "one thing to do",
        );
        assert.equal(mails(), sent);
        assert.equal(
          (await send(provider())).state.outcome,
          "unknown",
          "a run that was killed after it",
        );
        assert.equal(mails(), sent);
      });

      it(`is looked up in the history when the answer is lost ${when}, where operations are extended`, async () => {
        lose(rule);
        const { state } = await send(provider("extended"));
        assert.equal(state.outcome, sent === 1 ? "done" : "unknown");
        assert.equal(mails(), sent);
      });
    }

    it("is not proven by what somebody else sends to as many others meanwhile", async () => {
      const schedule = `${schedulesPath}/${scheduleId}`;
      const looks = () =>
        platform.calls.filter((one) => one.path.startsWith(`${schedule}/history`)).length;
      lose({ moment: "before" });
      const sending = send(provider("extended"));
      while (looks() < 2) await sleep(5);
      const frank = [{ type: "EMAIL", value: "frank@example.com" }];
      await call(platform, "POST", `${schedule}/sendnow`, frank);
      const { state } = await sending;
      assert.deepEqual([state.outcome, mails()], ["unknown", 1]);
    });

    it("is not sent again by a run after a killed one that names the same people in another order", async () => {
      const two = [...recipients, ...others];
      const order = (names: unknown[]) =>
        provider().create({
          resource,
          inputs: { scheduleId, recipients: names },
          identity: "send",
        });
      await order(two);
      const sent = mails();
      await order([...two].reverse());
      assert.equal(mails(), sent);
    });

    it("is not sent by a second run, which says when it was sent", async () => {
      await send(provider());
      const {
        notices: [notice],
      } = await provider().check({ resource, inputs: inputs(), identity: "send" });
      assert.match(
        notice ?? "",
        /will e-mail nobody: an earlier run began to send it, at \d{4}-\S+Z\. To send it again, change `triggers`\.$/,
      );
      const {
        state,
        warnings: [warning],
      } = await send(provider());
      assert.equal(state.outcome, "done");
      assert.match(
        warning ?? "",
        /already ran, at \d{4}-\S+Z, and does not run again\. To run it again, change `triggers`\./,
      );
      assert.equal(mails(), 1);
    });

    it("is sent again when a trigger changes, and only then", async () => {
      const { state } = await send(provider(), 1);
      const again = { resource, id: "send", state, identity: "send" };
      assert.deepEqual(changedPaths(await provider().diff({ ...again, inputs: inputs(1) })), []);
      assert.deepEqual(changedPaths(await provider().diff({ ...again, inputs: inputs(2) })), [
        "triggers",
      ]);
      await provider().update({ ...again, inputs: inputs(2) });
      await provider().update({ ...again, inputs: inputs(2) });
      assert.equal(mails(), 2, "the second run finds the receipt of the first, which was killed");
    });

    it("is announced with the doubt that the schedule exists, where the instance shows that", async () => {
      const warningsOf = async (id: string, operations?: "extended") => {
        const request = { resource, inputs: { ...inputs(), scheduleId: id }, identity: id };
        return (await provider(operations).check(request)).warnings.join();
      };
      assert.match(
        await warningsOf("999", "extended"),
        /the instance shows no report schedule 999, and `pulumi up` fails while it does not\./,
      );
      assert.equal(await warningsOf(scheduleId, "extended"), "");
      assert.equal(await warningsOf("999"), "");
    });

    it("calls nothing when it is deleted", async () => {
      const { state } = await send(provider());
      const calls = platform.calls.length;
      await provider().delete({ resource, id: "send", state, identity: "send" });
      assert.equal(platform.calls.length, calls);
    });

    it("fails when an answer mentions required parameters, in any field for words", async () => {
      for (const name of ["message", "detail", "title"]) {
        const body = { [name]: "not all required parameters were provided" };
        platform.fault({ method: "POST", path, kind: "body", moment: "before", body });
        await assert.rejects(send(provider(), name), /Nothing was sent/);
      }
      assert.equal(mails(), 0);
    });

    it("fails when the platform refuses it, and may then be tried again", async () => {
      lose({ kind: "status", status: 403, moment: "before" });
      await assert.rejects(send(provider()), { code: "forbidden" });
      await send(provider());
      assert.equal(mails(), 1);
    });
  });

describe("a refresh that misses most of what there was", () => {
  it("stops, unless the ids are confirmed to be gone", async () => {
    const platform = await startSimulator({ profile: "extended" });
    const provider = (confirmAbsent: string[] = []) =>
      lifecycleOn(platform, { operations: "extended", confirmAbsent });
    try {
      const inputs = weekly().args;
      const { state } = await provider().create({ resource: reportSchedule, inputs });
      const read = (lifecycle: Lifecycle, id: string) =>
        lifecycle.read({ resource: reportSchedule, id, state });
      const one = await read(provider(), "1");
      assert.equal(one, undefined, "one that is gone is gone");
      const lifecycle = provider();
      const many = await Promise.allSettled(["1", "2", "3"].map((id) => read(lifecycle, id)));
      for (const outcome of many) {
        assert.equal(outcome.status, "rejected");
        assert.match(
          String(outcome.reason),
          /3 of the 3 objects that were read are missing at once/,
        );
      }
      assert.equal(await read(provider(["1", "2"]), "1"), undefined);
    } finally {
      await platform.close();
    }
  });
});
