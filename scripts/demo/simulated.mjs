import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { Failure, failIfStopped } from "../children.mjs";
import { heading, say, sayCommands, shown, Stack } from "./stack.mjs";

const token = "simulator-token";
const profile = "extended";

/** Whether the environment names the simulator of this folder, as its own settings for a shell do. */
export function isSimulated(folder, address, given) {
  return given === token && address === remembered(folder);
}

/** Everything on a simulator of its own: it can be written to without asking. */
export async function showOnSimulator({ folder, engine }) {
  const simulator = await start(folder);
  try {
    const stack = new Stack({
      folder,
      engine,
      // A stack's settings are a file at the top of the checkout: another folder is another stack.
      name: basename(folder)
        .replace(/[^A-Za-z0-9-]+/g, "-")
        .replace(/^-/, ""),
      platform: {
        PLATFORM_BASE_URL: simulator.url,
        PLATFORM_TOKEN: token,
        PLATFORM_OPERATIONS: "extended",
      },
    });
    await stack.make();

    heading("1. Apply the program index.ts, and put right what was changed by hand before");
    await stack.pulumi("up", "--yes", "--refresh");

    heading("2. Preview it again: nothing is left to do");
    await stack.pulumi("preview");

    heading("3. Somebody changes the instance by hand, and a preview finds it");
    await changeBehindItsBack(stack, simulator.url);
    await stack.pulumi("preview", "--refresh", "--diff");

    explain(stack, simulator.url);
  } finally {
    await simulator.close();
  }
}

/** Starts the simulator where it was before, so that address and data stay the same. */
async function start(folder) {
  mkdirSync(folder, { recursive: true });
  const { startSimulator } = await import("../../simulator/dist/index.js");
  const data = join(folder, "instance.json");
  const before = remembered(folder);
  const started = async (port) => {
    try {
      const simulator = await startSimulator({ port, profile, token, data });
      writeFileSync(join(folder, "address"), `${simulator.url}\n`);
      say(`Simulated instance at ${simulator.url}, its data in ${shown(data)}`);
      return simulator;
    } catch (error) {
      if (error.code === "EADDRINUSE") return undefined;
      throw new Failure(`the simulator does not start: ${error.message}`);
    }
  };
  const same = await started(before === undefined ? 0 : Number(new URL(before).port));
  if (same) return same;
  if (await isServed(before, data)) {
    say(`Simulated instance at ${before}: it is running already`);
    return { url: before, close: async () => undefined };
  }
  say(`Something else is using ${before}, where the simulated instance was: it gets another port`);
  const elsewhere = await started(0);
  if (elsewhere) return elsewhere;
  throw new Failure("the simulator finds no free port");
}

function remembered(folder) {
  try {
    return readFileSync(join(folder, "address"), "utf8").trim();
  } catch {
    return undefined;
  }
}

/** Whether a simulator with this data answers, started by hand in another terminal. */
async function isServed(url, data) {
  // The timer of an AbortSignal alone lets the process end while a closed connection is waited for.
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

/** Moves one of the program's schedules to another hour, without Pulumi's knowledge. */
async function changeBehindItsBack(stack, url) {
  const ours = (await stack.resources())
    .filter(({ type }) => type.endsWith(":ReportSchedule"))
    .sort((one, other) => (one.urn < other.urn ? 1 : -1))[0];
  if (ours === undefined) {
    say("The program declares no report schedule, so there is nothing to change here.");
    return;
  }
  failIfStopped();
  const place = `${url}/_control/state/schedules/${ours.id}`;
  const { title, schedule } = await ask(place);
  const hourOfDay = (schedule.hourOfDay + 9) % 24;
  await ask(place, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ schedule: { hourOfDay } }),
  });
  const line = `On the instance, schedule ${ours.id} "${title}" now runs at hour ${hourOfDay}`;
  say(`${line} instead of ${schedule.hourOfDay}.`);
}

async function ask(url, options) {
  const answer = await fetch(url, options);
  if (answer.ok) return answer.json();
  throw new Failure(`the simulator refused a change by hand: ${await answer.text()}`);
}

function explain(stack, url) {
  const file = stack.writeEnvironment({ withToken: true });
  const data = shown(join(stack.folder, "instance.json"));
  heading("4. Your turn");
  say("The simulated instance ends with this command. To go on, start it in another terminal:");
  say();
  say(`  npm run simulator -- --profile ${profile} --port ${new URL(url).port} --data ${data}`);
  say();
  say("and then in this one, for example after a change of index.ts:");
  say();
  sayCommands([
    [`source ${file}`, "the environment of the commands above"],
    ["pulumi preview", "what a change of index.ts would do"],
    ["pulumi up --refresh", "do it, and put right what was changed by hand"],
    ["pulumi destroy --remove", "delete what the program made, and the stack"],
    [
      `rm -rf ${shown(stack.folder)} Pulumi.${stack.name}.yaml`,
      "delete all that this command keeps",
    ],
  ]);
  say();
  say("Or run npm start again: it goes on from here.");
}
