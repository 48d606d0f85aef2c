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
import type { Profile, Route } from "./route.js";

/** Every operation of the simulator, with its source. */
export const routes: readonly Route[] = [
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

/** The routes of a profile. */
export const routesOf = (profile: Profile): Route[] =>
  routes.filter((route) => profile === "extended" || route.profile === "documented");
