import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { journalPrefixes } from "pulumi-platform-provider/contract";
import type { Values } from "pulumi-platform-provider/contract";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { addSchedules } from "./calendar/calendarInstances";
import { cliHere } from "./cliHere";
import { emptyFolder } from "./command";
import { hidden, hostile } from "./hostile/hostileTexts";
import { storingEngine } from "./engineStub";
import { engineLines, tokenOf, unknownValue, urnOf } from "./comment/engineLines";
import type { Situation, Step } from "./comment/engineLines";
import { schedules } from "../engine/stacks/declarations";
import type { Declared } from "../engine/stacks/stack";
import { fakeEngine } from "./fakeEngine";

interface Report {
  findings: {
    name: string;
    kind: string;
    reason?: string;
    object?: { id: string; fields: { path: string; program: unknown; instance: unknown }[] };
    candidates?: { id: string; differing: string[] }[];
    history?: string[];
    next?: string[];
    restore?: string;
  }[];
}

const [first, second] = schedules(2) as [Declared, Declared];
const created = (
  { name, args }: Pick<Declared, "name" | "args">,
  type = "ReportSchedule",
): Step => ({
  ...{ op: "create", type, name, next: args },
});
const named = (name: string, like = first) => ({ ...like, name });
/** The same title on the same page, at another time. */
const later = {
  ...second,
  args: { ...first.args, schedule: { ...(first.args.schedule as object), hourOfDay: 17 } },
};
const to = ["sales@example.com"];

describe("pulumi-platform recover", () => {
  let platform: Simulator;
  let folder: string;
  let env: Record<string, string>;
  const file = (name: string) => join(folder, "bin", name);
  const write = (name: string, value: unknown) => writeFileSync(file(name), JSON.stringify(value));
  const read = (name: string) => JSON.parse(readFileSync(file(name), "utf8")) as unknown;

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
  });
  after(() => platform.close());
  beforeEach(() => {
    platform.reset();
    folder = emptyFolder();
    writeFileSync(join(folder, "Pulumi.yaml"), "name: reports\nruntime: nodejs\n");
    env = {
      PATH: fakeEngine(folder, storingEngine),
      PLATFORM_BASE_URL: platform.url,
      PLATFORM_TOKEN: platform.token,
      PLATFORM_OPERATIONS: "extended",
      PULUMI_STACK: "dev",
    };
    write("stacks", [{ name: "organization/reports/dev" }]);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** A run was killed while it created this; the program still declares it. */
  const interrupted = (...steps: Step[]) => interruptedWith({}, ...steps);
  const interruptedWith = (providers: Situation["providers"], ...steps: Step[]) => {
    const config = {
      "platform:baseUrl": platform.url,
      "platform:operations": env.PLATFORM_OPERATIONS ?? "",
    };
    const lines = engineLines({ title: "", config, steps, providers }, "plugin");
    writeFileSync(file("events"), `${lines.join("\n")}\n`);
    const pending = steps.map(({ type, name, next, provider = "default" }) => {
      const token = tokenOf(type, "plugin");
      const resource = {
        ...{ urn: urnOf(token, name), type: token, inputs: next },
        provider: `${urnOf("pulumi:providers:platform", provider)}::1`,
      };
      return { type: "creating", resource };
    });
    write("state.dev", { version: 3, deployment: { pending_operations: pending } });
  };
  /** Objects as a killed run left them. */
  const left = (...all: { args: Record<string, unknown> }[]) =>
    addSchedules(
      platform,
      all.map(({ args: { schedule, ...rest } }) => {
        return { ...rest, schedule, to } as never;
      }),
    );
  const other = (name: string, ...ids: number[]) => {
    const type = "platform:index:ReportSchedule";
    const resources = ids.map((id) => ({ urn: urnOf(type, `x-${id}`), type, id: String(id) }));
    write(`state.${name.replaceAll("/", ".")}`, { version: 3, deployment: { resources } });
  };
  /** What the state of a stack has of a schedule. */
  const stored = (stack: string, { name, args }: Declared, rest: object) => {
    const state = `state.${stack}`;
    const before = existsSync(file(state)) ? (read(state) as { deployment: object }) : undefined;
    const type = "platform:index:ReportSchedule";
    const resource = { urn: urnOf(type, name), type, inputs: args, ...rest };
    write(state, { version: 3, deployment: { ...before?.deployment, resources: [resource] } });
  };
  const recover = (...args: string[]) => cliHere(env, folder, "recover", ...args);
  const report = async (...args: string[]) => {
    const { out, err } = await recover("--json", ...args);
    assert.notEqual(out, "", err);
    return (JSON.parse(out) as Report).findings;
  };
  const pendingNames = () =>
    (
      read("state.dev") as { deployment: { pending_operations: { resource: { urn: string } }[] } }
    ).deployment.pending_operations.map(({ resource }) => resource.urn.split("::").pop());

  it("shows both sides and changes nothing without a yes", async () => {
    left(first);
    interrupted(created(first));
    const { code, out } = await recover();
    assert.equal(code, 1);
    assert.match(out, /exactly one such object: id 100\. Proposal: import it\./);
    assert.match(
      out,
      /On both sides: title Report 0000, pageId 1001, .*additionalRecipients EMAIL s…@/,
    );
    assert.match(out, /s…@example\.com/);
    assert.doesNotMatch(out, /sales@/);
    assert.match(
      out,
      /Nothing was changed\. To do what is proposed: pulumi-platform recover --stack dev --yes/,
    );
    assert.ok(!existsSync(file("imported")));
    assert.deepEqual(pendingNames(), ["report-0"]);
    assert.ok(platform.calls.every(({ method }) => method === "GET"));
  });

  it("shows what titles and names hide, and its commands name them all the same", async () => {
    const short = hostile.filter((text) => text.length < 100 && !/[\n\r]/.test(text));
    const all = short.map((title) => ({ name: title, args: { ...first.args, title } }));
    const twice = all.filter((_, n) => n % 2 === 0);
    left(...all, ...twice);
    interrupted(...all.map((one) => created(one)));
    const { code, out, err } = await recover();
    assert.equal(code, 1, err);
    assert.doesNotMatch(out, hidden);
    const words = [...out.matchAll(/--not-done (.*)$/gm)].map(([, word = ""]) => word);
    const read = execFileSync("bash", ["-c", `printf '%s\\0' ${words.join(" ")}`]).toString();
    assert.deepEqual(
      read.split("\0").slice(0, -1),
      twice.map(({ name }) => name),
    );
    assert.equal(out.match(/Proposal: import it/g)?.length, all.length - twice.length);
  });

  it("imports on a yes, saves the state before, and keeps the pending operations while one is left to decide", async () => {
    left(first);
    interrupted(created(first), created(later));
    const { code, out } = await recover("--yes");
    assert.equal(code, 1);
    const { resources } = read("imported") as { resources: object[] };
    assert.deepEqual(resources, [
      { type: "platform:index:ReportSchedule", id: "100", name: "report-0" },
    ]);
    assert.deepEqual(pendingNames(), ["report-0", "report-1"]);
    assert.match(out, /Pulumi can only remove all of them at once\. Left to decide: report-1\./);
    const [, backup = ""] = /The state before: (\S+)/.exec(out) ?? [];
    assert.match(readFileSync(join(folder, backup), "utf8"), /::report-0"[^]*::report-1"/);
  });

  it("guesses nothing where several objects are the same, or one can be that of several resources", async () => {
    left(first, first);
    interrupted(created(first));
    const [twins] = await report();
    assert.equal(twins?.kind, "open");
    assert.deepEqual(
      twins.candidates?.map(({ id }) => id),
      ["100", "101"],
    );
    platform.reset();
    left(first);
    interrupted(created(first), created(named("again")));
    for (const { kind, reason = "" } of await report()) {
      assert.equal(kind, "open");
      assert.match(reason, /can also belong to/);
    }
  });

  it("takes the object that a person names, unless a stack manages it or it does not exist", async () => {
    left(first, first, first);
    interrupted(created(first));
    write("stacks", [{ name: "organization/reports/dev" }, { name: "organization/reports/prod" }]);
    other("organization/reports/prod", 102);
    assert.deepEqual(
      (await report())[0]?.candidates?.map(({ id }) => id),
      ["100", "101"],
    );
    const [taken] = await report("--take", "report-0=101");
    assert.deepEqual([taken?.kind, taken?.object?.id], ["found", "101"]);
    const held = await recover("--take", "report-0=102");
    assert.equal(held.code, 2);
    assert.match(
      held.err,
      /--take report-0=102: stack organization\/reports\/prod manages that object/,
    );
    const gone = await recover("--take", "report-0=999");
    assert.equal(gone.code, 2);
    assert.match(gone.err, /shows no such object/);
    const typo = await recover("--take", "report-9=101");
    assert.match(typo.err, /No interrupted operation has the name "report-9"/);
  });

  it("gives an object to one resource only", async () => {
    left(first);
    interrupted(created(first), created(named("again")));
    const twice = await recover("--take", "report-0=100", "--take", "again=100");
    assert.equal(twice.code, 2);
    assert.match(twice.err, /id 100 is given for report-0 and for again/);
    const [taken, other] = await report("--take", "again=100");
    assert.deepEqual(
      [taken?.name, taken?.kind, other?.name, other?.kind],
      ["report-0", "settled", "again", "found"],
    );
  });

  it("says that a preview failed, instead of that nothing was left open", async () => {
    interrupted();
    const lines = engineLines({ title: "", errors: ["the program is broken"] }, "plugin");
    writeFileSync(file("events"), `${lines.join("\n")}\n`);
    const { code, out } = await recover();
    assert.equal(code, 2);
    assert.match(out, /The preview of stack dev failed: the program is broken/);
    assert.doesNotMatch(out, /left anything open/);
  });

  it("does nothing where it cannot write the list", async () => {
    left(first);
    interrupted(created(first));
    const { code, err } = await recover("--yes", "--out", join(folder, "none", "recovery.json"));
    assert.equal(code, 2);
    assert.match(err, /--out \S+recovery\.json: ENOENT/);
    assert.ok(!existsSync(file("imported")));
  });

  it("moves no journal without entries, and says that another one may be meant", async () => {
    env.PLATFORM_JOURNAL = join(folder, "journal");
    mkdirSync(env.PLATFORM_JOURNAL);
    const { code, err } = await recover("--move-journal", join(folder, "another"));
    assert.equal(code, 2);
    assert.match(
      err,
      /Nothing was moved: the journal \S+journal has no entries\. .*PLATFORM_JOURNAL/,
    );
  });

  it("names what a killed run created, and what the program gave up since", async () => {
    const journal = join(folder, "journal");
    env.PLATFORM_JOURNAL = journal;
    const name = { organization: "organization", project: "reports", stack: "dev" };
    const [prefix = ""] = journalPrefixes(name, platform.url);
    mkdirSync(journal, { mode: 0o700 });
    const noted = (saved: object) => {
      const entry = { phase: "done", type: "ReportSchedule", id: "4", content: "c", sentAt: 0 };
      const line = { key: "a", n: 1, entry: { ...entry, ...saved } };
      writeFileSync(join(journal, `${prefix}1-0.jsonl`), `${JSON.stringify(line)}\n`);
    };
    noted({});
    interrupted();
    const { code, out } = await recover();
    assert.equal(code, 1);
    assert.match(out, /what neither the state nor the program has: report schedule 4\n.*pulumi up/);
    noted({ savedBy: "engine" });
    assert.match((await recover()).out, /No run of stack dev left anything open\./);
  });

  it("never proposes an object of another stack, and none while a stack cannot be read", async () => {
    left(first);
    interrupted(created(first));
    write("stacks", [{ name: "organization/reports/dev" }, { name: "organization/reports/prod" }]);
    const [unread] = await report();
    assert.equal(unread?.kind, "open");
    assert.match(
      unread.reason ?? "",
      /could not be read may manage the object: organization\/reports\/prod/,
    );
    other("organization/reports/prod", 100);
    const [held] = await report();
    assert.notEqual(held?.kind, "found");
  });

  it("names the stack that manages the same object, and what to do about it", async () => {
    const again = named("again", later);
    left(first, again);
    interrupted(created(first), created(again));
    write("stacks", [{ name: "organization/reports/dev" }, { name: "dev2" }]);
    other("dev2", 100, 101);
    const { code, out } = await recover("--yes");
    assert.equal(code, 1);
    assert.match(
      out,
      /^ {2}The instance has it \(id 100\), but stack dev2 manages that object\.$/m,
    );
    assert.match(
      out,
      /^ {2}If nobody uses stack dev2 any more, .*: pulumi state delete '.*::platform:index:ReportSchedule::x-100' --stack dev2$/m,
    );
    assert.match(out, /set allowDuplicate: true/);
    assert.match(out, /Stack dev2 manages 2 of these objects\..*state delete --all --stack dev2$/m);
    assert.doesNotMatch(out, /no such object|--take/);
    assert.deepEqual(pendingNames(), ["report-0", "again"]);
    const { err } = await recover("--take", "report-0=100");
    assert.match(err, /stack dev2 manages that object\. .*pulumi state delete/);
  });

  describe("on a stack that is locked", () => {
    const told = /^Process 7 of ci on runner-7 holds the lock of stack dev since 2026-01-02$/m;
    const cancel = /^Wait until that run ends\. If it died: pulumi cancel --stack dev$/m;
    beforeEach(() => {
      left(first);
      interrupted(created(first));
    });
    const lock = () => {
      const locks = join(folder, "bin", ".pulumi", "locks", "organization", "reports", "dev");
      mkdirSync(locks, { recursive: true });
      const holder = { pid: 7, username: "ci", hostname: "runner-7", timestamp: "2026-01-02" };
      writeFileSync(join(locks, "a.json"), JSON.stringify(holder));
    };

    it("says so before everything else, and what to do", async () => {
      lock();
      const { code, out } = await recover();
      assert.equal(code, 1);
      assert.match(out.split("\n")[0] ?? "", told);
      assert.match(out.split("\n")[1] ?? "", cancel);
      assert.match(out, /once the stack is unlocked: pulumi-platform recover --stack dev --yes/);
    });

    it("changes nothing on a yes, not even where only the engine sees the lock", async () => {
      writeFileSync(
        file("locked"),
        "error: could not import: the stack is currently locked by 1 lock(s).\n  s3://x: created by ci\n",
      );
      const unseen = await recover("--yes");
      lock();
      const seen = await recover("--yes");
      assert.match(seen.err, /cannot be changed: Process 7 of ci/);
      assert.match(unseen.err, /cannot be changed: the stack is currently locked by 1 lock/);
      for (const { code, err } of [unseen, seen]) {
        assert.equal(code, 2);
        assert.match(err, cancel);
      }
      assert.deepEqual(pendingNames(), ["report-0"]);
      assert.ok(!existsSync(file("imported")));
    });
  });

  it("passes over an object of another stack that has the same name and other content", async () => {
    left(later);
    interrupted(created(named("report-0", first)));
    write("stacks", [{ name: "organization/reports/dev" }, { name: "dev2" }]);
    other("dev2", 100);
    const [free] = await report();
    assert.deepEqual(
      [free?.kind, free?.reason],
      [
        "settled",
        "The instance shows the token's user no such object. The next up creates it. If an earlier run had another user's token, first run this command with that token.",
      ],
    );
  });

  it("proposes an object that another stack only reads", async () => {
    left(first);
    interrupted(created(first));
    write("stacks", [{ name: "organization/reports/dev" }, { name: "dev2" }]);
    stored("dev2", first, { id: "100", external: true });
    assert.deepEqual((await report())[0]?.kind, "found");
  });

  it("removes what a later run finished and a delete that the next one repeats, if somebody agrees", async () => {
    left(first);
    interrupted({ ...created(first), op: "same", old: first.args });
    stored("dev", first, { id: "100" });
    const state = read("state.dev") as { deployment: { pending_operations: object[] } };
    const [made] = state.deployment.pending_operations;
    state.deployment.pending_operations.push({ ...made, type: "deleting" });
    write("state.dev", state);
    const { code, out } = await recover();
    assert.equal(code, 0);
    assert.match(
      out,
      /A killed run was deleting what the program declares: report-0\n +If you want to delete .*: pulumi destroy --stack dev\n +pulumi up creates again .*2 pending operations in the state are finished, or/s,
    );
    const done = await recover("--yes");
    assert.match(done.out, /Removed 2 pending operations/);
    assert.deepEqual([done.code, pendingNames()], [0, []]);
  });

  it("takes the object of the state for the result only if the create made it", async () => {
    left(first);
    // The state keeps the old object until the create of its replacement is done.
    const replaced = { ...created(first), op: "replace", old: later.args };
    for (const rest of [{}, { pendingReplacement: true }, { delete: true }]) {
      interrupted(replaced);
      stored("dev", named("report-0", later), { id: "99", ...rest });
      const [made] = await report();
      assert.deepEqual([made?.kind, made?.object?.id], ["found", "100"], JSON.stringify(rest));
    }
    const { out } = await recover();
    assert.match(out, /Proposal: import it/);
    interrupted(replaced);
    stored("dev", named("report-0", later), { id: "99" });
    assert.match((await recover("--yes")).out, /Proposal: add this argument .* adopt: "100"/);
    assert.ok(!existsSync(file("imported")));
  });

  it("leaves an object with the same name and other content to a person, who can say that it is another", async () => {
    left(first);
    interrupted(created(named("report-0", later)));
    const [similar] = await report();
    assert.equal(similar?.kind, "open");
    assert.deepEqual(
      similar.candidates?.map(({ differing }) => differing),
      [["schedule.hourOfDay"]],
    );
    const { code, out } = await recover("--yes", "--not-done", "report-0");
    assert.equal(code, 0, out);
    assert.deepEqual(pendingNames(), []);
  });

  it("takes letter case and blanks of a name for the platform's, and leaves a name that is cut off or another one to a person", async () => {
    const titled = (title: string, like = first) => ({ ...like, args: { ...like.args, title } });
    const sent = titled("Weekly report 0000");
    const cut = "Weekly report 00";
    const equal = [["WEEKLY  report 0000"], ["Weekly report 0000"]];
    const changed = [[cut], ["Weekly report 0000", later], ["weekly report 0000", later]];
    const renamed = [["Weekly report 0"], ["Weekly report 00001"], ["0000"]];
    const others = [[cut, later]];
    const all = [...equal, ...changed, ...renamed, ...others] as [string, Declared?][];
    for (const [title, like] of all) {
      platform.reset();
      left(titled(title, like));
      interrupted(created(sent));
      const [finding] = await report();
      const isIn = (all: (string | Declared | undefined)[][]) =>
        all.some(([one, same]) => one === title && same === like);
      const kind = isIn(equal) ? "found" : isIn(others) ? "settled" : "open";
      assert.equal(finding?.kind, kind, title);
    }
    platform.reset();
    left(titled(cut));
    const { out } = await recover();
    assert.match(
      out,
      /one or more have nearly the same name\.\n {2}id 100, which differs in title$/m,
    );
    assert.match(out, /--take report-0=100$[^]*--not-done report-0$/m);
    platform.reset();
    left(titled("Renamed by hand"));
    assert.match((await recover()).out, /one or more have another name and the same content\.$/m);
  });

  it("asks for the id of a group in documented operations, which list none", async () => {
    env.PLATFORM_OPERATIONS = "documented";
    interrupted({
      op: "create",
      type: "Group",
      name: "analysts",
      next: { name: "Analysts", type: "open" },
    });
    const [group] = await report();
    assert.equal(group?.kind, "open");
    assert.match(group.reason ?? "", /No documented call lists them/);
  });

  it("lists what may have been e-mailed, with the history where the API shows it", async () => {
    left(first);
    const recipients = [{ type: "EMAIL", value: "board@example.com" }];
    const send = created(
      { ...first, name: "announce", args: { scheduleId: "100", recipients } },
      "ReportSend",
    );
    interrupted(send);
    const [unsent] = await report();
    assert.equal(unsent?.kind, "ran");
    assert.match(unsent.history?.join() ?? "", /has no matching run/);
    const sent = {
      reportId: 100,
      automated: false,
      startTime: Date.UTC(2026, 0, 2),
      recipients: ["board@example.com"],
    };
    platform.state.history.push({ id: 9001, ...sent } as never);
    const [told] = await report();
    assert.match(told?.history?.join() ?? "", /2026-01-02T00:00:00\.000Z: id 9001/);
    env.PLATFORM_OPERATIONS = "documented";
    interrupted(send);
    const [unseen] = await report();
    assert.match(unseen?.history?.join() ?? "", /no documented call shows the history/);
    const yes = await recover("--yes");
    assert.equal(yes.code, 1);
    assert.match(yes.out, /1 e-mail or execution to check before the next pulumi up/);
    assert.deepEqual(pendingNames(), ["announce"]);
  });

  it("names all e-mails that may have been sent, where one needs a resource first", async () => {
    const recipients = [{ type: "EMAIL", value: "board@example.com" }];
    const send = (name: string) =>
      created({ name, args: { scheduleId: unknownValue, recipients } }, "ReportSend");
    interrupted(send("announce"), send("notify"));
    const ups = (await report()).map(({ next }) => next?.at(-1));
    assert.equal(ups.length, 2);
    for (const up of ups)
      assert.match(up ?? "", /--exclude '.*::announce' --exclude '.*::notify'$/);
  });

  it("asks nothing about an e-mail that the program gave up, and calls no update repeated that it gave up", async () => {
    const recipients = [{ type: "EMAIL", value: "board@example.com" }];
    const args = { scheduleId: "100", recipients };
    interrupted(created({ ...first, name: "announce", args }, "ReportSend"), created(second));
    const state = read("state.dev") as { deployment: { pending_operations: { type: string }[] } };
    const [, updating = assert.fail()] = state.deployment.pending_operations;
    updating.type = "updating";
    interrupted(created(named("another", second)));
    write("state.dev", state);
    const found = (await report()).filter(({ name }) => name !== "another");
    assert.deepEqual(
      found.map(({ kind }) => kind),
      ["settled", "settled"],
    );
    for (const { reason = "" } of found) assert.match(reason, /does not ask for it any more/);
    assert.match(found[1]?.reason ?? "", /PLATFORM_READ_DETAILS=refresh pulumi up --refresh/);
  });

  it("asks about an e-mail that the program sends again, of which the state has no pending operation", async () => {
    const args = {
      scheduleId: "100",
      recipients: [{ type: "EMAIL", value: "board@example.com" }],
    };
    for (const op of ["replace", "update"] as const) {
      const [old, next] = ["one", "two"].map((trigger) => ({ ...args, triggers: [trigger] }));
      interrupted({ op, type: "ReportSend", name: "announce", id: "1", old, next });
      write("state.dev", { version: 3, deployment: {} });
      const { code, out } = await recover();
      assert.equal(code, 1, out);
      assert.match(out, /announce: .*\n *An earlier run may have sent e-mail\./);
    }
  });

  it("asks about a share whose update e-mails somebody, which an older state does not have", async () => {
    const share = (...ids: string[]) => ({
      datasetId: "0f6a3a2e-0000-4000-8000-000000007a01",
      sendEmail: true,
      permissions: ids.map((id) => ({ type: "USER", id, accessLevel: "CAN_VIEW" })),
    });
    const updated = async (old: Values, next: Values) => {
      interrupted({ op: "update", type: "DatasetShare", name: "orders", id: "1", old, next });
      write("state.dev", { version: 3, deployment: {} });
      return recover();
    };
    const added = await updated(share("42"), share("42", "43"));
    assert.equal(added.code, 1, added.out);
    assert.match(added.out, /orders: .*\n *An earlier run may have sent e-mail\./);
    const removed = await updated(share("42", "43"), share("42"));
    assert.equal(removed.code, 0, removed.out);
  });

  describe("after an e-mail that was perhaps sent", () => {
    const recipients = [{ type: "EMAIL", value: "board@example.com" }];
    const send = created(
      { ...first, name: "announce", args: { scheduleId: "100", recipients } },
      "ReportSend",
    );
    const settings = (config: object) =>
      writeFileSync(join(folder, "Pulumi.dev.yaml"), JSON.stringify({ config }));
    const mute = "    pulumi config set platform:mail muted --stack dev";
    const up = /^ {4}pulumi up --stack dev --target '\*\*:.*::announce'$/m;

    it("leaves to pulumi up what the journal of this machine has, and takes no other answer", async () => {
      interrupted(send);
      const text = "ReportSend of report schedule 100 will e-mail nobody.";
      const urn = urnOf(tokenOf("ReportSend", "plugin"), "announce");
      write("said", { kind: "notice", urn, text, advice: [], earlier: "request" });
      try {
        const refused = await recover("--yes", "--not-done", "announce");
        assert.equal(refused.code, 2);
        assert.match(refused.err, /--not-done announce: The journal .* then change its `triggers`/);
        const { code, out } = await recover("--yes");
        assert.equal(code, 0, out);
        assert.match(
          out,
          /announce: .*\n.*The journal of this machine has .* will e-mail nobody\./,
        );
      } finally {
        rmSync(file("said"));
      }
    });

    it("names the command that restores platform:mail to the value that the stack has", async () => {
      interrupted(send);
      const { out: unset } = await recover();
      assert.ok(unset.includes(`${mute}\n`), unset);
      assert.match(unset, up);
      assert.match(unset, /^ {4}pulumi config rm platform:mail --stack dev$/m);
      settings({ "platform:mail": "redirect:me@example.com" });
      const { out } = await recover();
      assert.match(
        out,
        /^ {4}pulumi config set platform:mail 'redirect:me@example\.com' --stack dev$/m,
      );
      assert.doesNotMatch(out, /config rm|board@/);
      const [finding] = await report();
      assert.equal(
        finding?.restore,
        "pulumi config set platform:mail 'redirect:me@example.com' --stack dev",
      );
    });

    it("changes no setting where e-mail is muted already", async () => {
      interrupted(send);
      settings({ "platform:mail": "muted" });
      const { out } = await recover();
      assert.match(out, up);
      assert.doesNotMatch(out, /pulumi config/);
    });

    it("names the provider whose own argument decides about e-mail", async () => {
      const { PLATFORM_BASE_URL: baseUrl } = env;
      interruptedWith({ east: { baseUrl, mail: "live" } }, { ...send, provider: "east" });
      const { out } = await recover();
      assert.match(out, /No token for \S+ Name the instance in instances\.yaml/);
      assert.match(out, /Write mail: "muted" into the provider east of the program/);
      assert.match(out, /pulumi up .*::announce' --target '\*\*:.*:providers:platform::east'$/m);
      assert.doesNotMatch(out, /pulumi config/);
    });
  });
});
