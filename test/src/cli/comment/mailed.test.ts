import assert from "node:assert/strict";
import fc from "fast-check";
import { accessChanges } from "pulumi-platform-cli/dist/effects/access";
import type { AccessChange } from "pulumi-platform-cli/dist/effects/access";
import { mailings } from "pulumi-platform-cli/dist/preview/mailings";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import type { Declared } from "../../engine/stacks/pulumiStack";
import { InProcessStack } from "../../harness/inProcessStack";
import { runs } from "../../harness/lives/sampled";
import { entries } from "../../harness/sessions/session";
import { dataset as first, weekly } from "./parts";
import { now, previewOf } from "./previews";

// One after the other, so that the schedule is there when it is sent.
const up = ["up", "--yes", "--skip-preview", "--parallel", "1"];
const scheduleId = "4294967291";
const datasets = [first, "7e0a5c1d-93b2-4c7e-8f6a-2d4b6c8e0a12"];
const address = (n: number) => ({ type: "EMAIL", value: `p${n}@example.com` });

const people = fc.uniqueArray(fc.nat({ max: 4 }), { minLength: 1, maxLength: 4 });
const triggers = fc.constantFrom([], [1], [2]);
const level = fc.constantFrom("CAN_VIEW", "CAN_EDIT");
const dataset = fc.constantFrom(...datasets);
/** What a program declares at one time: each part is there or not. */
const program = fc.record({
  schedule: fc.record({ to: people, enabled: fc.boolean() }),
  send: fc.option(fc.record({ to: people, triggers })),
  notification: fc.option(fc.record({ to: people, triggers })),
  share: fc.option(fc.record({ to: people, sendEmail: fc.boolean(), triggers, level, dataset })),
  second: fc.option(fc.record({ to: people, sendEmail: fc.boolean(), triggers, level, dataset })),
});
type Share = {
  to: number[];
  sendEmail: boolean;
  triggers: readonly number[];
  level: string;
  dataset: string;
};
type Program = typeof program extends fc.Arbitrary<infer Value> ? Value : never;
const mode = fc.constantFrom("live", "muted", "redirect:safe@example.com");

function declared({ schedule, send, notification, share, second }: Program): Declared[] {
  const { to, enabled } = schedule;
  const parts: (Declared | null)[] = [
    {
      type: "ReportSchedule",
      name: "weekly",
      args: weekly({ additionalRecipients: to.map(address), enabled }),
    },
    send && {
      type: "ReportSend",
      name: "send",
      args: { scheduleId, recipients: send.to.map(address), triggers: send.triggers },
    },
    notification && {
      type: "ReportNotification",
      name: "notification",
      args: {
        scheduleId,
        recipients: notification.to.map((n) => ({ emailAddress: `p${n}@example.com` })),
        triggers: notification.triggers,
      },
    },
    ...[share, second].map<Declared | null>(
      (one, n) => one && { type: "DatasetShare", name: `share-${n}`, args: shareOf(one) },
    ),
  ];
  return parts.filter((one) => one !== null);
}

/** The steps of a replacement are one change. */
const opOf = (ops: readonly string[] = []) =>
  ops.includes("create-replacement") ? "replace" : (ops.at(-1) ?? "same");

const shareOf = ({ to, sendEmail, triggers, level, dataset }: Share) => ({
  datasetId: dataset,
  permissions: to.map((n) => ({ type: "USER", id: String(100 + n), accessLevel: level })),
  sendEmail,
  triggers,
});

/** Documented operations can change neither a schedule nor what `platform:mail` does to it. */
function possible(
  runs: readonly (readonly [Program, string])[],
  operations: string,
): readonly (readonly [Program, string])[] {
  const [first] = runs;
  if (operations === "extended" || first === undefined) return runs;
  const [{ schedule, share, second }, mail] = first;
  return runs.map(([program]) => [{ ...program, schedule, share, second }, mail]);
}

/** A comment calls users by their ids, and the simulator by their addresses. */
const nameOf = (to: string) => to.replace(/^u(\d)@example\.com$/, "user 10$1");
const sorted = (names: readonly string[]) => [...names].sort();

describe("the people in the comment of a pull request", () => {
  let platform: Simulator;
  let compared: number;
  before(async () => (platform = await startSimulator({ profile: "extended" })));
  after(() => platform.close());

  /** Applies two programs, and compares what the comment on each says with what happened. */
  const check = async (
    entry: (typeof entries)[number],
    operations: string,
    runs: readonly (readonly [Program, string])[],
  ) => {
    platform.reset();
    for (let n = 0; n < 5; n++) {
      const user = { id: 100 + n, displayName: `User ${n}`, emailAddress: `u${n}@example.com` };
      platform.state.users.push(user);
    }
    const stack = new InProcessStack(entry, {
      PLATFORM_BASE_URL: platform.url,
      PLATFORM_TOKEN: platform.token,
      PLATFORM_OPERATIONS: operations,
    });
    try {
      let earlier: Declared[] = [];
      for (const [program, mail] of possible(runs, operations)) {
        await stack.ok("config", "set", "platform:mail", mail);
        stack.declare(declared(program));
        const before = await stack.state();
        const scheduled = recipients(platform);
        const shared = access(platform);
        platform.outbox.length = 0;
        const told = await stack.told(...up);
        // What the platform refuses is not what this is about.
        if (told.code !== 0) return;
        compared++;
        const held = await stack.state();
        const all = [...declared(program), ...earlier.filter(({ name }) => !held[name])];
        const steps = all.map(({ type, name }) => ({
          ...{ op: opOf(told.ops.get(name)), type, name },
          ...(before[name]?.inputs && { old: before[name].inputs }),
          ...(held[name]?.inputs && { next: held[name].inputs }),
        }));
        earlier = declared(program);
        const config = { "platform:mail": mail, "platform:operations": operations };
        const { changes } = previewOf({ title: "", config, steps }, entry);
        assert.deepEqual(
          accessOf(accessChanges(changes, [])),
          differences(shared, access(platform)),
          told.text,
        );
        const found = mailings(changes, now);
        const once = found.filter(({ when }) => when.startsWith("once"));
        assert.deepEqual(
          sorted(once.flatMap(({ people = [] }) => people)),
          sorted(platform.outbox.map(({ to }) => nameOf(to))),
          told.text,
        );
        const later = found.filter(({ when }) => !when.startsWith("once"));
        assert.deepEqual(
          sorted(later.flatMap(({ people = [] }) => people)),
          sorted(recipients(platform).filter((one) => !scheduled.includes(one))),
          told.text,
        );
      }
    } finally {
      stack.remove();
    }
  };

  for (const entry of entries)
    for (const operations of ["documented", "extended"])
      it(`are the recipients of the e-mails that the platform then sends (${entry}, ${operations} operations)`, async () => {
        compared = 0;
        await fc.assert(
          fc.asyncProperty(
            fc.array(fc.tuple(program, mode), { minLength: 1, maxLength: 4 }),
            (programs) => check(entry, operations, programs),
          ),
          { numRuns: runs(15, 40) },
        );
        assert.ok(compared > runs(5, 15), `only ${compared} runs were compared`);
      });
});

/** Who gets e-mail on every run of a schedule. */
const recipients = ({ state }: Simulator): string[] =>
  state.schedules.flatMap(({ schedule }) =>
    schedule.enabled
      ? schedule.additionalRecipients.map(({ value }: { value: string }) => value)
      : [],
  );

/** The access of the users of this test, with its level. */
const access = ({ state }: Simulator) =>
  new Map(
    state.shares
      .filter(({ granteeId }) => /^10\d$/.test(granteeId))
      .map(({ id, granteeId, accessLevel }) => [
        id,
        { name: `user ${granteeId}`, level: accessLevel },
      ]),
  );
type Access = ReturnType<typeof access>;

/** What somebody who saw the access before and after would say, as the comment does. */
function differences(before: Access, after: Access) {
  const only = (these: Access, those: Access) =>
    sorted(
      [...these].flatMap(([id, { name, level }]) => (those.has(id) ? [] : [`${name} (${level})`])),
    );
  const levels = [...after].flatMap(([id, { name, level }]) => {
    const earlier = before.get(id)?.level ?? level;
    return earlier === level ? [] : [`${name} (${earlier} → ${level})`];
  });
  return { gains: only(after, before), loses: only(before, after), levels: sorted(levels) };
}

const accessOf = (found: readonly AccessChange[]) => ({
  gains: sorted(found.flatMap(({ gains }) => gains)),
  loses: sorted(found.flatMap(({ loses }) => loses)),
  levels: sorted(found.flatMap(({ levels }) => levels)),
});
