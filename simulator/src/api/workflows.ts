import { ok, HttpError, type RouteDeclaration } from "../route.js";

/** On the platform, the workflow API has its own address. Here it is a path of the same server. */
export const routes: RouteDeclaration[] = [
  {
    method: "GET",
    path: "/workflow-api/v1/workflows",
    source: "SPEC",
    summary: "List workflows",
    auth: "bearer",
    handler: (context) => {
      if (!context.state.grants.workflowApi) {
        throw new HttpError(403, "The grant Workflow API is required");
      }
      return ok(context.list(context.state.workflows));
    },
  },
];
