// The simulated instances that stand for those of a page's reader.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";

export const token = "simulator-token";
/** The ports in pages. Each session has others, so that sessions at the same time do not meet. */
const pagePorts = [8123, 8124];

/**
 * Starts what the page needs, with this command of the simulator. Returns the values of its placeholders, and a
 * function that stops everything.
 */
export async function startInstances(needs, command) {
  const need = needs.find((one) => /\bsimulators?\b/.test(one));
  const free = await Promise.all(pagePorts.map(freePort));
  const ports = Object.fromEntries(pagePorts.map((port, index) => [port, free[index]]));
  if (need === undefined) return { values: ports, stop() {} };
  if (need === "own simulator") {
    const own = placeholders("YOUR-INSTANCE", `http://127.0.0.1:${free[0]}`);
    return { values: { ...ports, ...own, "YOUR-TOKEN": token }, stop() {} };
  }
  const profile = need.endsWith(" extended") ? "extended" : "documented";
  const names = need.startsWith("two ")
    ? ["YOUR-DEV-INSTANCE", "YOUR-PROD-INSTANCE"]
    : ["YOUR-INSTANCE"];
  const simulators = await Promise.all(names.map(() => startSimulator(command, profile)));
  const stop = () => simulators.forEach(({ child }) => child.kill());
  if (needs.includes("schedules")) await addSchedules(simulators[0].url);
  if (needs.includes("groups")) await Promise.all(simulators.map(({ url }) => addGroup(url)));
  const instances = names.map((name, index) => placeholders(name, simulators[index].url));
  return { values: Object.assign({ ...ports, "YOUR-TOKEN": token }, ...instances), stop };
}

/** What a page writes for an instance: its address, and then its host alone. */
const placeholders = (name, url) => ({ [`https://${name}`]: url, [name]: new URL(url).host });

export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

export async function startSimulator(command, profile) {
  const child = spawn(command, ["--port", "0", "--profile", profile], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  return { child, url: /http\S+/.exec(line.toString())[0] };
}

/** What an instance already has before a page begins. The ids are 4294967291 and 4294967292. */
async function addSchedules(url) {
  for (const [index, title] of ["Weekly sales", "Monthly review"].entries()) {
    const time = { frequency: "WEEKLY", daysToRun: "MON", hourOfDay: 8 + index, minOfHour: 0 };
    const schedule = { ...time, enabled: true };
    const content = { title, pageId: 1001 + index, viewId: 2001 + index, schedule };
    await add(`${url}/api/content/v1/reportschedules`, content);
  }
}

/** A group that each of two instances has. */
const addGroup = (url) =>
  add(`${url}/api/content/v2/groups`, { name: "Finance", type: "open", description: "" });

async function add(address, content) {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", "X-SERVICE-Developer-Token": token },
    body: JSON.stringify(content),
  });
  if (!answer.ok) throw new Error(`the simulator refused an object: ${await answer.text()}`);
}
