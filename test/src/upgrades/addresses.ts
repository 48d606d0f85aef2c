import { Socket } from "node:net";
import process from "node:process";
import type { Simulator } from "pulumi-platform-simulator";

/**
 * States and journals contain the addresses of their instances, and a test gets another port each time. So a recording
 * has addresses on which nothing ever listens, and the processes of a test connect to the simulators instead. Stacks
 * preload this module into their processes.
 */

/** The instance of the stack, and the one that resources name. */
export const places = ["main", "elsewhere"] as const;
export type Place = (typeof places)[number];

const recordedPorts: Record<Place, number> = { main: 81, elsewhere: 82 };

export const addressOf = (place: Place): string => `http://127.0.0.1:${recordedPorts[place]}`;

/** What tells a process where the simulators are. */
const variable = "PLATFORM_TEST_ADDRESSES";

/** The ports of the simulators, by the port of the recording. */
const ports = new Map<number, number>(
  Object.entries(JSON.parse(process.env[variable] ?? "{}") as Record<string, number>).map(
    ([from, to]) => [Number(from), to],
  ),
);

/** Connects this process to these simulators, and returns the environment that does the same for another process. */
export function connectTo(simulators: Readonly<Record<Place, Simulator>>): Record<string, string> {
  for (const place of places) {
    ports.set(recordedPorts[place], Number(new URL(simulators[place].url).port));
  }
  return {
    [variable]: JSON.stringify(Object.fromEntries(ports)),
    NODE_OPTIONS: ["../engine/stacks/leanRuntime.js", "./addresses.js"]
      .map((file) => `--require=${require.resolve(file)}`)
      .join(" "),
  };
}

type Connect = (...args: unknown[]) => Socket;
const prototype = Socket.prototype as unknown as { connect: Connect };
const { connect } = prototype;
prototype.connect = function (this: Socket, ...args) {
  // `net.connect` passes its own arguments as one list.
  const [options] = [args[0]].flat() as [{ port?: number } | undefined];
  const to = ports.get(Number(options?.port));
  if (options !== undefined && to !== undefined) options.port = to;
  return connect.apply(this, args);
};
