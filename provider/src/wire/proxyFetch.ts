import { fetch as send } from "undici";
import type { Dispatcher } from "undici";
import { connectionsTo } from "./proxy";

const dispatchers = new Map<string, Dispatcher>();

/** The `fetch` of undici, because that of Node.js can refuse connections of another version. */
export const fetchThroughProxy = (async (input: string, init: object) => {
  const { origin } = new URL(input);
  const dispatcher = dispatchers.get(origin) ?? connectionsTo(origin).dispatcher;
  dispatchers.set(origin, dispatcher);
  return send(input, { ...init, dispatcher });
}) as unknown as typeof fetch;
