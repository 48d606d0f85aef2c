import assert from "node:assert/strict";
import { ConfigureRequest, InvokeRequest } from "@pulumi/pulumi/proto/provider_pb";
import { seedIds, startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { runFunction } from "../../../provider/dist/dynamic/functions";
import { ProviderProcess } from "../../../provider/dist/process/providerProcess";
import { Engine } from "../../../provider/dist/plugin/engine";
import { Service } from "../../../provider/dist/plugin/service";
import { Session } from "../../../provider/dist/plugin/session";
import { PlatformError } from "../../../provider/dist/messages/errors";
import { analysts, weekly } from "../engine/stacks/declarations";
import type { Declared } from "../engine/stacks/pulumiStack";
import { entries } from "../harness/sessions/session";
import { secret, structOf } from "../harness/sessions/wire";
import { datasetShare } from "../fixtures/datasetShare";
import { withoutEnvironment } from "../provider/provider";
import { apply, assertWell, through } from "./recordedStack";
import type { Values } from "./tables/row";
import { elsewhere, main } from "./tables/subjects";

describe("through the dynamic resources and the plugin alike", () => {
  describe("a replacement makes its calls in one order", () => {
    const group = (type: string): Declared => ({
      type: "Group",
      name: "group",
      args: { name: "Analysts", type, allowMembershipLoss: true },
    });
    const certification = (entityId: string): Declared => ({
      type: "Certification",
      name: "certification",
      args: { entityType: "CARD", entityId },
    });
    const share = (datasetId: string): Declared => ({
      type: "DatasetShare",
      name: "share",
      args: { ...datasetShare.complete, datasetId },
    });
    const cases: [string, Declared, Declared, RegExp[]][] = [
      [
        "a group is deleted first, as names are unique",
        group("closed"),
        group("open"),
        [/DELETE .*\/groups\/\d+$/, /POST .*\/groups$/],
      ],
      [
        "a certification is made first",
        certification("12"),
        certification("13"),
        [/PUT .*\/CARD\/13\/.*ACTIVE$/, /DELETE .*\/CARD\/12\//],
      ],
      [
        "a share is made first",
        share(seedIds.dataset),
        share(datasetShare.other.datasetId),
        [/POST .*share$/, /DELETE /, /DELETE /],
      ],
    ];
    for (const [what, first, then, order] of cases) {
      it(what, async () => {
        const writes = await through("extended", async (site) => {
          assertWell(await site.up(first));
          site.log.length = 0;
          assertWell(await site.up(then));
          return site.writes;
        });
        assert.deepEqual(writes.dynamic, writes.plugin);
        assert.equal(writes.dynamic.length, order.length, writes.dynamic.join("\n"));
        for (const [index, call] of order.entries())
          assert.match(writes.dynamic[index] ?? "", call);
      });
    }

    for (const one of [analysts(), weekly()] as Declared[]) {
      it(`a ${one.type} that moves to another instance is made there first`, async () => {
        const writes = await through("extended", async (site) => {
          assertWell(await site.up(one));
          site.log.length = 0;
          assertWell(await site.up(site.on(elsewhere, one)));
          return site.writes;
        });
        assert.deepEqual(writes.dynamic, writes.plugin);
        assert.deepEqual(
          writes.dynamic.map((write) => write.split(" ").slice(0, 2).join(" ")),
          [`${elsewhere}: POST`, `${main}: DELETE`],
        );
      });
    }

    it("an object that cannot be deleted where it is moves only after what the refusal advises", async () => {
      const refused = await through("documented", async (site) => {
        assertWell(await site.up(analysts()));
        site.log.length = 0;
        const { code, errors } = await site.up(site.on(elsewhere, analysts()));
        assert.notEqual(code, 0);
        assert.equal(site.writes.length, 0);
        site.stack.env.PLATFORM_OPERATIONS = "extended";
        assertWell(await site.up(analysts()));
        assertWell(await site.stack.told("refresh", ...apply));
        assertWell(await site.up(site.on(elsewhere, analysts())));
        return { said: errors.get("analysts") ?? "", writes: site.writes };
      });
      for (const entry of entries) {
        const { said, writes } = refused[entry];
        assert.match(said, /The object on 127\.0\.0\.1:\d+ cannot be deleted\./);
        assert.match(said, /Undo the change .*extended.*`pulumi up`, then `pulumi refresh`/);
        assert.deepEqual(
          writes.map((write) => write.split(" ").slice(0, 2).join(" ")),
          [`${elsewhere}: POST`, `${main}: DELETE`],
        );
      }
    });

    it("an instance that got another address is no other one", async () => {
      const told = await through("extended", async (site) => {
        // A read would find no group there.
        await site.stack.ok("config", "set", "platform:driftInPreviews", "false");
        assertWell(await site.up(analysts()));
        const elsewhereUrl = site.recorders[1]?.url ?? "";
        site.stack.env.PLATFORM_BASE_URL = elsewhereUrl;
        site.log.length = 0;
        const same = await site.stack.told("preview");
        site.stack.declare([{ ...analysts(), args: { ...analysts().args, description: "New" } }]);
        const changed = await site.stack.told("up", ...apply);
        assert.notEqual(changed.code, 0);
        assert.deepEqual(site.writes, []);
        return { same: same.text, changed: changed.text };
      });
      for (const entry of entries) {
        const { same, changed } = told[entry];
        assert.match(same, /was created on 127\.0\.0\.1:\d+, and this run uses 127\.0\.0\.1:\d+/);
        assert.match(changed, /was created on 127\.0\.0\.1:\d+, and this run/);
      }
    });
  });

  describe("a secret of the program is in nothing that people read", () => {
    const hidden = weekly();
    const args = { ...hidden.args, title: secret("canary title"), pageId: secret(987_654) };

    it("be it a text or a number, where a change is refused", async () => {
      const told = await through("documented", async (site) => {
        assertWell(await site.up({ ...hidden, args }));
        const changed = { ...args, pageId: secret(876_543) };
        const { code, errors, text } = await site.up({ ...hidden, args: changed });
        assert.notEqual(code, 0);
        assert.doesNotMatch(text, /canary|987654|876543/);
        return errors.get("weekly") ?? "";
      });
      assert.match(told.plugin, /pageId of report schedule .* \(from \[secret\] to \[secret\]\)/);
      assert.match(told.dynamic, /pageId of report schedule .* \(from \[secret\] to \[secret\]\)/);
    });

    it("where the platform repeats it in an error", async () => {
      const told = await through("extended", async (site) => {
        const body = { message: "canary title and 987654 are not allowed" };
        const refused = { method: "POST", path: "reportschedules$", status: 400, body } as const;
        site.platforms[0]?.fault({ kind: "body", ...refused });
        const { code, text } = await site.up({ ...hidden, args });
        assert.notEqual(code, 0);
        assert.doesNotMatch(text, /canary|987654/);
        return text;
      });
      for (const entry of entries) assert.match(told[entry], /\[secret\]/);
    });
  });
});

describe("a function called through the dynamic resources and the plugin", () => {
  const args = {
    datasetId: seedIds.dataset,
    paginationFields: [{ fieldName: "datecompleted", sortOrder: "RANDOM" }],
  };
  const warning =
    'searchPartitions: paginationFields[0].sortOrder "RANDOM" is not a known value (DESC, ASC). It is sent unchanged.';

  let platform: Simulator;
  before(async () => {
    platform = await startSimulator({ profile: "extended" });
  });
  after(() => platform.close());

  it("gives the same warnings and the same failure", async () => {
    withoutEnvironment();
    const config: Values = { baseUrl: platform.url, token: platform.token };
    const { error, warnings } = await runFunction({
      name: "searchPartitions",
      args,
      config: (setting) => config[setting],
    });
    assert.ok(error instanceof PlatformError);
    assert.equal(error.code, "rejected");
    assert.deepEqual(warnings, [warning]);

    const engine = new Engine(undefined);
    const lines: unknown[] = [];
    engine.showOnce = (...line) => {
      lines.push(line);
      return Promise.resolve();
    };
    const service = new Service(new Session(engine, new ProviderProcess()));
    await service.configure(new ConfigureRequest().setArgs(structOf(config)));
    const request = new InvokeRequest()
      .setTok("platform:index:searchPartitions")
      .setArgs(structOf(args));
    const withoutTrace = (text: string) => text.replace(/trace [\w-]+/, "");
    await assert.rejects(service.invoke(request), ({ message }: Error) => {
      assert.equal(withoutTrace(message), withoutTrace(error.message));
      return true;
    });
    assert.deepEqual(lines, [["warn", "", warning]]);
  });
});
