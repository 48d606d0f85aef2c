import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PageData } from "pulumi-platform-cli/dist/calendar/page/data.cjs";
import type { Simulator, StoredSchedule } from "pulumi-platform-simulator";
import { cliHere } from "../cliHere";
import type { Run } from "../command";

/** What a test says of a schedule; the rest is the same for all. */
export type Wanted = Partial<Omit<StoredSchedule, "schedule">> & {
  schedule?: Partial<StoredSchedule["schedule"]>;
  /** E-mail addresses of its recipients. */
  to?: readonly string[];
};

/** Puts schedules on an instance, with ids from 100 on. */
export function addSchedules({ state }: Simulator, wanted: readonly Wanted[]): void {
  for (const { schedule, to = ["ann@example.com"], ...report } of wanted) {
    const id = 100 + state.schedules.length;
    state.schedules.push({
      id,
      title: `Report ${id}`,
      subject: "Report",
      pageId: 1001,
      viewId: id,
      viewName: "View",
      viewType: "EMAIL",
      reportView: true,
      type: "view",
      ownerId: state.user,
      active: true,
      attachmentInclude: false,
      cardId: 0,
      cardCount: 0,
      embedViewId: 0,
      description: "",
      ...report,
      schedule: {
        frequency: "DAILY",
        daysToRun: "MON,TUE,WED,THU,FRI",
        hourOfDay: 9,
        minOfHour: 0,
        timezone: "Europe/Berlin",
        enabled: true,
        additionalRecipients: to.map((value) => ({ type: "EMAIL", value })),
        unsubscribedRecipients: [],
        startDate: 0,
        expirationDate: null,
        embedReport: false,
        embedUrn: null,
        ...schedule,
      },
    });
  }
}

/** Runs `pulumi-platform calendar` with the instances of `instances.yaml`. */
export function calendar(
  folder: string,
  instances: Readonly<Record<string, Simulator>>,
  ...args: string[]
): Promise<Run> {
  const settings = Object.entries(instances).map(([name, { token }]) => [
    `PLATFORM_TOKEN_${name.toUpperCase()}`,
    token,
  ]);
  return cliHere(
    Object.fromEntries(settings) as Record<string, string>,
    folder,
    "calendar",
    ...args,
  );
}

export function writeInstances(
  folder: string,
  instances: Readonly<Record<string, Simulator>>,
  operations: "documented" | "extended",
): void {
  const entries = Object.entries(instances).map(
    ([name, { url }]) =>
      `${name}:\n  baseUrl: ${url}\n  operations: ${operations}\n  allowInsecure: true\n`,
  );
  writeFileSync(join(folder, "instances.yaml"), entries.join(""));
}

/** The data of a page. */
export function dataOf(folder: string, file = "calendar.html"): PageData {
  const page = readFileSync(join(folder, file), "utf8");
  const [, json = ""] = /id="data">([^<]*)<\/script>/.exec(page) ?? [];
  return JSON.parse(json) as PageData;
}
