import { proxyVariables } from "./proxyVariables";

/** `fetch`, through a proxy if the environment names one. For addresses other than an instance's. */
export const fetchAsSet: typeof fetch = async (input, init) => {
  if (Object.keys(proxyVariables()).length === 0) return fetch(input, init);
  const { fetchThroughProxy } = await import("./proxyFetch.js");
  return fetchThroughProxy(input, init);
};
