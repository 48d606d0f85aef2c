import * as api from "./api/index.js";
import type { Profile, Route } from "./route.js";

/** Every operation of the simulator. The documented profile has what the specification has. */
export const routes: readonly Route[] = Object.values(api)
  .flat()
  .map((route) => ({ ...route, profile: route.source === "SPEC" ? "documented" : "extended" }));

/** The routes of a profile. */
export const routesOf = (profile: Profile): Route[] =>
  routes.filter((route) => profile === "extended" || route.profile === "documented");
