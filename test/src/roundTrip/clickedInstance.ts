import type { Simulator } from "pulumi-platform-simulator";
import { Random } from "../faults/cases/random";
import { call, groupsPath, schedulesPath } from "../simulator/client";

/** How many objects somebody clicked together. */
export interface Sizes {
  schedules: number;
  groups: number;
  shares: number;
  certifications: number;
}

/** What an export cannot find by itself. */
export interface Named {
  datasets: string[];
  cards: string[];
  groups: string[];
}

const zones = ["America/New_York", "Europe/Berlin", "UTC", "Asia/Kolkata", "Australia/Lord_Howe"];
const titles = [
  "Weekly sales",
  'The "best" of ${month}',
  "class",
  "2024 close",
  "Umsätze – Köln & Düsseldorf",
  "売上レポート",
  "🚀",
  "  spaces  around  ",
  "back\\slash `tick` */ // #",
];
const uuid = "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx";
/** How many schedules have an exact twin. */
const twins = 5;
/** Users of the instance; the first two of its seed own schedules. */
const people = ["7001", "7002", "7003"];

/** Puts objects on an instance as people do over years: titles repeat, and so do recipients and times. */
export async function clickTogether(
  platform: Simulator,
  seed: number,
  sizes: Sizes,
): Promise<Named> {
  const random = new Random(seed);
  const { state } = platform;
  state.grants.manageAllContent = true;
  const post = async (path: string, body: unknown) => {
    const { status, text, json } = await call(platform, "POST", path, body);
    if (status >= 300) throw new Error(`${path} answered ${status}: ${text}`);
    return json as { id: number | string };
  };
  const many = <Item>(count: number, item: (n: number) => Item) =>
    Array.from({ length: count }, (_, n) => item(n));

  const groups: string[] = [];
  for (const n of many(sizes.groups, (one) => one)) {
    const type = random.of(["open", "closed", "dynamic"]);
    const description = random.chance(0.7) ? `Readers of report ${n}` : undefined;
    groups.push(String((await post(groupsPath, { name: `Team ${n}`, type, description })).id));
  }
  const recipient = () => {
    const kind = random.below(3);
    if (kind === 0 && groups.length > 0) return { type: "GROUP", value: random.of(groups) };
    if (kind === 1) return { type: "USER", value: random.of(people) };
    return { type: "EMAIL", value: `person${random.below(30)}@example.com` };
  };
  const recipients = () => {
    const all = new Map(many(random.below(4), recipient).map((one) => [JSON.stringify(one), one]));
    return [...all.values()];
  };
  const lists = many(8, recipients);
  const owners = state.users.map(({ id }) => id);
  let last: object | undefined;
  for (const n of many(sizes.schedules, (one) => one)) {
    const isTwin = last !== undefined && n < twins * 2 && n % 2 === 1;
    const frequency = random.of(["DAILY", "WEEKLY", "MONTHLY"]);
    const days = { DAILY: "1,2,3,4,5", WEEKLY: random.of(["MON", "TUE,THU"]), MONTHLY: "15" };
    const body = {
      title: random.chance(0.5) ? random.of(titles) : `Report ${n}`,
      pageId: random.chance(0.1) ? 0 : 1000 + random.below(40),
      viewId: 2000 + n,
      attachmentInclude: random.chance(0.5),
      schedule: {
        frequency,
        daysToRun: days[frequency as keyof typeof days],
        hourOfDay: random.below(24),
        minOfHour: random.of([0, 15, 30, 45]),
        timezone: random.of(zones),
        enabled: random.chance(0.8),
        additionalRecipients: random.chance(0.6) ? random.of(lists) : recipients(),
      },
    };
    const { id } = await post(schedulesPath, isTwin ? last : body);
    last = body;
    const stored = state.schedules.find((one) => one.id === Number(id));
    if (stored !== undefined && !isTwin && random.chance(0.3)) stored.ownerId = random.of(owners);
  }
  const named: Named = { datasets: [], cards: [], groups };
  for (const n of many(Math.max(sizes.shares, sizes.certifications), (one) => one)) {
    const dataset = uuid.replace(/x/g, () => random.below(16).toString(16));
    named.datasets.push(dataset);
    if (n < sizes.shares) {
      const group = groups.length > 0 ? [{ type: "GROUP", id: random.of(groups) }] : [];
      const grantees = [{ type: "USER", id: random.of(people) }, ...group];
      const level = () => random.of(["CAN_VIEW", "CAN_EDIT", "CAN_SHARE", "CO_OWNER"]);
      const permissions = grantees.map((one) => ({ ...one, accessLevel: level() }));
      const path = `/api/data/v3/datasources/${dataset}/share`;
      await post(path, { permissions, sendEmail: false });
    }
    if (n >= sizes.certifications) continue;
    const isCard = random.chance(0.3);
    const id = isCard ? String(9000 + n) : dataset;
    if (isCard) named.cards.push(id);
    const of = isCard ? "CARD" : "DATA_SOURCE";
    await call(platform, "PUT", `/api/tags/v3/${of}/${id}/system/CERTIFIED/state/ACTIVE`);
  }
  return named;
}
