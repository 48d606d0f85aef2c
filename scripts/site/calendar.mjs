// The calendar that the site shows: the command makes it, as for any instance.
import { chmodSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { startSimulator } from "pulumi-platform-simulator";
import { root } from "../install.mjs";
import { cleanEnvironment } from "../prepare.mjs";
import { Failure, run } from "../script.mjs";

const token = "simulator-token";
const teams = ["Sales", "Support", "Finance", "Logistics", "Marketing", "Board"];
const zones = ["Europe/Berlin", "America/New_York", "Asia/Tokyo"];
const timings = [
  { frequency: "WEEKLY", daysToRun: "MON" },
  { frequency: "WEEKLY", daysToRun: "MON,TUE,WED,THU,FRI" },
  { frequency: "MONTHLY", daysToRun: "1" },
  { frequency: "WEEKLY", daysToRun: "FRI" },
];

/** Writes the page of a simulated instance with schedules of several teams. */
export async function writeCalendar(file) {
  const simulator = await startSimulator({ profile: "extended", token });
  try {
    for (const content of schedules()) await create(simulator.url, content);
    const command = join(root, "cli/bin/pulumi-platform.js");
    const args = ["calendar", "--out", file, "--zone", "Europe/Berlin"];
    const env = {
      ...cleanEnvironment(),
      PLATFORM_BASE_URL: simulator.url,
      PLATFORM_TOKEN: token,
      PLATFORM_OPERATIONS: "extended",
    };
    const { code, all } = await run(process.execPath, [command, ...args], { cwd: root, env });
    if (code !== 0) throw new Failure(all.trim());
    // The recipients are made up, so everybody may read the file.
    chmodSync(file, 0o644);
  } finally {
    await simulator.close();
  }
}

const schedules = () =>
  teams.flatMap((team, at) =>
    timings.map((timing, hour) => ({
      title: `${team} ${["week", "day", "month", "review"][hour]}`,
      pageId: 1001 + at,
      viewId: 2001 + at * timings.length + hour,
      attachmentInclude: true,
      schedule: {
        ...timing,
        hourOfDay: 6 + ((at + 3 * hour) % 12),
        minOfHour: (at % 2) * 30,
        timezone: zones[at % zones.length],
        enabled: at !== 3 || hour !== 3,
        additionalRecipients: Array.from({ length: 2 + at + hour }, (_, person) => ({
          type: "EMAIL",
          value: `${team.toLowerCase()}.${person + 1}@example.com`,
        })),
      },
    })),
  );

async function create(url, content) {
  const answer = await fetch(`${url}/api/content/v1/reportschedules`, {
    method: "POST",
    headers: { "content-type": "application/json", "X-SERVICE-Developer-Token": token },
    body: JSON.stringify(content),
  });
  if (!answer.ok) throw new Failure(`the simulator refused a schedule: ${await answer.text()}`);
}
