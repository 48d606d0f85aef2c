import type { Dispatcher } from "undici";
import { proxyVariables } from "./proxyVariables";

const dispatchers = new Map<string, Dispatcher>();

/** `fetch`, through a proxy if the environment names one. For addresses other than an instance's. */
export const fetchAsSet: typeof fetch = async (input, init) => {
  if (Object.keys(proxyVariables()).length === 0) return fetch(input, init);
  const [undici, { connectionsTo }] = await Promise.all([import("undici"), import("./proxy.js")]);
  const { origin } = new URL(input);
  const dispatcher = dispatchers.get(origin) ?? connectionsTo(origin).dispatcher;
  dispatchers.set(origin, dispatcher);
  // The `fetch` of Node.js can refuse connections of another version of undici.
  const send = undici.fetch as unknown as (to: unknown, options: object) => Promise<Response>;
  return send(input, { ...init, dispatcher });
};
