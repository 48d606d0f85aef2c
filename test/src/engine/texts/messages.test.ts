import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import type { Message } from "pulumi-platform-provider/contract";
import { everySecond } from "../../harness/lives/sampled";
import { entries, entryNames } from "../../harness/sessions/session";
import { accessTo, apply } from "../../plugin/stack";
import { analysts, monthly, weekly } from "../stacks/declarations";
import { stackOn } from "../stacks/hosted";
import type { Stack } from "../stacks/stack";

for (const entry of everySecond(entries)) {
  describe(`the file of PLATFORM_MESSAGES, through ${entryNames[entry]}`, () => {
    let platform: Simulator;
    let stack: Stack;
    const file = () => join(stack.folder, "messages.jsonl");
    const linesIn = (path: string) =>
      readFileSync(path, "utf8")
        .split("\n")
        .filter((line) => line !== "");

    /** What the engine showed of a command, and what the file has of it. */
    const told = async (...args: string[]) => {
      rmSync(file(), { force: true });
      const { code } = await stack.told(...args);
      const shown = linesIn(join(stack.folder, "events.json")).flatMap((line) => {
        const { diagnosticEvent } = JSON.parse(line) as {
          diagnosticEvent?: { message: string; severity: string };
        };
        const { message = "", severity = "debug" } = diagnosticEvent ?? {};
        return severity === "debug" ? [] : [plain(message)];
      });
      const messages = linesIn(file()).map((line) => JSON.parse(line) as Message);
      return { code, shown, messages };
    };
    /** Without the colors of the engine. */
    const plain = (text: string) => text.replace(/<\{%[^%]*%\}>/g, "").trim();
    /** What the engine says by itself. */
    const isOfEngine = (text: string) => /^(preview|update|refresh|destroy) failed$/.test(text);

    const sameIn = ({ shown, messages }: { shown: string[]; messages: Message[] }) => {
      for (const { text } of messages) {
        assert.ok(
          shown.some((line) => line.includes(text)),
          `not shown: ${text}\n${shown.join("\n")}`,
        );
      }
      for (const line of shown.filter((text) => !isOfEngine(text))) {
        assert.ok(
          messages.some(({ text }) => line.includes(text)),
          `not in the file: ${line}`,
        );
      }
    };
    const named = (kind: Message["kind"], messages: Message[]) =>
      messages.filter((message) => message.kind === kind && message.resource !== undefined);

    const idOf = (title: string) =>
      String(platform.state.schedules.find((one) => one.title === title)?.id);

    before(async () => {
      platform = await startSimulator({ profile: "extended" });
      stack = await stackOn(entry, accessTo(platform));
      stack.declare([weekly(), monthly(), analysts()]);
      await stack.ok("up", ...apply);
      stack.env.PLATFORM_MESSAGES = file();
    });
    after(async () => {
      await platform.close();
      stack.remove();
    });

    it("has wrong settings once, and one warning about a key without a namespace", async () => {
      const { PLATFORM_OPERATIONS: operations = "documented" } = stack.env;
      stack.env.PLATFORM_OPERATIONS = "all";
      const wrong = await told("refresh", "--yes", "--skip-preview");
      stack.env.PLATFORM_OPERATIONS = operations;
      assert.notEqual(wrong.code, 0);
      const saying = (what: RegExp, { shown }: { shown: string[] }) =>
        shown.filter((line) => what.test(line)).length;
      assert.equal(saying(/must be documented or extended/, wrong), 1, wrong.shown.join("\n"));
      assert.equal(saying(/as another error of this run says/, wrong), 2, wrong.shown.join("\n"));
      sameIn(wrong);
      await stack.ok("config", "set", "mail", "muted");
      const misplaced = await told("preview");
      const key = /^The key mail of the stack .* run `pulumi config set platform:mail muted`/;
      assert.equal(saying(key, misplaced), 1, misplaced.shown.join("\n"));
      sameIn(misplaced);
      await stack.ok("config", "rm", "mail");
    });

    it("has a failure as the engine shows it, with its code, its resource and the ways out", async () => {
      const changed = weekly();
      changed.args.title = "Other";
      stack.declare([changed, monthly(), analysts()]);
      const run = await told("preview");
      sameIn(run);
      const [failure, ...others] = named("failure", run.messages);
      assert.deepEqual(others, []);
      assert.ok(failure);
      const { code, resource, urn = "", identity, advice } = failure;
      assert.deepEqual([code, resource], ["impossible", "ReportSchedule"]);
      const { resources = [] } = await stack.deployment();
      assert.ok(resources.some((one) => one.urn === urn || one.inputs?.__identity === identity));
      const [extended, byHand] = advice;
      assert.deepEqual(extended?.steps, [{ setting: "operations", value: "extended" }]);
      assert.deepEqual(byHand?.steps, [
        { instance: "change", path: "title", value: "Other" },
        { run: ["pulumi", "refresh"] },
      ]);
    });

    it("has a warning of a preview, the error of its update, and the notices of both", async () => {
      stack.declare([weekly(), { ...monthly(), name: "renamed" }, analysts()]);
      const preview = await told("preview");
      sameIn(preview);
      const [warning] = named("warning", preview.messages);
      assert.equal(warning?.code, "duplicate_exists");
      const id = idOf("Monthly review");
      assert.ok(
        warning.advice.some(
          ({ to, steps: [step] }) =>
            to === "manage" && step !== undefined && "value" in step && step.value === id,
        ),
      );
      assert.ok(
        preview.messages.some(({ kind, text }) => kind === "notice" && /^Instance/.test(text)),
      );

      const up = await told("up", ...apply);
      sameIn(up);
      const [error, ...more] = named("error", up.messages);
      assert.deepEqual([error?.code, more], ["duplicate_exists", []]);
      assert.deepEqual(
        error?.advice.flatMap(({ when, to }) => when ?? to ?? []),
        ["renamed", "killed", "manage", "duplicate", "replaceAsked", "tainted", "triggered"],
      );
    });

    it("has the error of a delete with the id of its object", async () => {
      stack.declare([weekly(), analysts()]);
      const run = await told("up", ...apply);
      sameIn(run);
      const [error] = named("error", run.messages);
      assert.equal(error?.id, idOf("Monthly review"));
      assert.deepEqual(
        error.advice.map(({ steps }) => steps.at(-1)),
        [
          { again: "command", runProgram: true },
          { again: "delete" },
          { run: ["pulumi", "refresh", "--run-program"] },
        ],
      );
      stack.declare([weekly(), monthly(), analysts()]);
    });

    it("does not wait for somebody to read a pipe", async function () {
      if (process.platform === "win32") this.skip();
      const pipe = join(stack.folder, "pipe");
      execFileSync("mkfifo", [pipe]);
      stack.env.PLATFORM_MESSAGES = pipe;
      await stack.ok("preview");
    });

    it("changes nothing where it cannot be written", async () => {
      for (const path of ["messages.jsonl", join(stack.folder, "missing", "messages.jsonl")]) {
        stack.env.PLATFORM_MESSAGES = path;
        await stack.ok("preview");
        assert.ok(!existsSync(path));
      }
    });
  });
}
