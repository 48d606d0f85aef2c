import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { FaultRule, Simulator } from "pulumi-platform-simulator";
import { notKnownYet } from "../../../../provider/dist/definition/unknowns";
import type { Values } from "../../../../provider/dist/definition/values";
import { datasetShare as resource } from "../../../../provider/dist/resources/datasets/datasetShare";
import { dataset, permissions } from "../../engine/stacks/declarations";
import { furtherCalls } from "../../harness/sessions/connectionReads";
import { ownHome } from "../home";
import { changedPaths, lifecycleOn, reasonsIn, replacedPaths } from "../provider";
import { deadlines } from "../../harness/sessions/deadlines";

const sharePath = `/api/data/v3/datasources/${dataset}/share`;
const listPath = `/api/data/v3/datasources/${dataset}/permissions`;
/** The preview of a create looks who has access already. */
const looked = "GET /api/data/v3/datasources/{datasetId}/permissions";

describe("a share of a dataset", () => {
  let platform: Simulator;
  ownHome();
  const provider = (settings: Values = {}) =>
    lifecycleOn(platform, { ...deadlines(1), ...settings });
  const extended = (settings: Values = {}) => provider({ operations: "extended", ...settings });
  const inputs = (words: string[], more: Values = {}) => ({
    datasetId: dataset,
    permissions: permissions(...words),
    ...more,
  });
  const both = ["USER 42 CAN_VIEW", "GROUP 7 CAN_SHARE"];
  const identity = "share";

  /** A share that exists, made by a process that is gone. */
  const made = async (words = both, more: Values = {}) => {
    const created = await provider().create({ resource, inputs: inputs(words, more), identity });
    platform.calls.length = 0;
    return { resource, identity, ...created };
  };
  const calls = () => platform.calls.map(({ method, path }) => `${method} ${path}`);
  const bodies = () => platform.calls.filter(({ method }) => method === "POST").map((c) => c.body);
  /** Who has access besides the owner. */
  const access = () =>
    platform.state.shares
      .filter(({ accessLevel }) => accessLevel !== "OWNER")
      .map(({ type, granteeId, accessLevel }) => `${type} ${granteeId} ${accessLevel}`)
      .sort();
  const byHand = (...words: string[]) => {
    for (const { type, id, accessLevel } of permissions(...words)) {
      const row = { id: `${dataset}/${type}/${id}`, datasetId: dataset, type, granteeId: id };
      platform.state.shares = platform.state.shares.filter((one) => one.id !== row.id);
      if (accessLevel !== "") platform.state.shares.push({ ...row, accessLevel });
    }
  };
  const lose = (rule: Partial<FaultRule>) =>
    platform.fault({ method: "POST", path: "/share$", kind: "close", ...rule });
  const live = async (state: Values, settings: Values = {}) =>
    (await extended(settings).read({ resource, id: dataset, state }))?.inputs.permissions;

  before(async () => {
    platform = await startSimulator({ profile: "extended" });
  });
  after(() => platform.close());
  beforeEach(() => platform.reset());

  for (const operations of ["documented", "extended"]) {
    it(`is one request that says not to mail, in ${operations} operations`, async () => {
      const created = await provider({ operations }).create({ resource, inputs: inputs(both) });
      assert.equal(created.id, dataset);
      assert.equal("outcome" in created.state, false);
      assert.deepEqual(calls(), [`POST ${sharePath}`]);
      assert.deepEqual(bodies(), [{ permissions: permissions(...both), sendEmail: false }]);
    });

    it(`grants only what was added or changed, in ${operations} operations`, async () => {
      const { state } = await made();
      byHand("USER 99 CO_OWNER");
      const next = inputs(["GROUP 8 CAN_VIEW", "GROUP 7 CAN_SHARE", "USER 42 CAN_EDIT"]);
      await provider({ operations }).update({ resource, id: dataset, state, inputs: next });
      assert.deepEqual(bodies(), [
        { permissions: permissions("GROUP 8 CAN_VIEW", "USER 42 CAN_EDIT"), sendEmail: false },
      ]);
      assert.equal(platform.calls.length, 1);
      assert.deepEqual(access(), [
        "GROUP 7 CAN_SHARE",
        "GROUP 8 CAN_VIEW",
        "USER 42 CAN_EDIT",
        "USER 99 CO_OWNER",
      ]);
    });
  }

  it("says whose access it lowers and who has it, where the instance shows that", async () => {
    byHand("USER 42 CAN_EDIT", "GROUP 7 can_share");
    const said = `DatasetShare of dataset ${dataset} will change the access of user 42 (from CAN_EDIT to CAN_VIEW), and finds that group 7 (CAN_SHARE) already has the access.`;
    const lines = async (settings: Values) => {
      const checked = await provider(settings).check({ resource, identity, inputs: inputs(both) });
      return {
        said: checked.notices.includes(said),
        held: checked.told.flatMap((one) => one.held ?? []),
      };
    };
    assert.deepEqual(await lines({}), { said: false, held: [] });
    assert.deepEqual(furtherCalls(platform), []);
    const held = [
      ["user 42", "CAN_EDIT"],
      ["group 7", "CAN_SHARE"],
    ].map(([name, level]) => ({ name, level, key: `access of ${name} to dataset ${dataset}` }));
    assert.deepEqual(await lines({ operations: "extended" }), { said: true, held });
    assert.deepEqual(furtherCalls(platform, 2), [looked]);
  });

  it("says whose access it lowers, and who is declared twice, also beside a group that is not known yet", async () => {
    byHand("USER 42 CAN_EDIT");
    const [user = assert.fail(), group = assert.fail()] = permissions(...both);
    const declared = { ...inputs([]), permissions: [user, { ...group, id: notKnownYet }] };
    const current = provider({ operations: "extended" });
    const { notices } = await current.check({ resource, identity, inputs: declared });
    assert.match(notices.join(), /will change the access of user 42 \(from CAN_EDIT to CAN_VIEW\)/);
    const again = { resource, identity: "another", inputs: inputs(["USER 42 CAN_VIEW"]) };
    assert.match(
      reasonsIn(await current.check(again))[0]?.reason ?? "",
      /declared by two resources/,
    );
  });

  it("is sent again when the answer is lost, as nobody is mailed", async () => {
    lose({ moment: "after", times: 2 });
    await provider().create({ resource, inputs: inputs(both) });
    assert.equal(platform.calls.length, 3);
  });

  it("is the same whatever the order, and whatever is said of mail", async () => {
    const state = inputs(both);
    const changed = async (next: Values) =>
      changedPaths(await provider().diff({ resource, state, inputs: next }));
    assert.deepEqual(await changed(inputs([...both].reverse(), { sendEmail: true })), []);
    assert.deepEqual(await changed(inputs(["USER 42 CAN_EDIT", both[1] as string])), [
      "permissions",
    ]);
    assert.deepEqual(await changed(inputs(["GROUP 42 CAN_VIEW", both[1] as string])), [
      "permissions",
    ]);
  });

  describe("from which somebody is taken out", () => {
    const left = inputs(["GROUP 7 CAN_SHARE"]);

    it("is refused in documented operations, with the name and the ways out", async () => {
      const { state: old } = await made();
      const { failures } = await provider().check({ resource, old, inputs: left, identity });
      assert.equal(failures.length, 1);
      assert.equal(failures[0]?.property, "permissions");
      const reason = failures[0].reason;
      assert.match(reason, /cannot remove the access of user 42 to dataset 0f6a/);
      assert.match(reason, /platform:operations extended/);
      assert.match(
        reason,
        new RegExp(`run \`pulumi config set platform:confirmAbsent ${dataset}/USER/42\`, then`),
      );
      assert.deepEqual(furtherCalls(platform), []);
    });

    it("is believed in documented operations when a person has taken the access away", async () => {
      const { state: old, id } = await made();
      const confirmAbsent = [`${dataset}/USER/42`];
      const current = provider({ confirmAbsent });
      const { failures } = await current.check({ resource, old, inputs: left, identity });
      assert.deepEqual(failures, []);
      const { state } = await current.update({ resource, id, state: old, inputs: left });
      assert.deepEqual(state.permissions, left.permissions);
      assert.deepEqual(furtherCalls(platform), []);
      // Otherwise the confirmation would hide that the access stays when the program removes it again.
      const again = {
        resource,
        old: state,
        inputs: inputs(["USER 42 CAN_VIEW", "GROUP 7 CAN_SHARE"]),
        identity,
      };
      const reason = (await current.check(again)).failures[0]?.reason ?? "";
      assert.match(
        reason,
        new RegExp(
          `platform:confirmAbsent still has ${dataset}/USER/42\\. .* Remove that id, then`,
        ),
      );
      assert.deepEqual((await provider().check(again)).failures, []);
    });

    it("loses that one in extended operations, without a grant", async () => {
      const { state, id } = await made();
      byHand("USER 99 CO_OWNER");
      await extended().update({ resource, id, state, inputs: left });
      assert.deepEqual(calls(), [`GET ${listPath}`, `DELETE ${listPath}/USER/42`]);
      assert.deepEqual(access(), ["GROUP 7 CAN_SHARE", "USER 99 CO_OWNER"]);
    });

    it("is no failure where the request to take it away is sent twice", async () => {
      const { state, id } = await made();
      platform.fault({ method: "DELETE", kind: "close", moment: "after" });
      await extended().update({ resource, id, state, inputs: left });
      assert.deepEqual(calls(), [
        `GET ${listPath}`,
        `DELETE ${listPath}/USER/42`,
        `DELETE ${listPath}/USER/42`,
        `GET ${listPath}`,
      ]);
      assert.deepEqual(access(), ["GROUP 7 CAN_SHARE"]);
    });

    it("keeps the grantees that another share of the program has now", async () => {
      const { state, id } = await made();
      const current = extended();
      const other = { resource, inputs: inputs(["USER 42 CAN_VIEW"]), identity: "other" };
      assert.deepEqual((await current.check(other)).failures, []);
      const change = { resource, id, state, inputs: left, identity };
      await current.check({ resource, old: state, inputs: left, identity });
      assert.deepEqual((await current.diff(change)).notices, []);
      await current.update(change);
      assert.deepEqual(furtherCalls(platform), [looked]);
    });
  });

  describe("when it is deleted", () => {
    it("has no way in documented operations", async () => {
      const share = await made();
      await assert.rejects(provider().delete(share), { code: "impossible" });
      assert.deepEqual(calls(), []);
    });

    it("loses whom it names, also where the list shows no access, and neither the owner nor anybody else", async () => {
      const owner = String(platform.state.user);
      const share = await made([...both, `USER ${owner} CAN_EDIT`, "USER 43 CAN_VIEW"]);
      byHand("USER 99 CO_OWNER", "USER 43");
      await extended().delete(share);
      assert.deepEqual(calls(), [
        `GET ${listPath}`,
        `DELETE ${listPath}/USER/42`,
        `DELETE ${listPath}/GROUP/7`,
        `DELETE ${listPath}/USER/43`,
        `GET ${listPath}`,
      ]);
      assert.deepEqual(access(), ["USER 99 CO_OWNER"]);
    });

    it("takes nobody for gone whom a cut list leaves out", async () => {
      const share = await made();
      platform.fault({ path: "/permissions$", kind: "empty-list", times: 0 });
      await extended().delete(share);
      assert.deepEqual(access(), []);
    });

    it("is done where the dataset is gone", async () => {
      const share = await made();
      platform.state.missing.push(dataset);
      await extended().delete(share);
      assert.deepEqual(
        platform.calls.filter(({ method }) => method === "DELETE"),
        [],
      );
    });

    for (const operations of ["documented", "extended"]) {
      it(`takes nothing away that it has under a new name, in ${operations} operations`, async () => {
        const share = await made();
        const current = provider({ operations });
        const renamed = { resource, inputs: inputs(both), identity: "renamed" };
        assert.deepEqual((await current.check(renamed)).failures, []);
        await current.delete(share);
        assert.deepEqual(furtherCalls(platform), operations === "extended" ? [looked] : []);
      });
    }

    it("is refused on an instance that lacks extended operations, and its state is kept", async () => {
      const floor = await startSimulator({ profile: "documented" });
      try {
        const on = (operations: string) => lifecycleOn(floor, { operations });
        const share = await on("documented").create({ resource, inputs: inputs(both) });
        await assert.rejects(on("extended").delete({ resource, ...share }), {
          code: "not_offered",
        });
        const read = await on("extended").read({ resource, ...share });
        assert.deepEqual(read?.state.permissions, share.state.permissions);
        assert.match(
          read?.warnings.join() ?? "",
          /does not exist: this simulator has the profile documented\. Start it with --profile extended to offer extended operations" \(trace .*\)\. Pulumi keeps the state of each share, and cannot see manual changes\.$/,
        );
      } finally {
        await floor.close();
      }
    });
  });

  describe("when it is read", () => {
    it("is what the state holds in documented operations, without a call", async () => {
      const { state, id } = await made();
      byHand("USER 42");
      assert.deepEqual((await provider().read({ resource, id, state }))?.state, state);
      assert.deepEqual(calls(), []);
    });

    it("shows whom it names and nobody else", async () => {
      const { state } = await made();
      byHand("USER 99 CO_OWNER");
      assert.deepEqual(await live(state), state.permissions);
      assert.deepEqual(calls(), [`GET ${listPath}`]);
    });

    it("shows who lost access, or has another level, as drift that an update repairs", async () => {
      const { state, id } = await made();
      byHand("USER 42", "GROUP 7 CAN_EDIT");
      const read = await extended().read({ resource, id, state });
      assert.deepEqual(read?.inputs.permissions, permissions("GROUP 7 CAN_EDIT"));
      platform.calls.length = 0;
      await extended().update({ resource, id, state: read.state, inputs: inputs(both) });
      assert.deepEqual(bodies(), [{ permissions: permissions(...both), sendEmail: false }]);
      assert.deepEqual(await live(state), state.permissions);
    });

    it("is gone when everybody lost access, unless most objects are missing at once", async () => {
      const { state } = await made();
      byHand("USER 42", "GROUP 7");
      const read = { resource, id: dataset, state };
      assert.equal(await extended().read(read), undefined);

      const other = dataset.replace(/1$/, "2");
      const lifecycle = extended();
      const reads = [read, { ...read, id: other, state: { ...state, datasetId: other } }];
      const ends = await Promise.allSettled(reads.map((one) => lifecycle.read(one)));
      for (const end of ends) {
        assert.equal(end.status, "rejected");
        assert.match(String(end.reason), /2 of the 2 objects that were read are missing at once/);
      }
    });

    it("takes the owner to have whatever level is declared", async () => {
      const { state } = await made([`USER ${platform.state.user} CAN_VIEW`]);
      assert.deepEqual(await live(state), state.permissions);
    });

    it("is unknown where the list is cut and lacks one of them", async () => {
      const { state } = await made();
      const cut: FaultRule = { path: "/permissions$", kind: "truncated-list", times: 0 };
      platform.fault({ ...cut, keep: 2 });
      const said = /it shows 2 of 3 and lacks group 7\. Its state is unchanged/;
      await assert.rejects(live(state), { code: "unknown_state", message: said });
      platform.clearFaults();
      platform.fault({ ...cut, keep: 3 });
      byHand("USER 43 CAN_VIEW");
      assert.deepEqual(await live(state), state.permissions, "what it shows is enough");
    });

    it("is gone only where the dataset answers 404 to all, while the token works", async () => {
      const { state } = await made();
      platform.state.missing.push(dataset);
      platform.fault({ path: "/v1/roles$", kind: "status", status: 403 });
      const proofless = { code: "unknown_state", message: /the token proved nothing/ };
      await assert.rejects(live(state), proofless);
      assert.equal(await extended().read({ resource, id: dataset, state }), undefined);
    });

    for (const status of [401, 403, 500]) {
      it(`is left as it is after ${status}`, async () => {
        const { state } = await made();
        platform.fault({ path: "/permissions$", kind: "status", status, times: 0 });
        await assert.rejects(live(state), { status });
      });
    }
  });

  describe("with mail", () => {
    const mailing = { sendEmail: true };
    const mails = () => platform.outbox.map(({ to }) => to);
    const create = (lifecycle = provider(), words = both) =>
      lifecycle.create({ resource, inputs: inputs(words, mailing), identity });

    it("names in the preview also a group that is not known yet", async () => {
      const [user = assert.fail(), group = assert.fail()] = permissions(...both);
      const declared = {
        ...inputs([], { sendEmail: true }),
        permissions: [user, { ...group, id: notKnownYet }],
      };
      const { notices } = await provider().check({ resource, identity, inputs: declared });
      assert.match(
        notices.join(),
        /will e-mail 2 recipients \(user 42, a group that is not known yet\) once/,
      );
    });

    it("tells each once, and says so beforehand", async () => {
      const request = { resource, inputs: inputs(both, mailing), identity };
      const {
        notices: [notice],
      } = await provider().check(request);
      assert.equal(
        notice,
        `DatasetShare of dataset ${dataset} will e-mail 2 recipients (user 42, group 7) once, when this change is applied.`,
      );
      const {
        state,
        warnings: [warning],
      } = await create();
      assert.equal(state.outcome, "done");
      assert.equal(warning, undefined);
      assert.deepEqual(mails(), ["USER:42", "GROUP:7"]);
      assert.equal(furtherCalls(platform).length, 1);
    });

    it("tells nobody again when a run was killed after it replaced a share", async () => {
      const { state } = await made();
      const killed = extended();
      const other = { ...inputs(both, mailing), datasetId: dataset.replace(/1$/, "2") };
      const diff = await killed.diff({ resource, id: dataset, state, inputs: other, identity });
      assert.deepEqual(replacedPaths(diff), ["datasetId"]);
      await killed.create({ resource, inputs: other, identity });
      await killed.delete({ resource, id: dataset, state, identity });
      assert.equal(mails().length, 2);

      const again = await extended().create({ resource, inputs: other, identity });
      assert.equal(again.state.outcome, "done");
      assert.equal(mails().length, 2);
    });

    it("tells only those who are added or get another level", async () => {
      const { state } = await create();
      const next = inputs(["USER 42 CAN_EDIT", "GROUP 7 CAN_SHARE", "USER 43 CAN_VIEW"], mailing);
      const change = { resource, id: dataset, state, inputs: next, identity };
      const preview = provider();
      await preview.check({ resource, old: state, inputs: next, identity });
      const [mails_, access_] = (await preview.diff(change)).notices;
      assert.match(mails_ ?? "", /will e-mail 2 recipients \(user 42, user 43\) /);
      assert.match(
        access_ ?? "",
        / will give access to user 43 \(CAN_VIEW\), and will change the access of user 42 \(from CAN_VIEW to CAN_EDIT\)\.$/,
      );
      assert.equal((await provider().update(change)).state.outcome, "done");
      assert.deepEqual(mails().slice(2), ["USER:42", "USER:43"]);
    });

    it("tells nobody about access that they have, and says so beforehand", async () => {
      byHand("USER 42 can_view");
      const request = { resource, inputs: inputs(both, mailing), identity };
      const { notices } = await extended().check(request);
      assert.match(notices.join("\n"), /finds that user 42 \(CAN_VIEW\) already has the access\./);
      assert.match(notices.join("\n"), /will e-mail 1 recipient \(group 7\) once,/);
      const { state } = await create(extended());
      assert.deepEqual(mails(), ["GROUP:7"]);

      const without = { ...state, permissions: permissions("USER 42 CAN_VIEW") };
      const change = { resource, id: dataset, inputs: inputs(both, mailing), identity };
      const preview = extended();
      const checked = await preview.check({ ...change, old: without });
      assert.match(checked.notices.join(), /finds that group 7 \(CAN_SHARE\) already has/);
      const differing = await preview.diff({ ...change, state: without });
      assert.doesNotMatch(differing.notices.join("\n"), /will e-mail|will give access/);
      await extended().update({ ...change, state: without });
      assert.deepEqual(mails(), ["GROUP:7"]);

      const older = { ...state, permissions: permissions("USER 42 CAN_EDIT", "GROUP 7 CAN_VIEW") };
      const later = extended();
      const found = await later.check({ ...change, old: older });
      assert.match(found.notices.join(), /finds that .*group 7 \(CAN_SHARE\).* already have/);
      const { notices: said } = await later.diff({ ...change, state: older });
      assert.doesNotMatch(said.join("\n"), /will change the access/);
    });

    it("gives access again without mail where a late list still shows what a delete took away", async () => {
      const { state } = await create(extended());
      await extended().read({ resource, id: dataset, state, identity });
      platform.outbox.length = 0;
      platform.fault({ method: "GET", path: "/permissions$", kind: "stale", times: 0 });
      await extended().delete({ resource, id: dataset, state, identity });
      assert.deepEqual(access(), []);
      await create(extended());
      assert.deepEqual(access(), [...both].sort());
      assert.deepEqual(mails(), []);
    });

    it("e-mails nobody where somebody is only taken out, or only mail is turned on, and says who loses access", async () => {
      const { state } = await made();
      const quiet = await provider().diff({ resource, state, inputs: inputs(both, mailing) });
      assert.deepEqual([changedPaths(quiet), quiet.notices[0]], [[], undefined]);
      const next = inputs(["USER 42 CAN_VIEW"], mailing);
      const change = { resource, id: dataset, state, inputs: next, identity };
      const preview = extended();
      await preview.check({ resource, old: state, inputs: next, identity });
      assert.deepEqual((await preview.diff(change)).notices, [
        `DatasetShare of dataset ${dataset} will no longer give access to group 7.`,
      ]);
      await extended().update(change);
      assert.deepEqual(mails(), []);
    });

    const lost: [string, Partial<FaultRule>, number][] = [
      ["before the work", { moment: "before" }, 0],
      ["after the work", { moment: "after" }, 2],
      ["in the middle of the answer", { moment: "mid-answer" }, 2],
      ["to a 504 after the work", { kind: "status", status: 504, moment: "after" }, 2],
    ];
    for (const [when, rule, sent] of lost) {
      it(`is granted once more without mail when the answer is lost ${when}`, async () => {
        lose(rule);
        const {
          state,
          warnings: [warning],
        } = await create();
        assert.equal(state.outcome, "unknown");
        assert.match(warning ?? "", /succeeded, but it is unknown whether its e-mail was sent/);
        assert.equal(mails().length, sent);
        assert.deepEqual(access(), [...both].sort());
        assert.equal(platform.calls.length, 2);
        assert.deepEqual(bodies()[1], { permissions: permissions(...both), sendEmail: false });
        const next = { resource, state, inputs: inputs(both, mailing) };
        assert.deepEqual(
          changedPaths(await provider().diff(next)),
          [],
          "the next up has nothing to do",
        );
        assert.equal((await create()).state.outcome, "unknown", "nor has one after a kill");
        assert.equal(mails().length, sent);
      });
    }

    it("is not mailed again where somebody could not be taken out in the same update", async () => {
      const { state } = await made();
      const next = inputs(["USER 43 CAN_VIEW"], mailing);
      const change = { resource, id: dataset, state, inputs: next, identity };
      platform.fault({ method: "DELETE", kind: "status", status: 403 });
      await assert.rejects(extended().update(change), { code: "forbidden" });
      await extended().update(change);
      assert.deepEqual(mails(), ["USER:43"]);
      assert.deepEqual(access(), ["USER 43 CAN_VIEW"]);
    });

    for (const mail of ["muted", "redirect:me@example.com"]) {
      it(`is granted without it where platform:mail is ${mail}`, async () => {
        const current = provider({ mail });
        const request = { resource, inputs: inputs(both, mailing), identity };
        const {
          notices: [notice],
        } = await current.check(request);
        assert.match(
          notice ?? "",
          new RegExp(`will e-mail nobody, because platform:mail is "${mail.split(":")[0]}"`),
        );
        const {
          state,
          warnings: [warning],
        } = await create(current);
        assert.equal(state.outcome, "muted");
        assert.match(
          warning ?? "",
          /nothing was e-mailed, because platform:mail is .*Everything else is done/,
        );
        assert.deepEqual(mails(), []);
        assert.deepEqual(access(), [...both].sort());
      });
    }
  });

  describe("whose e-mail another runner made out of date", () => {
    const mailing = (words: string[]) => inputs(words, { sendEmail: true });
    const about = { resource, identity, id: dataset };
    const [one, other] = [["USER 42 CAN_VIEW"], ["USER 42 CAN_VIEW", "USER 43 CAN_VIEW"]];

    it("mails again when access is given again, and its preview says so", async () => {
      const first = await extended().create({ ...about, inputs: mailing(one) });
      const given = await extended().update({
        ...about,
        state: first.state,
        inputs: mailing(other),
      });
      // With a journal of its own.
      const before = process.env.PULUMI_HOME;
      process.env.PULUMI_HOME = `${before}-other`;
      const taken = await extended().update({
        ...about,
        state: given.state,
        inputs: mailing(one),
      });
      process.env.PULUMI_HOME = before;
      const run = extended();
      await run.check({ ...about, old: mailing(one), inputs: mailing(other) });
      const { notices } = await run.diff({ ...about, state: taken.state, inputs: mailing(other) });
      assert.match(notices.join(), /will e-mail 1 recipient/);
      platform.outbox.length = 0;
      const again = await run.update({ ...about, state: taken.state, inputs: mailing(other) });
      assert.equal(again.state.outcome, "done");
      assert.equal(platform.outbox.length, 1);
    });

    it("does not mail again where the run of the last e-mail was not saved, and its preview says so", async () => {
      const { state } = await extended().create({ ...about, inputs: mailing(one) });
      await extended().update({ ...about, state, inputs: mailing(other) });
      platform.outbox.length = 0;
      const run = extended();
      await run.check({ ...about, old: mailing(one), inputs: mailing(other) });
      const { notices } = await run.diff({ ...about, state, inputs: mailing(other) });
      assert.match(notices.join(), /will e-mail nobody/);
      await run.update({ ...about, state, inputs: mailing(other) });
      assert.equal(platform.outbox.length, 0);
    });
  });

  describe("that is declared wrongly", () => {
    const problemsOf = async (words: string[]) =>
      reasonsIn(await provider().check({ resource, inputs: inputs(words), identity }));

    it("is refused where it names the same grantee twice", async () => {
      assert.deepEqual(await problemsOf(["USER 42 CAN_VIEW", "USER 42 CAN_EDIT"]), [
        {
          property: "permissions[1]",
          reason:
            "permissions[1] repeats user 42 of permissions[0]: name each user or group once. [invalid_input]",
        },
      ]);
      assert.deepEqual(await problemsOf(["USER 42 CAN_VIEW", "GROUP 42 CAN_EDIT"]), []);
    });

    it("is refused where it names nobody, or a level that is nearly one", async () => {
      assert.deepEqual(await problemsOf([]), [
        {
          property: "permissions",
          reason: "permissions must not be empty. [invalid_input]",
        },
      ]);
      assert.deepEqual(await problemsOf(["USER 42 CAN_VEIW"]), [
        {
          property: "permissions[0].accessLevel",
          reason:
            'permissions[0].accessLevel "CAN_VEIW" is not a known value: did you mean "CAN_VIEW"? To send it unchanged, set platform:allowUnknownValues to true. [invalid_input]',
        },
      ]);
    });

    it("is not refused for what its state has, as `ignoreChanges` asks after all grantees left", async () => {
      const check = async (was: string[], words: string[], triggers?: string[]) => {
        const declared = { ...inputs(words), triggers };
        return reasonsIn(
          await provider().check({ resource, old: inputs(was), inputs: declared, identity }),
        ).map(({ property }) => property);
      };
      assert.deepEqual(await check([], [], ["changed"]), []);
      assert.deepEqual(await check(both, []), ["permissions"]);
      // The same grantee was no problem before.
      const first = "USER 42 CAN_VIEW";
      assert.deepEqual(await check(["USER 43 CAN_VIEW", first], [first, first]), [
        "permissions[1]",
      ]);
    });

    it("is refused where another share of the program names the same grantee", async () => {
      const current = provider();
      const check = async (words: string[], id: string) =>
        reasonsIn(await current.check({ resource, inputs: inputs(words), identity: id }));
      assert.deepEqual(await check(both, "one"), []);
      assert.deepEqual(await check(["USER 43 CAN_VIEW"], "two"), []);
      const [problem, ...more] = await check(["USER 44 CAN_VIEW", "GROUP 7 CAN_EDIT"], "three");
      assert.deepEqual(more, []);
      assert.match(
        problem?.reason ?? "",
        /^Access of group 7 to dataset .* is declared by two resources/,
      );
    });

    it("cannot move to another dataset in documented operations, and is replaced in extended ones", async () => {
      const { state: old } = await made();
      const next = { ...inputs(["USER 43 CAN_VIEW"]), datasetId: "another" };
      const { failures } = await provider().check({ resource, old, inputs: next, identity });
      assert.deepEqual(
        failures.map(({ property }) => property),
        ["datasetId"],
      );
      assert.match(
        failures[0]?.reason ?? "",
        /datasetId of share of dataset .* It needs a new share, and the old one stays\./,
      );
      const current = extended();
      const checked = await current.check({ resource, old, inputs: next, identity });
      assert.deepEqual(checked.failures, []);
      const replaces = replacedPaths(await current.diff({ resource, state: old, inputs: next }));
      assert.deepEqual(replaces, ["datasetId"]);
    });
  });
});
