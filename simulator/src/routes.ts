import { groupRoutes } from "./api/groups.js";
import { roleRoutes } from "./api/roles.js";
import { scheduleMailRoutes } from "./api/schedule-mail.js";
import { scheduleRoutes } from "./api/schedules.js";
import type { Profile, Route } from "./route.js";

/** Every operation that the simulator has, each with the source it is known from. */
export const routes: readonly Route[] = [
  ...scheduleRoutes,
  ...scheduleMailRoutes,
  ...groupRoutes,
  ...roleRoutes,
];

/** The routes that a profile serves. */
export const routesOf = (profile: Profile): Route[] =>
  routes.filter((route) => profile === "extended" || route.profile === "documented");
