import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { FolderJournalStore } from "../../../../provider/dist/stores/folderStore";
import { JournalFolder } from "../../../../provider/dist/stores/journalFolder";
import { platformHome } from "../../../../provider/dist/process/platformHome";
import { journalLeftOvers } from "../../../../provider/dist/journal/journalLeftOvers";
import { PlatformError } from "../../../../provider/dist/messages/errors";
import { shellCommand } from "../../../../provider/dist/messages/commands";
import { StackJournal } from "../../../../provider/dist/journal/stackJournal";

describe("the folder of the journal", () => {
  let path: string;
  const opened: StackJournal[] = [];
  const journal = () => {
    const stack = new StackJournal(new FolderJournalStore(path), "stack-");
    opened.push(stack);
    return stack;
  };
  const note = (stack: StackJournal, key: string, entry: unknown) =>
    stack.withLock(key, 0, () => stack.append(key, entry));
  const read = async (key: string) => {
    const stack = journal();
    await stack.load();
    return stack.read(key)?.entry;
  };

  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), "pulumi-platform-journal-"));
  });
  afterEach(() => {
    for (const one of opened.splice(0)) one.close();
    rmSync(path, { recursive: true });
  });

  it("and its files are open to their owner only", async () => {
    const chosen = path;
    path = join(chosen, "new", "journal");
    await note(journal(), "aa", { id: "1" });
    assert.equal(statSync(path).mode & 0o777, 0o700);
    for (const name of readdirSync(path)) {
      assert.equal(statSync(join(path, name)).mode & 0o777, 0o600);
    }
    path = chosen;
  });

  const user = process.getuid?.();
  const others: [string, () => void][] = [
    ["others can write to", () => chmodSync(path, 0o777)],
    ["belongs to another user", () => chownSync(path, 12345, 12345)],
  ];
  for (const [what, change] of user === 0 ? others : others.slice(0, 1))
    it(`has a part for each user where it is one that ${what}`, async () => {
      change();
      await note(journal(), "aa", { id: "1" });
      assert.deepEqual(readdirSync(path), [`user-${user}`]);
      assert.equal(statSync(join(path, `user-${user}`)).mode & 0o777, 0o700);
      assert.deepEqual(await read("aa"), { id: "1" });
    });

  const stackName = "0123456789abcdef-";
  /** Leaves the files of a killed run, and changes who can write to the folder. */
  const leave = async (change: () => void) => {
    const stack = new StackJournal(new FolderJournalStore(path), stackName);
    opened.push(stack);
    await note(stack, "aa", { id: "1" });
    change();
  };
  const look = async (stack = stackName) => {
    const next = new StackJournal(new FolderJournalStore(path), stack);
    await next.load();
    return next;
  };
  const failureOf = async (work: () => Promise<unknown>): Promise<PlatformError> => {
    try {
      await work();
    } catch (error) {
      assert.ok(error instanceof PlatformError);
      return error;
    }
    assert.fail("nothing failed");
  };
  /** Runs the commands of the way that moves the files, as the message shows them. */
  const moveAs = ({ advice, message }: PlatformError) => {
    const way = advice.find(({ to }) => to === "moveFiles");
    for (const step of way?.steps ?? []) {
      if (!("run" in step)) continue;
      const command = shellCommand(step.run);
      assert.ok(message.includes(command));
      execFileSync("sh", ["-c", command]);
    }
  };

  for (const [what, change] of user === 0 ? others : others.slice(0, 1))
    it(`is refused while it holds files of a run, and is now one that ${what}`, async () => {
      path = join(path, "with a space");
      mkdirSync(path, { mode: 0o700 });
      await leave(change);
      const own = join(path, `user-${user}`);
      const thrown = await failureOf(() => look());
      assert.match(
        thrown.message,
        /files? of earlier runs (is|are) in .+with a space, but this run uses .+with a space\/user-\d+, because .*1\. .*chmod 700 '.*2\. /s,
      );
      await assert.rejects(
        note(new StackJournal(new FolderJournalStore(path), stackName), "bb", 1),
        {
          code: "journal_unusable",
        },
      );
      await assert.rejects(journalLeftOvers(path), {
        code: "journal_unusable",
        message: /files? of earlier runs/,
      });
      assert.ok(!existsSync(own));
      // Another stack of that folder has nothing there.
      await look("fedcba9876543210-");
      moveAs(thrown);
      assert.deepEqual((await look()).read("aa")?.entry, { id: "1" });
      assert.ok((await journalLeftOvers(path)).isShared);
      path = dirname(path);
    });

  it("is refused while its part for the user holds files of a run, and only that user can write to it now", async () => {
    chmodSync(path, 0o777);
    await leave(() => chmodSync(path, 0o700));
    const thrown = await failureOf(() => look());
    assert.match(
      thrown.message,
      /files? of earlier runs (is|are) in \S+\/user-\d+, but this run uses \S+, because only you can write/,
    );
    moveAs(thrown);
    assert.deepEqual((await look()).read("aa")?.entry, { id: "1" });
  });

  it("keeps the old files in it that are not of the journal", async () => {
    const old = new Date(Date.now() - 100 * 86_400_000);
    const names = [`${stackName}a-0.jsonl`, "letters.jsonl", ".profile"];
    for (const name of names) {
      writeFileSync(join(path, name), "{}\n");
      utimesSync(join(path, name), old, old);
    }
    await new JournalFolder(path).removeOld();
    assert.deepEqual(readdirSync(path), [".profile", "letters.jsonl"]);
  });

  it("is refused at once where the system has no place for a folder", () => {
    const dist = join(__dirname, "..", "..", "..", "..", "provider", "dist");
    const program = `
      const { FolderJournalStore } = require(${JSON.stringify(join(dist, "stores", "folderStore"))});
      const { StackJournal } = require(${JSON.stringify(join(dist, "journal", "stackJournal"))});
      const stack = new StackJournal(new FolderJournalStore("/proc/nonexist/j"), "stack-");
      stack.withLock("key", 0, async () => undefined).catch(({ code }) => console.log(code));`;
    // The hang was deaf to every signal but this one.
    const limits = { timeout: 20_000, killSignal: "SIGKILL" } as const;
    const printed = execFileSync(process.execPath, ["-e", program], limits);
    assert.equal(printed.toString(), "journal_unusable\n");
  });

  it("is refused where a link of another user leads to it, at any place of its path", async function () {
    if (user !== 0) this.skip();
    const link = `${path}-link`;
    symlinkSync(path, link);
    try {
      // The superuser may lead everybody.
      await note(new StackJournal(new FolderJournalStore(join(link, "mine")), "stack-"), "aa", 1);
      lchownSync(link, 65534, 65534);
      for (const chosen of [link, join(link, "mine")]) {
        const stack = new StackJournal(new FolderJournalStore(chosen), "stack-");
        await assert.rejects(note(stack, "aa", 1), {
          code: "journal_unusable",
          message: /-link is a link of another user/,
        });
        assert.throws(() => new JournalFolder(chosen).list("stack-"), {
          code: "journal_unusable",
        });
      }
    } finally {
      unlinkSync(link);
    }
  });

  for (const [what, make] of [
    ["a pipe", (file: string) => execFileSync("mkfifo", [file])],
    ["a link", (file: string) => symlinkSync("/dev/zero", file)],
    ["a link to nothing", (file: string) => symlinkSync("/nowhere", file)],
    ["a folder", (file: string) => mkdirSync(file)],
  ] as const)
    for (const end of ["jsonl", "lock"])
      it(`is refused at once where ${what} has the name of a .${end} file`, async () => {
        make(join(path, `${stackName}a-0.${end}`));
        const stack = new StackJournal(new FolderJournalStore(path), stackName);
        await assert.rejects(note(stack, "aa", 1), {
          code: "journal_unusable",
          message: /a-0.\w+ is not a file/,
        });
      });

  it("is never in a relative folder, whatever the environment has", () => {
    const { PULUMI_HOME, HOME } = process.env;
    try {
      for (const [home, user] of [
        ["", ""],
        ["pulumi", "home"],
        [".", ""],
      ]) {
        Object.assign(process.env, { PULUMI_HOME: home, HOME: user });
        assert.equal(platformHome(), join(userInfo().homedir, ".pulumi", "platform"));
      }
      process.env.HOME = "/somewhere";
      assert.equal(platformHome(), "/somewhere/.pulumi/platform");
      process.env.PULUMI_HOME = "/elsewhere";
      assert.equal(platformHome(), "/elsewhere/platform");
    } finally {
      for (const [name, value] of Object.entries({ PULUMI_HOME, HOME })) {
        if (value === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = value;
      }
    }
  });

  it("may be the uppermost folder, which has none above it", async () => {
    // Only some users may put files there.
    const failure = await new JournalFolder("/").make().then(
      () => "none",
      (error: unknown) => (error as Error).message,
    );
    assert.match(failure, /^none$|EACCES/);
  });

  it("is refused where others can write to the part of the user", async () => {
    const own = join(path, `user-${user}`);
    chmodSync(path, 0o777);
    mkdirSync(own);
    chmodSync(own, 0o777);
    const refused = { code: "journal_unusable", message: /chmod 700 \S+user-\d+/ };
    await assert.rejects(note(journal(), "aa", { id: "1" }), refused);
    await assert.rejects(journal().load(), refused);
    assert.deepEqual(readdirSync(own), []);
  });
});
