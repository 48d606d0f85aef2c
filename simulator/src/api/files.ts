import { ok, HttpError, type RouteDeclaration } from "../route.js";
import { exists } from "./content.js";

export const routes: RouteDeclaration[] = [
  {
    method: "GET",
    path: "/api/files/v1/filesets/{filesetId}/files/{fileId}",
    source: "SPEC",
    summary: "Get file metadata",
    handler: (context) => {
      const { filesetId = "", fileId = "" } = context.params;
      if (!exists(context, fileId, "uuid"))
        throw new HttpError(404, `file ${fileId} does not exist`);
      const found = context.state.files.find(
        (file) => file.id === fileId && file.filesetId === filesetId,
      );
      if (!found) throw new HttpError(404, `file ${fileId} does not exist in fileset ${filesetId}`);
      return ok({ ...found, filesetId: undefined });
    },
  },
];
