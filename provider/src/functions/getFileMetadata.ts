import { z } from "zod";
import { defineFunction } from "../definition/function";
import { anyId, maybe, uuid } from "../definition/fields";
import { routes } from "../platform/routes";

const file = z.object({
  id: anyId.describe("Id of the file."),
  path: maybe(z.string()).describe("Path of the file in its fileset."),
  name: maybe(z.string()).describe("Name of the file."),
  fileType: maybe(z.string()).describe("Type of the file, such as `DOCUMENT` or `IMAGE`."),
  contentType: maybe(z.string()).describe("Media type, such as `application/pdf`."),
  size: maybe(z.number()).describe("Size in bytes."),
  created: maybe(z.string()).describe("Creation time of the file, in ISO 8601."),
  createdBy: maybe(anyId).describe("Id of the user who created the file."),
  hash: maybe(z.string()).describe("Hash of the content, made with `hashAlgorithm`."),
  hashAlgorithm: maybe(z.string()).describe("Algorithm of `hash`, such as `SHA_256_HEX`."),
  downloadUrl: maybe(z.string()).describe("Address of the content, if the platform has one."),
  connectorKey: maybe(z.string()).describe("Key of the file's connector."),
  indexStatus: maybe(z.string()).describe("Index status of the file, such as `COMPLETED`."),
  indexReason: maybe(z.string()).describe("Reason for the `indexStatus`."),
});

export const getFileMetadata = defineFunction({
  name: "getFileMetadata",
  doc: "Gets the metadata of a file in a fileset, without its content.",
  args: z.strictObject({
    filesetId: z.string().min(1).describe("Id of the fileset."),
    fileId: uuid().describe("Id of the file, a UUID."),
  }),
  result: file,
  calls: [{ route: routes.fetchFile }],
  run: (instance, { filesetId, fileId }) =>
    instance.send({
      operation: `read what is known of file ${fileId} of fileset ${filesetId}`,
      route: routes.fetchFile,
      params: { filesetId, fileId },
      answer: file,
    }),
  example: `import * as platform from "pulumi-platform";

export const handbook = platform.getFileMetadataOutput({
  filesetId: "5b1f6c52-8a5e-4d0b-9f5d-2f1f0a9f6b02",
  fileId: "c3d9a1b4-7e21-4c7b-8d8e-6a5b4c3d2e03",
}).downloadUrl;
`,
});
