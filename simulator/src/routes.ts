import { certificationRoutes } from "./api/certification.js";
import { datasetRoutes } from "./api/datasets.js";
import { fileRoutes } from "./api/files.js";
import { groupMemberRoutes } from "./api/groupMembers.js";
import { groupRoutes } from "./api/groups.js";
import { roleRoutes } from "./api/roles.js";
import { scheduleMailRoutes } from "./api/scheduleMail.js";
import { scheduleRoutes } from "./api/schedules.js";
import { shareRoutes } from "./api/shares.js";
import { streamRoutes } from "./api/streams.js";
import { textGenerationRoutes } from "./api/textGeneration.js";
import { workflowRoutes } from "./api/workflows.js";
import type { Profile, Route, RouteDeclaration } from "./route.js";

const declared: readonly RouteDeclaration[] = [
  ...textGenerationRoutes,
  ...datasetRoutes,
  ...shareRoutes,
  ...streamRoutes,
  ...scheduleRoutes,
  ...scheduleMailRoutes,
  ...groupRoutes,
  ...groupMemberRoutes,
  ...certificationRoutes,
  ...roleRoutes,
  ...fileRoutes,
  ...workflowRoutes,
];

/** Every operation of the simulator. The documented profile has what the specification has. */
export const routes: readonly Route[] = declared.map((route) => ({
  ...route,
  profile: route.source === "SPEC" ? "documented" : "extended",
}));

/** The routes of a profile. */
export const routesOf = (profile: Profile): Route[] =>
  routes.filter((route) => profile === "extended" || route.profile === "documented");
