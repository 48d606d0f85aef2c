import { fork } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { cliWith, emptyFolder } from "../cli/command";
import { analysts } from "../engine/stacks/declarations";
import { stackOn } from "../engine/stacks/hosted";
import { Stack } from "../engine/stacks/stack";
import { deadlines } from "../harness/sessions/deadlines";
import type { Entry } from "../harness/sessions/session";
import type { Call, Ended } from "../hostile/child";
import { boundSeconds } from "../hostile/verdict";
import { pluginStack } from "../plugin/stack";
import { Network } from "./network";
import type { NetworkRow } from "./rows";
import { problemsOf, secretsOfProxies } from "./verdict";
import type { NetworkResult, Observed } from "./verdict";

type Environment = Record<string, string | undefined>;
type Tried = Pick<Observed, "hasWorked" | "text" | "leaks">;

/** How a person or a program makes requests. */
interface Way {
  creates: boolean;
  boundSeconds: number;
  run: (row: NetworkRow, env: Environment, network: Network) => Promise<Tried>;
  close?: () => void;
}

/** The longest command of the engine: several calls of four attempts each. */
const engineSeconds = 90;
/** The time limit of a call. The commands have their default: a connection may take 10 s, four times. */
const deadlineSeconds = 4;
const cliSeconds = 60;

/** Opens a way with an instance of its own. */
export async function openWay(name: WayName) {
  const network = await Network.open();
  const way = ways[name]();
  return {
    try: async (row: NetworkRow): Promise<NetworkResult> => {
      const { env, asked, close } = await network.enter(row);
      const from = performance.now();
      try {
        const tried = await way.run(row, env, network);
        const seconds = (performance.now() - from) / 1_000;
        const { creates, boundSeconds: most } = way;
        const title = titleOf(row);
        const {
          calls: { length: calls },
          state: { groups },
        } = network.platform;
        const made = creates ? groups.filter(({ name: one }) => one === title).length : undefined;
        const observed = { ...tried, seconds, calls, made, asked: asked(), boundSeconds: most };
        const problems = problemsOf(row, observed);
        return { row: row.name, way: name, seconds, message: mainOf(tried.text), problems };
      } finally {
        await close();
      }
    },
    close: async () => {
      way.close?.();
      await network.close();
    },
  };
}

const titleOf = ({ name }: NetworkRow): string => `Group ${name}`;

/** The error in the output of a command. */
const mainOf = (text: string): string =>
  /(Could not .*|got no answer.*|HTTPS?_PROXY (must|has) .*)/s.exec(text)?.[0] ?? text.slice(-300);

/** A list and a create by the client of the provider, without an engine. */
function client(): Way {
  const limit = deadlineSeconds / 2;
  return {
    creates: true,
    boundSeconds: 2 * boundSeconds("retries", limit) + 10,
    run: async (row, env, network) => {
      const child = fork(join(__dirname, "..", "hostile", "child.js"), {
        serialization: "advanced",
        env: { ...process.env, ...env },
      });
      await once(child, "message");
      const ended: Ended[] = [];
      for (const moment of ["first list", "create before"] as const) {
        const call: Call = {
          ...{ moment, url: network.url(row), token: network.platform.token },
          ...{ deadlineSeconds: limit, haste: 1, name: titleOf(row) },
        };
        child.send(call);
        ended.push(((await once(child, "message")) as [Ended])[0]);
      }
      child.disconnect();
      const hasWorked = ended.every(
        ({ code, message }) => code === undefined && message === undefined,
      );
      return { hasWorked, text: ended.map(({ message = "" }) => message).join("\n") };
    },
  };
}

/** Resources of a stack. A stack belongs to one instance, and instances differ by their addresses. */
function resources(entry: Entry): () => Way {
  return () => {
    const stacks = new Map<string, Stack>();
    return {
      creates: true,
      boundSeconds: engineSeconds,
      run: async (row, env, network) => {
        const url = network.url(row);
        const stack = stacks.get(url) ?? (await stackOn(entry, {}));
        if (!stacks.has(url)) await limitCalls(stack);
        stacks.set(url, stack);
        Object.assign(stack.env, env);
        stack.declare([
          {
            ...analysts(),
            name: row.name.replaceAll(" ", "-"),
            args: { name: titleOf(row), type: "open" },
          },
        ]);
        const { code, text } = await stack.pulumi("up", "--yes", "--skip-preview");
        const tried = { hasWorked: code === 0, text, leaks: await leaksOf(stack) };
        if (row.isSent !== true) return tried;
        // Its journal remembers the create.
        stack.remove();
        stacks.delete(url);
        return tried;
      },
      close: () => stacks.forEach((stack) => stack.remove()),
    };
  };
}

/** A function of the plugin, or one that the program itself runs. */
function aFunction(entry: Entry): () => Way {
  return () => {
    const source = `const platform = require("${entry === "plugin" ? "pulumi-platform/plugin" : "pulumi-platform"}");
exports.roles = platform.getRolesOutput().apply((roles) => JSON.stringify(roles).length);`;
    const stack = entry === "plugin" ? pluginStack({}, source) : new Stack({}, source);
    const ready = limitCalls(stack);
    return {
      creates: false,
      boundSeconds: engineSeconds,
      run: async (_row, env) => {
        await ready;
        Object.assign(stack.env, env);
        const { code, text } = await stack.pulumi("preview");
        return { hasWorked: code === 0, text, leaks: await leaksOf(stack) };
      },
      close: () => stack.remove(),
    };
  };
}

function command(): Way {
  const folder = emptyFolder();
  return {
    creates: false,
    boundSeconds: cliSeconds,
    run: async (_row, env) => {
      const { code, out, err } = await cliWith(
        env as Record<string, string>,
        folder,
        "find",
        "Theirs",
      );
      return { hasWorked: code === 0, text: out + err };
    },
    close: () => rmSync(folder, { recursive: true }),
  };
}

const ways = {
  client,
  plugin: resources("plugin"),
  dynamic: resources("dynamic"),
  "function of the plugin": aFunction("plugin"),
  "function of the program": aFunction("dynamic"),
  command,
} satisfies Record<string, () => Way>;
export type WayName = keyof typeof ways;
export const wayNames = Object.keys(ways) as WayName[];

async function limitCalls(stack: Stack): Promise<void> {
  const settings = Object.entries(deadlines(deadlineSeconds)).flatMap(([name, value]) => [
    "--plaintext",
    `platform:${name}=${value}`,
  ]);
  await stack.ok("config", "set-all", ...settings);
}

/** The output is judged by itself. */
async function leaksOf(stack: Stack): Promise<string[]> {
  const found = await Promise.all(secretsOfProxies.map((one) => stack.leaks(one)));
  return [...new Set(found.flat())].filter((place) => place !== "output");
}
