import * as api from "./api/index.js";
import type { Profile, Route } from "./route.js";

/** Every operation of the simulator. The documented profile has what the specification has. */
export const routes: readonly Route[] = Object.values(api)
  .flat()
  .map((route) => ({ ...route, profile: route.source === "SPEC" ? "documented" : "extended" }));

/** The routes of a profile. */
export const routesOf = (profile: Profile): Route[] =>
  routes.filter((route) => profile === "extended" || route.profile === "documented");

/** The routes that a profile lacks, and that no route of the profile takes for one of its own. */
export function routesBeyond(profile: Profile): Route[] {
  const offered = routesOf(profile);
  const takes = (one: Route, { method, path }: Route) =>
    one.method === method && new RegExp(`^${one.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path);
  return routes.filter((route) => !offered.some((one) => takes(one, route)));
}
