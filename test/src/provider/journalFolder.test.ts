import assert from "node:assert/strict";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JournalFolder } from "../../../provider/dist/lifecycle/journalFolder";
import { StackJournal } from "../../../provider/dist/lifecycle/stackJournal";

describe("the folder of the journal", () => {
  let path: string;
  const opened: StackJournal[] = [];
  const journal = () => {
    const stack = new StackJournal(new JournalFolder(path), "stack-");
    opened.push(stack);
    return stack;
  };
  const note = (stack: StackJournal, key: string, entry: unknown) =>
    stack.withLock(key, 0, () => stack.append(key, entry));
  const read = (key: string) => {
    const stack = journal();
    stack.refresh();
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
      assert.deepEqual(read("aa"), { id: "1" });
    });

  it("is refused where others can write to the part of the user", async () => {
    const own = join(path, `user-${user}`);
    chmodSync(path, 0o777);
    mkdirSync(own);
    chmodSync(own, 0o777);
    const refused = { code: "journal_unusable", message: /chmod 700 \S+user-\d+/ };
    await assert.rejects(note(journal(), "aa", { id: "1" }), refused);
    assert.throws(() => journal().refresh(), refused);
    assert.deepEqual(readdirSync(own), []);
  });
});
