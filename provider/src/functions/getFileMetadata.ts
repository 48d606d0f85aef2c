import { z } from "zod";
import { defineFunction } from "../definition/function";
import { anyId, maybe, uuid } from "../definition/fields";

const file = z.object({
  id: anyId.describe("Id of the file."),
  path: maybe(z.string()).describe("Path of the file in its fileset."),
  name: maybe(z.string()).describe("Name of the file, the last part of its path."),
  fileType: maybe(z.string()).describe("Kind of the file, as in `DOCUMENT` or `IMAGE`."),
  contentType: maybe(z.string()).describe("Media type, as in `application/pdf`."),
  size: maybe(z.number()).describe("Size in bytes."),
  created: maybe(z.string()).describe("When the file was created, in ISO 8601."),
  createdBy: maybe(anyId).describe("Id of the user who created the file."),
  hash: maybe(z.string()).describe("Hash of the content, by `hashAlgorithm`."),
  hashAlgorithm: maybe(z.string()).describe("How `hash` was made, as in `SHA_256_HEX`."),
  downloadUrl: maybe(z.string()).describe("Address of the content, where the platform gives one."),
  connectorKey: maybe(z.string()).describe("Key of the connector that the file came through."),
  indexStatus: maybe(z.string()).describe("How far the file is indexed, as in `COMPLETED`."),
  indexReason: maybe(z.string()).describe("Why the file has that `indexStatus`."),
});

export const getFileMetadata = defineFunction({
  name: "getFileMetadata",
  doc: "What the platform knows of a file of a fileset, without its content.",
  args: z.strictObject({
    filesetId: z.string().min(1).describe("Id of the fileset."),
    fileId: uuid().describe("Id of the file, a uuid."),
  }),
  result: file,
  calls: ["GET /api/files/v1/filesets/{filesetId}/files/{fileId}"],
  run: (instance, { filesetId, fileId }) =>
    instance.send({
      operation: `read what is known of file ${fileId} of fileset ${filesetId}`,
      method: "GET",
      path: `/api/files/v1/filesets/${encodeURIComponent(filesetId)}/files/${encodeURIComponent(fileId)}`,
      answer: file,
    }),
  example: `import * as platform from "pulumi-platform";

export const handbook = platform.getFileMetadataOutput({
  filesetId: "5b1f6c52-8a5e-4d0b-9f5d-2f1f0a9f6b02",
  fileId: "c3d9a1b4-7e21-4c7b-8d8e-6a5b4c3d2e03",
}).downloadUrl;
`,
});
