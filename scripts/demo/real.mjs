import { createHash } from "node:crypto";
import process from "node:process";
import { createInterface } from "node:readline/promises";
import { Failure, failIfStopped, print, stop } from "../script.mjs";
import { changesIn, inShort } from "./inShort.mjs";
import { printCommands, printHeading, printOwnProject, shortPath, Stack } from "./stack.mjs";

/** The real instance that the environment names; undefined if it names none. */
export function realInstance({ PLATFORM_BASE_URL: address, PLATFORM_TOKEN: token }) {
  if (!address && !token) return undefined;
  if (!address || !token) {
    const [set, missing] = address
      ? ["PLATFORM_BASE_URL", "PLATFORM_TOKEN"]
      : ["PLATFORM_TOKEN", "PLATFORM_BASE_URL"];
    throw new Failure(
      `${set} is set and ${missing} is not. Set both for a real instance, or neither for a simulated one.`,
    );
  }
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new Failure("PLATFORM_BASE_URL is not an address. It must begin with https://.");
  }
  return { address, token };
}

/** Previews the program on a real instance, and applies it only after a yes. */
export async function showOnInstance({ folder, engine, address }) {
  const { host, pathname, origin } = new URL(address);
  const path = pathname.replace(/\/+$/, "");
  // The origin leaves out a user name and password in the address.
  const baseUrl = `${origin}${path}`;
  const email = process.env.PLATFORM_EXAMPLE_EMAIL ?? (await answerTo(emailQuestion)).trim();
  // `PLATFORM_EXAMPLE` is for the simulated instance alone.
  const variables = Object.entries(process.env).filter(
    ([name]) => name.startsWith("PLATFORM_") && name !== "PLATFORM_EXAMPLE",
  );
  const digest = createHash("sha256").update(baseUrl).digest("hex").slice(0, 6);
  const stack = new Stack({
    folder,
    engine,
    // One stack for each instance, so that their states are never mixed up.
    name: `${host}${path}`.replace(/[^A-Za-z0-9-]+/g, "-") + `-${digest}`,
    platform: { ...Object.fromEntries(variables), PLATFORM_EXAMPLE_EMAIL: email },
  });
  print(`Instance ${baseUrl}, stack ${stack.name}`);
  await stack.create();

  printHeading(`1. Preview on ${baseUrl}: writes nothing`);
  print("The program is harmless here. Its schedules are disabled, so nothing is e-mailed, and it");
  print("leaves the switch for the e-mails of the whole instance alone.");
  print(`Recipients: ${email === "" ? "none, because PLATFORM_EXAMPLE_EMAIL is not set" : email}.`);
  await stack.pulumi(changesIn, "preview", "--refresh", "--diff");

  printHeading(`2. Apply to ${baseUrl}`);
  if (!process.stdin.isTTY) {
    print("There is no interactive terminal to ask for confirmation. Nothing was written.");
    print("Run npm start in a terminal to apply the program.");
    return;
  }
  if (process.env.PLATFORM_OPERATIONS !== "extended") {
    print("Documented operations cannot delete these objects. You delete them on the instance.");
  }
  if (!(await isConfirmed(baseUrl))) {
    print("Nothing was written.");
    return;
  }
  await stack.pulumi(inShort, "up", "--yes", "--refresh", "--skip-preview");

  printHeading("3. Preview again: no changes");
  await stack.pulumi(inShort, "preview");
  explain(stack);
}

const emailQuestion =
  "Your e-mail address, as the recipient of the example schedules (empty for none): ";

async function isConfirmed(baseUrl) {
  const question = `Apply these changes to ${baseUrl}? Type yes to confirm: `;
  return (await answerTo(question)).trim().toLowerCase() === "yes";
}

/** What a person types; nothing where nobody can. */
async function answerTo(question) {
  if (!process.stdin.isTTY) return "";
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  lines.on("SIGINT", () => {
    stop("SIGINT");
    lines.close();
  });
  const closed = new Promise((resolve) => lines.once("close", () => resolve("")));
  const answer = await Promise.race([lines.question(question), closed]);
  lines.close();
  failIfStopped();
  return answer;
}

function explain(stack) {
  const pulumi = stack.writeCommand({ withToken: false });
  printHeading("4. Your turn");
  print(`${pulumi} runs Pulumi on this stack. It takes PLATFORM_TOKEN from your terminal.`);
  print();
  printCommands([
    [`${pulumi} preview --refresh`, "find manual changes on the instance"],
    [`${pulumi} destroy --remove`, "delete the program's objects and the stack"],
  ]);
  print();
  print(`Keep the folder ${shortPath(stack.folder)}. It holds the state of this stack.`);
  print("The documented API cannot delete everything. Read docs/operations.md before you destroy.");
  printOwnProject();
}
