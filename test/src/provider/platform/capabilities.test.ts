import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import type { Resource } from "../../../../provider/dist/definition/resource";
import type { Lifecycle } from "../../../../provider/dist/lifecycle/lifecycle";
import { group } from "../../../../provider/dist/resources/groups/group";
import { reportSchedule } from "../../../../provider/dist/resources/reportSchedule/reportSchedule";
import { reportSend } from "../../../../provider/dist/resources/reportSend";
import { streamExecution } from "../../../../provider/dist/resources/streamExecution";
import { textGeneration } from "../../../../provider/dist/resources/textGeneration";
import type { Operations } from "../../../../provider/dist/platform/operations";
import { weekly } from "../../engine/stacks/declarations";
import { deadlines } from "../../harness/sessions/deadlines";
import { ownHome } from "../home";
import { lifecycleOn } from "../provider";

describe("an instance that lacks or refuses something", () => {
  let platform: Simulator;
  ownHome();
  const list = "GET /api/content/v1/reportschedules";
  const on = (operations: Operations, more: Record<string, unknown> = {}) =>
    lifecycleOn(platform, { operations, ...deadlines(0.5), ...more });
  const titled = (title: string) => ({ ...weekly().args, title });
  const create = (lifecycle: Lifecycle, resource: Resource, inputs: Record<string, unknown>) =>
    lifecycle.create({ resource, inputs, identity: JSON.stringify(inputs) });
  const calls = (route: string) => platform.calls.filter((call) => call.route === route).length;

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
  });
  after(() => platform.close());
  beforeEach(() => {
    platform.reset();
    platform.calls.length = 0;
  });

  describe("refuses the list before a create", () => {
    it("creates all the same, and says once what is less safe", async () => {
      platform.useVariants("forbidden-evidence");
      const lifecycle = on("documented");
      const first = await create(lifecycle, reportSchedule, titled("One"));
      const second = await create(lifecycle, reportSchedule, titled("Two"));
      assert.equal(platform.state.schedules.length, 2);
      assert.equal(first.warnings.length, 1);
      assert.match(
        first.warnings.join(),
        /^Could not list report schedules: GET \S+ answered 403: "Forbidden"\. Pulumi creates each report schedule without looking for an identical one first\. If the answer/,
      );
      assert.deepEqual(second.warnings, []);
      assert.equal(calls(list), 2, "once before the first create, once for its owner");
    });

    it("ends a lost answer as unknown, and creates nothing twice", async () => {
      platform.useVariants("forbidden-evidence");
      platform.fault({ method: "POST", path: "/reportschedules$", kind: "close", moment: "after" });
      const lifecycle = on("documented");
      const lost = create(lifecycle, reportSchedule, titled("One"));
      await assert.rejects(lost, { code: "unknown_state" });
      const again = create(on("documented"), reportSchedule, titled("One"));
      await assert.rejects(again, { code: "unknown_state" });
      assert.equal(platform.state.schedules.length, 1);
    });

    const stops = [
      { code: "unauthorized", fault: { kind: "status", status: 401 } },
      { code: "not_the_api", fault: { kind: "html" } },
      { code: "redirected", fault: { kind: "redirect" } },
      { code: "server_error", fault: { kind: "status", status: 503, retryAfter: 0 } },
      { code: "timed_out", fault: { kind: "hang" } },
      { code: "unreachable", fault: { kind: "close" } },
    ] as const;
    for (const { code, fault } of stops) {
      it(`creates nothing where the list fails with ${code}`, async () => {
        platform.fault({ method: "GET", path: "/reportschedules$", times: 0, ...fault });
        await assert.rejects(create(on("documented"), reportSchedule, titled("One")), { code });
        assert.equal(calls("POST /api/content/v1/reportschedules"), 0);
      });
    }
  });

  describe("has no history", () => {
    it("sends a report once, and says once what is less safe", async () => {
      platform.useVariants("no-history");
      const lifecycle = on("extended");
      const { id: scheduleId } = await create(lifecycle, reportSchedule, titled("One"));
      const recipients = [{ type: "EMAIL", value: "board@example.com" }];
      const sends = [];
      for (const trigger of ["one", "two"]) {
        const inputs = { scheduleId, recipients, triggers: [trigger] };
        sends.push(await create(lifecycle, reportSend, inputs));
      }
      assert.deepEqual(
        sends.map(({ state, warnings }) => [state.outcome, warnings.length]),
        [
          ["done", 1],
          ["done", 0],
        ],
      );
      assert.equal(platform.outbox.length, 2);
      assert.equal(calls("GET /api/content/v1/reportschedules/{scheduleId}/history"), 1);
    });

    it("starts an execution, and says that it cannot be waited for", async () => {
      const fetch = "GET /api/data/v1/streams/{streamId}/executions/{executionId}";
      platform.useVariants(`no-extended:${fetch}`);
      const inputs = { streamId: "4021", waitMinutes: 1 };
      const { state, warnings } = await create(on("extended"), streamExecution, inputs);
      assert.equal(state.outcome, "done");
      assert.match(warnings.join(), /was started, but cannot be waited for\. Could not read exec/);
    });
  });

  describe("has no list of groups", () => {
    for (const form of ["404", "405", "not-found"]) {
      it(`reads each group by its own call, where it answers ${form}`, async () => {
        platform.useVariants(`no-extended:GET /api/content/v2/groups/grouplist=${form}`);
        const lifecycle = on("extended");
        const made = [];
        for (const name of ["A", "B", "C"]) {
          made.push(await create(lifecycle, group, { name, type: "open" }));
        }
        const reads = await Promise.all(
          made.map(({ id, state }) => lifecycle.read({ resource: group, id, state })),
        );
        assert.deepEqual(
          reads.map((read) => read?.state.name),
          ["A", "B", "C"],
        );
        assert.equal(calls("GET /api/content/v2/groups/grouplist"), 1, "asked once in a run");
        const warnings = [...made, ...reads].flatMap((told) => told?.warnings ?? []);
        assert.equal(warnings.length, 2, warnings.join("\n"));
        assert.match(warnings[1] ?? "", /Pulumi reads each group by its own call instead/);
      });
    }
  });

  describe("says in words that something does not exist", () => {
    const read = (lifecycle: Lifecycle, { id, state }: Awaited<ReturnType<typeof create>>) =>
      lifecycle.read({ resource: group, id, state });
    const make = async (lifecycle: Lifecycle) => {
      const one = await create(lifecycle, group, { name: "A", type: "open" });
      const other = await create(lifecycle, group, { name: "B", type: "open" });
      platform.state.groups.splice(
        platform.state.groups.findIndex(({ id }) => String(id) === one.id),
        1,
      );
      return { one, other };
    };

    it("is no proof by itself, and names the setting that settles it", async () => {
      platform.useVariants("text-errors");
      const { one } = await make(on("documented"));
      await assert.rejects(read(on("documented"), one), {
        code: "unknown_state",
        message: /answered 404: "Not Found"\. This answer is not in JSON.*platform:confirmAbsent/,
      });
      const confirmed = on("documented", { confirmAbsent: [one.id] });
      assert.equal(await read(confirmed, one), undefined);
    });

    it("is no proof either where the list of groups is not offered", async () => {
      platform.useVariants("text-errors", "no-extended:GET /api/content/v2/groups/grouplist=405");
      const { one } = await make(on("extended"));
      await assert.rejects(read(on("extended"), one), {
        code: "unknown_state",
        message: /answered 404: "Not Found"\. This answer is not in JSON.*platform:confirmAbsent/,
      });
    });

    it("is a proof where the same endpoint shows another object in this run", async () => {
      platform.useVariants("text-errors");
      const { one, other } = await make(on("documented"));
      const lifecycle = on("documented");
      const [gone, there] = await Promise.all([read(lifecycle, one), read(lifecycle, other)]);
      assert.deepEqual([gone, there?.id], [undefined, other.id]);
    });

    it("is never a proof where a page answers", async () => {
      const { one, other } = await make(on("documented"));
      const lifecycle = on("documented");
      await read(lifecycle, other);
      platform.fault({ path: `/groups/${one.id}$`, kind: "html", status: 404 });
      await assert.rejects(read(lifecycle, one), { code: "not_the_api" });
    });
  });

  describe("says in a success that nothing was done", () => {
    for (const body of [
      "You didn't provide all of the required parameters!",
      { message: "You didn't provide all of the required parameters!" },
      { status: 400, statusReason: "Bad Request", message: "no" },
    ]) {
      it(`has sent nothing, and sends it in the next run: ${JSON.stringify(body)}`, async () => {
        const { id: scheduleId } = await create(on("documented"), reportSchedule, titled("One"));
        platform.fault({ method: "POST", path: "/sendnow$", kind: "body", body });
        const recipients = [{ type: "EMAIL", value: "board@example.com" }];
        const send = () => create(on("documented"), reportSend, { scheduleId, recipients });
        await assert.rejects(send(), { code: "rejected" });
        assert.equal(platform.outbox.length, 0);
        assert.equal((await send()).state.outcome, "done");
        assert.equal(platform.outbox.length, 1);
      });
    }
  });

  it("may take longer for a text than for anything else", async () => {
    platform.useVariants("slow-text:1");
    const lifecycle = on("documented", { textDeadlineSeconds: 30 });
    const { state } = await create(lifecycle, textGeneration, { input: "Greet." });
    assert.equal(state.outcome, "done");
    assert.ok(state.output);
  });
});
