// The simulated instances that stand for those of a page's reader.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "../install.mjs";

const token = "simulator-token";
/** The simulator that a page starts itself is here. */
const ownAddress = "http://127.0.0.1:8123";

/** Starts what the page needs. Returns the values of its placeholders, and a function that stops everything. */
export async function startInstances(needs) {
  const need = needs.find((one) => /\bsimulators?\b/.test(one));
  if (need === undefined) return { values: {}, stop: () => undefined };
  if (need === "own simulator") {
    return { values: { "https://YOUR-INSTANCE": ownAddress, "YOUR-TOKEN": token }, stop() {} };
  }
  const profile = need.endsWith(" extended") ? "extended" : "documented";
  const names = need.startsWith("two ")
    ? ["YOUR-DEV-INSTANCE", "YOUR-PROD-INSTANCE"]
    : ["YOUR-INSTANCE"];
  const simulators = await Promise.all(names.map(() => start(profile)));
  const stop = () => simulators.forEach(({ child }) => child.kill());
  if (needs.includes("schedules")) await addSchedules(simulators[0].url);
  const addresses = names.map((name, index) => [`https://${name}`, simulators[index].url]);
  return { values: { ...Object.fromEntries(addresses), "YOUR-TOKEN": token }, stop };
}

async function start(profile) {
  const command = join(root, "node_modules/.bin/pulumi-platform-simulator");
  const child = spawn(command, ["--port", "0", "--profile", profile], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  return { child, url: /http\S+/.exec(line.toString())[0] };
}

/** What an instance already has before a page begins. The ids are 4294967291 and 4294967292. */
async function addSchedules(url) {
  for (const [index, title] of ["Weekly sales", "Monthly review"].entries()) {
    const schedule = { frequency: "WEEKLY", daysToRun: "MON", hourOfDay: 8 + index, minOfHour: 0 };
    const answer = await fetch(`${url}/api/content/v1/reportschedules`, {
      method: "POST",
      headers: { "content-type": "application/json", "X-SERVICE-Developer-Token": token },
      body: JSON.stringify({ title, pageId: 1001 + index, viewId: 2001 + index, schedule }),
    });
    if (!answer.ok) throw new Error(`the simulator refused a schedule: ${await answer.text()}`);
  }
}
