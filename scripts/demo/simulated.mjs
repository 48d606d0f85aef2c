import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { Failure, failIfStopped, print } from "../script.mjs";
import { changesIn, inShort } from "./inShort.mjs";
import { printCommands, printHeading, printOwnProject, shortPath, Stack } from "./stack.mjs";

const token = "simulator-token";
const profile = "extended";

/** Applies the program to a simulated instance, without a question. */
export async function showOnSimulator({ folder, engine }) {
  const isFirst = lastAddress(folder) === undefined;
  const simulator = await start(folder);
  try {
    const stack = new Stack({
      folder,
      engine,
      // The stack's settings are a file at the top of the checkout, so each folder needs its own name.
      name: basename(folder)
        .replace(/[^A-Za-z0-9-]+/g, "-")
        .replace(/^-/, ""),
      platform: {
        PLATFORM_BASE_URL: simulator.url,
        PLATFORM_TOKEN: token,
        PLATFORM_OPERATIONS: "extended",
        // The simulator shows at once what Pulumi wrote, so each change by hand is one.
        PLATFORM_VISIBILITY_DELAY_SECONDS: "0",
        PLATFORM_EXAMPLE: "simulated",
        PLATFORM_EXAMPLE_EMAIL: "sales@example.com",
      },
    });
    await stack.create();
    // An older demo used the dynamic resources. The plugin finds manual changes only after a refresh of its own.
    const isMoved = !isFirst && (await stack.resources()).some(isDynamic);

    print("The simulated instance sends no e-mail. The demo shortens the output of Pulumi.");

    const undo = isFirst ? "" : ", and undo earlier manual changes";
    printHeading(`1. Apply the program index.ts${undo}`);
    const refresh = isMoved ? ["--refresh"] : [];
    await stack.pulumi(inShort, "up", "--yes", "--skip-preview", ...refresh);
    if (isMoved) await stack.pulumi(inShort, "refresh", "--yes", "--skip-preview");

    printHeading("2. Preview again: no changes");
    await stack.pulumi(inShort, "preview");

    printHeading("3. Change the instance by hand: a preview shows the change");
    await changeByHand(stack, simulator.url);
    await stack.pulumi(changesIn, "preview", "--diff");

    explain(stack, simulator.url);
  } finally {
    await simulator.close();
  }
}

const isDynamic = ({ type }) => type.startsWith("pulumi-nodejs:");

/** Starts the simulator at its last address, with its last data. */
async function start(folder) {
  mkdirSync(folder, { recursive: true });
  const { startSimulator } = await import("../../simulator/dist/index.js");
  const data = join(folder, "instance.json");
  const last = lastAddress(folder);
  const startOn = async (port) => {
    try {
      const simulator = await startSimulator({ port, profile, token, data });
      writeFileSync(join(folder, "address"), `${simulator.url}\n`);
      print(`Simulated instance at ${simulator.url}, data in ${shortPath(data)}`);
      return simulator;
    } catch (error) {
      if (error.code === "EADDRINUSE") return undefined;
      throw new Failure(`the simulator did not start: ${error.message}`);
    }
  };
  const same = await startOn(last === undefined ? 0 : Number(new URL(last).port));
  if (same) return same;
  if (await isServed(last, data)) {
    print(`Simulated instance at ${last}, already running`);
    return { url: last, close: async () => undefined };
  }
  print(`Another process uses ${last}. The simulated instance gets another port.`);
  const other = await startOn(0);
  if (other) return other;
  throw new Failure("the simulator found no free port");
}

function lastAddress(folder) {
  try {
    return readFileSync(join(folder, "address"), "utf8").trim();
  } catch {
    return undefined;
  }
}

/** Whether a simulator with this data already runs, for example in another terminal. */
async function isServed(url, data) {
  // An AbortSignal's own timer does not keep the process alive while it waits for a closed connection.
  const timer = setTimeout(() => undefined, 2000);
  try {
    const answer = await fetch(`${url}/_control/state`, { signal: AbortSignal.timeout(1000) });
    return isDeepStrictEqual(await answer.json(), JSON.parse(readFileSync(data, "utf8")));
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** Changes the hour of one of the program's schedules, without Pulumi. */
async function changeByHand(stack, url) {
  const ours = (await stack.resources())
    .filter(({ type }) => type.endsWith(":ReportSchedule"))
    .sort((one, other) => (one.urn < other.urn ? 1 : -1))[0];
  if (ours === undefined) {
    print("The program declares no report schedule, so this step changes nothing.");
    return;
  }
  failIfStopped();
  const edited = `${url}/_control/state/schedules/${ours.id}`;
  const { title, schedule } = await ask(edited);
  const hourOfDay = (schedule.hourOfDay + 9) % 24;
  await ask(edited, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ schedule: { hourOfDay } }),
  });
  const line = `On the instance, schedule ${ours.id} "${title}" now runs at hour ${hourOfDay}`;
  print(`${line} instead of ${schedule.hourOfDay}.`);
  print("The next up undoes that. This needs extended operations, which the demo uses.");
}

async function ask(url, options) {
  const answer = await fetch(url, options);
  if (answer.ok) return answer.json();
  throw new Failure(`the simulator refused the manual change: ${await answer.text()}`);
}

function explain(stack, url) {
  const pulumi = stack.writeCommand({ withToken: true });
  const data = shortPath(join(stack.folder, "instance.json"));
  printHeading("4. Your turn");
  print("The simulated instance stops now. Start it again in another terminal:");
  print(`  npm run simulator -- --profile ${profile} --port ${new URL(url).port} --data ${data}`);
  print("Then edit index.ts, and run Pulumi on this stack in this terminal:");
  printCommands([
    [`${pulumi} preview --diff`, "show your changes, and the manual change of step 3"],
    [`${pulumi} up`, "apply your changes, and undo the manual change"],
    [`${pulumi} destroy --remove`, "delete the program's objects and the stack"],
    [`rm -rf ${shortPath(stack.folder)} Pulumi.${stack.name}.yaml`, "delete all files of the demo"],
  ]);
  print("Or run npm start again. It continues with the same data.");
  printOwnProject();
}
