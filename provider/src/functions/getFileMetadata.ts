import { z } from "zod";
import { defineFunction } from "../definition/function";
import { anyId, anyLongCount, anyText, maybe, openObject } from "../definition/answers";
import { uuid } from "../definition/fields";
import { routes } from "../platform/routes";

const file = openObject({
  id: anyId.describe("Id of the file."),
  path: maybe(anyText).describe("Path of the file in its fileset."),
  name: maybe(anyText).describe("Name of the file."),
  fileType: maybe(anyText).describe(
    "Type of the file. Vendor documentation: such as `DOCUMENT` or `IMAGE`.",
  ),
  contentType: maybe(anyText).describe("Media type, such as `application/pdf`."),
  size: anyLongCount("Size of the file. Assumed: in bytes."),
  created: maybe(anyText).describe("Creation time of the file, in ISO 8601."),
  createdBy: maybe(anyId).describe("Id of the user who created the file."),
  hash: maybe(anyText).describe("Hash of the content, made with `hashAlgorithm`."),
  hashAlgorithm: maybe(anyText).describe(
    "Algorithm of `hash`. Vendor documentation: such as `SHA_256_HEX`.",
  ),
  downloadUrl: maybe(anyText).describe("Address of the content, if the platform has one."),
  connectorKey: maybe(anyText).describe("Key of the file's connector."),
  indexStatus: maybe(anyText).describe(
    "Index status of the file. Vendor documentation: such as `COMPLETED`.",
  ),
  indexReason: maybe(anyText).describe("Reason for the `indexStatus`."),
});

export const getFileMetadata = defineFunction({
  name: "getFileMetadata",
  doc: "Gets the metadata of a file in a fileset, without its content.",
  args: z.strictObject({
    filesetId: z.string().min(1).describe("Id of the fileset.").meta({ idOf: "file" }),
    fileId: uuid().describe("Id of the file, a UUID.").meta({ idOf: "file" }),
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
  example: {
    name: "handbook",
    args: {
      filesetId: "5b1f6c52-8a5e-4d0b-9f5d-2f1f0a9f6b02",
      fileId: "c3d9a1b4-7e21-4c7b-8d8e-6a5b4c3d2e03",
    },
    exports: { fileName: "name" },
    answer: {
      id: "c3d9a1b4-7e21-4c7b-8d8e-6a5b4c3d2e03",
      path: "/handbook.pdf",
      name: "handbook.pdf",
      fileType: "DOCUMENT",
      contentType: "application/pdf",
      size: 20_480,
      created: "2024-01-01T00:00:00Z",
      createdBy: "1000001",
      hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
      hashAlgorithm: "SHA_256_HEX",
      downloadUrl: "https://platform.example.com/files/handbook.pdf",
      connectorKey: "files",
      indexStatus: "COMPLETED",
      indexReason: "",
    },
  },
});
