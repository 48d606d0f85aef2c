import { createHash } from "node:crypto";
import process from "node:process";
import { createInterface } from "node:readline/promises";
import { Failure, failIfStopped, stop } from "../children.mjs";
import { heading, say, sayCommands, shown, Stack } from "./stack.mjs";

/** What names a real instance: both variables, or none for the simulator. */
export function realInstance({ PLATFORM_BASE_URL: address, PLATFORM_TOKEN: token }) {
  if (!address && !token) return undefined;
  if (!address || !token) {
    const [set, missing] = address
      ? ["PLATFORM_BASE_URL", "PLATFORM_TOKEN"]
      : ["PLATFORM_TOKEN", "PLATFORM_BASE_URL"];
    throw new Failure(
      `${set} is set and ${missing} is not: set both for a real instance, or none for a simulated one`,
    );
  }
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new Failure("PLATFORM_BASE_URL must be an address that begins with https://");
  }
  return { address, token };
}

/** Shows what would be done to a real instance, and does it only after a yes. */
export async function showOnInstance({ folder, engine, address }) {
  const { host, pathname, origin } = new URL(address);
  const path = pathname.replace(/\/+$/, "");
  // No user name or password that somebody put into the address.
  const place = `${origin}${path}`;
  const named = Object.entries(process.env).filter(([name]) => name.startsWith("PLATFORM_"));
  const digest = createHash("sha256").update(place).digest("hex").slice(0, 6);
  const stack = new Stack({
    folder,
    engine,
    // One per instance: the state of one must never be taken for that of another.
    name: `${host}${path}`.replace(/[^A-Za-z0-9-]+/g, "-") + `-${digest}`,
    platform: Object.fromEntries(named),
  });
  say(`Instance ${place}, stack ${stack.name}`);
  await stack.make();

  heading(`1. Preview on ${place}: nothing is written`);
  await stack.pulumi("preview", "--refresh");

  heading(`2. Apply to ${place}`);
  if (!process.stdin.isTTY) {
    say("Standard input is no terminal, so nobody can say yes: nothing was written.");
    say("Run npm start in a terminal to be asked.");
    return;
  }
  if (!(await isWanted(place))) {
    say("Nothing was written.");
    return;
  }
  await stack.pulumi("up", "--yes", "--refresh", "--skip-preview");

  heading("3. Preview it again: nothing is left to do");
  await stack.pulumi("preview");
  explain(stack);
}

async function isWanted(place) {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  lines.on("SIGINT", () => {
    stop("SIGINT");
    lines.close();
  });
  const closed = new Promise((resolve) => lines.once("close", () => resolve("")));
  const question = `Do you want to write this to ${place}? Type yes to do so: `;
  const answer = await Promise.race([lines.question(question), closed]);
  lines.close();
  failIfStopped();
  return answer.trim().toLowerCase() === "yes";
}

function explain(stack) {
  const file = stack.writeEnvironment({ withToken: false });
  heading("4. Your turn");
  sayCommands([
    [`source ${file}`, "the environment of the commands above, without PLATFORM_TOKEN"],
    ["pulumi preview --refresh", "find what was changed by hand on the instance"],
    ["pulumi destroy --remove", "delete what the program made, and the stack"],
  ]);
  say();
  say(`What Pulumi knows of this instance is in ${shown(stack.folder)}: keep that folder.`);
  say("The documented API cannot delete everything: see the README before you destroy.");
}
