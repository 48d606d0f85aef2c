import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator, State, StoredSchedule } from "pulumi-platform-simulator";
import { cliHere } from "./cliHere";

export interface Result {
  code: number;
  out: string;
}

/** Two simulated instances with the names `dev` and `prod`, and a folder in which commands run in this process. */
export class TwoInstances {
  readonly folder = mkdtempSync(join(tmpdir(), "pulumi-platform-two-"));

  private constructor(
    readonly dev: Simulator,
    readonly prod: Simulator,
  ) {
    this.operations("extended");
  }

  static async start(): Promise<TwoInstances> {
    const [dev, prod] = await Promise.all(
      [0, 1].map(() => startSimulator({ profile: "extended" })),
    );
    if (dev === undefined || prod === undefined) throw new TypeError("there are two");
    return new TwoInstances(dev, prod);
  }

  /** Sets which calls the commands may make. */
  operations(dev: string, prod = dev): void {
    this.write(
      "instances.yaml",
      `dev: { baseUrl: "${this.dev.url}", operations: ${dev} }\nprod: { baseUrl: "${this.prod.url}", operations: ${prod} }\n`,
    );
  }

  write(file: string, content: unknown): void {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    writeFileSync(join(this.folder, file), text);
  }

  /** Runs `diff` or `map`, and fails where the command fails. */
  async run(...args: string[]): Promise<Result> {
    const tokens = { PLATFORM_TOKEN_DEV: this.dev.token, PLATFORM_TOKEN_PROD: this.prod.token };
    const { code, out, err } = await cliHere(tokens, this.folder, ...args);
    if (code === 2) throw new Error(err.replace(/^pulumi-platform: /, "").trim());
    return { code, out };
  }

  /** Runs `diff` and reads its JSON. */
  async diff(...args: string[]): Promise<Result & { rows: Row[]; notes: string[] }> {
    const result = await this.run("diff", ...args, "--json");
    return { ...result, ...(JSON.parse(result.out) as { rows: Row[]; notes: string[] }) };
  }

  /** The calls that could have changed something. */
  writes = (): string[] =>
    [...this.dev.calls, ...this.prod.calls]
      .filter(({ method }) => method !== "GET")
      .map(({ route }) => route);

  async close(): Promise<void> {
    rmSync(this.folder, { recursive: true, force: true });
    await Promise.all([this.dev.close(), this.prod.close()]);
  }
}

/** A row of a comparison, as JSON has it. */
export interface Row {
  what: string;
  of: string;
  title?: string;
  path?: string;
  a?: unknown;
  b?: unknown;
  side?: string;
  ids?: string[];
  reason?: string;
}

/** A schedule with everything that the platform keeps of it. */
export function schedule(
  id: number,
  title: string,
  {
    schedule: timing = {},
    ...more
  }: Partial<Omit<StoredSchedule, "schedule">> & {
    schedule?: Partial<StoredSchedule["schedule"]>;
  } = {},
): StoredSchedule {
  return {
    ...{ id, title, subject: title, pageId: 1001, viewId: 2001, viewName: "View" },
    ...{ viewType: "EMAIL", reportView: true, type: "RECURRING", ownerId: 1000001 },
    ...{ active: true, attachmentInclude: true, cardId: 0, cardCount: 1, embedViewId: 1 },
    description: "",
    ...more,
    schedule: {
      ...{ frequency: "WEEKLY", daysToRun: "MON", hourOfDay: 8, minOfHour: 0 },
      ...{ timezone: "UTC", enabled: true, additionalRecipients: [], unsubscribedRecipients: [] },
      ...{ startDate: 0, expirationDate: null, embedReport: false, embedUrn: null },
      ...timing,
    },
  };
}

export function group(id: number, name: string, type = "open"): State["groups"][number] {
  return {
    ...{ id, name, type, description: "", userIds: [], owners: [], creatorId: 1000001 },
    ...{ guid: String(id), hidden: false, default: false, active: true, created: 0 },
  };
}

export function share(
  datasetId: string,
  type: string,
  granteeId: string,
  accessLevel = "CAN_VIEW",
): State["shares"][number] {
  return { id: `${datasetId}/${type}/${granteeId}`, datasetId, type, granteeId, accessLevel };
}

/** The ids on `prod` for those on `dev`, as `copyOf` gives them. */
export const idOnProd = {
  page: (id: number | bigint) => Number(id) + 6000,
  view: (id: number | bigint) => Number(id) + 70_000,
  dataset: (id: string) => id.replace(/.$/, "f"),
  user: (id: string) => `9${id}`,
  group: (id: string) => String(Number(id) + 1_000_000),
};

/** Copies schedules, groups and shares to an instance that has other ids of everything. */
export function copyOf(source: State, target: State): void {
  const grantee = (type: string, id: string) =>
    type === "USER" ? idOnProd.user(id) : type === "GROUP" ? idOnProd.group(id) : id;
  target.schedules = structuredClone(source.schedules)
    .map((one, at) => ({
      ...one,
      id: 900_000 + at,
      pageId: one.pageId === 0 ? 0 : idOnProd.page(one.pageId),
      viewId: idOnProd.view(one.viewId),
      schedule: {
        ...one.schedule,
        additionalRecipients: one.schedule.additionalRecipients
          .map(({ type, value }) => ({ type, value: grantee(type, value) }))
          .reverse(),
      },
    }))
    .reverse();
  target.groups = source.groups.map((one) => ({
    ...one,
    id: Number(grantee("GROUP", String(one.id))),
  }));
  target.shares = source.shares.map(({ datasetId, type, granteeId, accessLevel }) =>
    share(idOnProd.dataset(datasetId), type, grantee(type, granteeId), accessLevel),
  );
}

/** The map that is right for such a copy. */
export function rightMap(source: State): Record<string, Record<string, string | number>> {
  const users = [
    ...source.schedules.flatMap(({ schedule: { additionalRecipients } }) => additionalRecipients),
    ...source.shares.map(({ type, granteeId }) => ({ type, value: granteeId })),
  ].filter(({ type }) => type === "USER");
  return {
    pages: Object.fromEntries(
      source.schedules.map(({ pageId }) => [String(pageId), idOnProd.page(Number(pageId))]),
    ),
    views: Object.fromEntries(
      source.schedules.map(({ viewId }) => [String(viewId), idOnProd.view(Number(viewId))]),
    ),
    users: Object.fromEntries(users.map(({ value }) => [value, idOnProd.user(value)])),
    datasets: Object.fromEntries(
      source.shares.map(({ datasetId }) => [datasetId, idOnProd.dataset(datasetId)]),
    ),
  };
}
