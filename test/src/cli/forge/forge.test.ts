import assert from "node:assert/strict";
import { forgeFrom } from "pulumi-platform-cli/dist/forge/environment";
import { StubForge } from "./stubForge";
import type { Kind } from "./stubForge";

const marker = "comment shop/production";

for (const kind of ["GitHub", "Gitea", "GitLab"] as const satisfies readonly Kind[]) {
  describe(`texts on ${kind}`, () => {
    let stub: StubForge;
    let pullRequest: number;

    beforeEach(async () => {
      stub = await new StubForge(kind).start();
      pullRequest = stub.store.next();
      const texts = { title: "Change", text: "" };
      const branches = { branch: "change", base: "main" };
      stub.store.issues.push({
        ...{ number: pullRequest, author: "ann", isOpen: true },
        ...texts,
        ...branches,
      });
    });

    afterEach(() => {
      stub.stop();
      assert.deepEqual(stub.store.violations, []);
    });

    const texts = () => stub.store.comments.map(({ text }) => text);

    it("has one comment for each marker, and updates it", async () => {
      const created = await stub.client(pullRequest).comment(marker, "first");
      await stub.client(pullRequest).comment("comment shop/test", "of another stack");
      const updated = await stub.client(pullRequest).comment(marker, "second");
      assert.equal(created.change, "created");
      assert.deepEqual(updated, { url: created.url, change: "updated" });
      assert.equal(texts().length, 2);
      assert.match(texts()[0] ?? "", /^<!-- pulumi-platform [^\n]+-->\nsecond$/);
    });

    it("writes nothing if the comment is already so", async () => {
      await stub.client(pullRequest).comment(marker, "same\ntext");
      for (const one of stub.store.comments) one.text = `${one.text.replace(/\n/g, "\r\n")}\n`;
      const again = await stub.client(pullRequest).comment(marker, "same\ntext");
      assert.equal(again.change, "unchanged");
    });

    it("leaves comments of other people as they are, even if they have the marker", async () => {
      await stub.client(pullRequest).comment(marker, "ours");
      const [ours] = stub.store.comments;
      assert.ok(ours);
      ours.author = "mallory";
      const before = ours.text;
      const { change } = await stub.client(pullRequest).comment(marker, "new");
      assert.equal(change, "created");
      assert.equal(ours.text, before);
    });

    it("finds its comment behind hundreds of others", async () => {
      for (let n = 0; n < 350; n += 1) {
        stub.store.comments.push({
          id: stub.store.next(),
          on: pullRequest,
          author: "bot",
          text: "hi",
        });
      }
      await stub.client(pullRequest).comment(marker, "first");
      const { change } = await stub.client(pullRequest).comment(marker, "second");
      assert.equal(change, "updated");
      assert.equal(texts().length, 351);
    });

    it("deletes nothing that a run at the same time wrote, and keeps both true", async () => {
      const both = [stub.client(pullRequest), stub.client(pullRequest)];
      await Promise.all(both.map((client, n) => client.comment(marker, `run ${n}`)));
      const { length } = texts();
      await stub.client(pullRequest).comment(marker, "later");
      assert.equal(texts().length, length);
      assert.ok(texts().every((text) => text.endsWith("\nlater")));
      assert.ok(stub.store.calls.every((call) => !call.startsWith("DELETE")));
    });

    it("looks what is there if the answer to a new comment is lost", async () => {
      stub.fault = (method) => (method === "POST" ? "cut" : undefined);
      const { change } = await stub.client(pullRequest).comment(marker, "text");
      assert.equal(change, "created");
      assert.equal(texts().length, 1);
    });

    it("never sends a comment again whose fate is unknown", async () => {
      stub.fault = (method) => (method === "POST" ? { status: 502, body: "<html>" } : undefined);
      await assert.rejects(stub.client(pullRequest).comment(marker, "text"), {
        message:
          /^Could not comment on .*: \w+ answered 502\. Run the command again to check what happened\.$/,
      });
      assert.equal(stub.store.calls.filter((call) => call.startsWith("POST")).length, 1);
    });

    it("finds the pull request of a push by its commit", async () => {
      const environment = stub.environment();
      const sha = String(pullRequest).repeat(40).slice(0, 40);
      const commit = { GITHUB_SHA: sha, CI_COMMIT_SHA: sha };
      await forgeFrom({ ...environment, ...commit }).comment(marker, "text");
      assert.equal(stub.store.comments[0]?.on, pullRequest);
    });

    it("says that a run without a pull request has nothing to comment on", async () => {
      await assert.rejects(stub.client().comment(marker, "text"), {
        message: /belongs to no open pull request .* nothing to comment on/,
      });
    });

    it("has one open issue for each marker, and writes only what differs", async () => {
      const client = () => stub.client();
      const first = await client().issue("drift shop/production", "Drift", "a differs");
      const same = await client().issue("drift shop/production", "Drift", "a differs");
      const other = await client().issue("drift shop/production", "Drift", "b differs");
      assert.deepEqual(
        [first.change, same.change, other.change],
        ["created", "unchanged", "updated"],
      );
      const issues = stub.store.issues.filter(({ branch }) => branch === undefined);
      assert.equal(issues.length, 1);
      assert.ok(issues[0]?.text.endsWith("\nb differs"));
    });

    it("closes its issue with a comment, and opens a new one later", async () => {
      assert.equal(await stub.client().closeIssue("drift", "equal"), undefined);
      await stub.client().issue("drift", "Drift", "a differs");
      const closed = await stub
        .client()
        .closeIssue("drift", "The instance is as the program says.");
      assert.equal(closed?.change, "closed");
      const [issue] = stub.store.issues.filter(({ branch }) => branch === undefined);
      assert.equal(issue?.isOpen, false);
      assert.ok(issue.text.endsWith("a differs"));
      assert.ok(texts()[0]?.endsWith("\nThe instance is as the program says."));
      assert.equal((await stub.client().issue("drift", "Drift", "b")).change, "created");
    });

    it("has one open pull request for each branch, and updates it", async () => {
      const wanted = { branch: "drift/production", title: "Drift", text: "a differs" };
      const first = await stub.client().pullRequest(wanted);
      const same = await stub.client().pullRequest(wanted);
      const other = await stub.client().pullRequest({ ...wanted, text: "b differs" });
      assert.deepEqual(
        [first.change, same.change, other.change],
        ["created", "unchanged", "updated"],
      );
      const created = stub.store.issues.filter(({ branch }) => branch === wanted.branch);
      assert.deepEqual(
        created.map(({ base, text }) => [base, text]),
        [["main", "b differs"]],
      );
    });

    it("closes its own pull request of a branch with a comment, and no other one", async () => {
      const close = (branch: string) => stub.client().closePullRequest(branch, "drift", "gone");
      assert.equal(await close("change"), undefined);
      assert.equal(await close("drift/production"), undefined);
      await stub.client().pullRequest({ branch: "drift/production", title: "Drift", text: "text" });
      assert.equal((await close("drift/production"))?.change, "closed");
      const open = stub.store.issues.filter(({ isOpen }) => isOpen);
      assert.deepEqual(
        open.map(({ branch }) => branch),
        ["change"],
      );
      assert.ok(texts()[0]?.endsWith("\ngone"));
      assert.equal(stub.store.comments.length, 1);
    });

    it("takes no branch of a fork for its own", async () => {
      const [theirs] = stub.store.issues;
      assert.ok(theirs);
      Object.assign(theirs, { branch: "drift/production", fork: "mallory/app" });
      const wanted = { branch: "drift/production", title: "Drift", text: "text", base: "main" };
      if (kind !== "GitLab") theirs.base = "other";
      if (kind === "GitLab") theirs.branch = "drift/other";
      const { change } = await stub.client().pullRequest(wanted);
      assert.equal(change, "created");
      assert.equal(theirs.text, "");
    });

    it("takes the pull request that somebody was faster to create", async () => {
      const wanted = { branch: "drift/production", title: "Drift", text: "text" };
      await stub.client().pullRequest(wanted);
      let lists = 0;
      stub.fault = (method, path) =>
        method === "GET" && /(pulls|merge_requests)$/.test(path) && (lists += 1) === 1
          ? { status: 200, body: [] }
          : undefined;
      const { url } = await stub.client().pullRequest(wanted);
      assert.ok(url.length > 0);
      assert.equal(stub.store.issues.filter(({ branch }) => branch === wanted.branch).length, 1);
    });
  });
}
