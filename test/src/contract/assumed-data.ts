import type { Assumption } from "./assumption.js";

export const data: readonly Assumption[] = [
  {
    holds: "Ids of data versions are text.",
    source: "EXT-D",
    where: ["DatasetIndex"],
    otherwise: "The platform refuses the request. Write ids below 2^53 as numbers.",
  },
  {
    holds: "Indexing again does no harm, and indexing nothing succeeds.",
    source: "GUESS",
    where: ["DatasetIndex"],
    otherwise: "After a lost answer, the platform indexes twice, or an empty request fails.",
  },
  {
    holds: "`indexRequestKey` of the answer is the id by which the platform shows the progress.",
    source: "GUESS",
    where: ["DatasetIndex"],
    otherwise: "`waitMinutes` fails or warns, while indexing continues.",
  },
  {
    holds:
      "`SUCCESS` and `COMPLETED` are the end of indexing; `ERROR`, `FAILED` and `CANCELLED` are its failure.",
    source: "GUESS",
    where: ["DatasetIndex"],
    otherwise: "`waitMinutes` waits until its limit, then warns.",
  },
  {
    holds: "A stream starts each time it is asked to, even if an execution continues.",
    source: "GUESS",
    where: ["StreamExecution"],
    otherwise: "The platform refuses the second execution, and the create fails.",
  },
  {
    holds: "`SUCCESS` is the end of an execution; `FAILED` and `CANCELLED` are its failure.",
    source: "EXT-C",
    where: ["StreamExecution"],
    otherwise: "`waitMinutes` waits until its limit, then warns.",
  },
  {
    holds: "Times of executions are in epoch seconds, and `executionId` counts up per stream.",
    source: "EXT-D",
    where: ["StreamExecution"],
    otherwise: "The outputs have another unit.",
  },
  {
    holds: "Partitions come as a list of objects with a `partitionId`.",
    source: "EXT-C",
    where: ["listPartitions", "searchPartitions"],
    otherwise:
      "A list inside an object and bare ids work, too. Otherwise the functions fail with `unexpected_answer`.",
  },
  {
    holds: "`sortOrder` is `DESC` or `ASC`.",
    source: "GUESS",
    shown: ["DESC"],
    where: ["searchPartitions"],
    otherwise: "The platform refuses `ASC` or ignores it.",
  },
  {
    holds: "`MIN` and `MAX` take a value of any type. Null means no limit.",
    source: "GUESS",
    where: ["searchPartitions"],
    otherwise: "The platform refuses the search, or finds other partitions. Set both bounds.",
  },
  {
    holds: "Each of the `paginationFields` requires `fieldName`.",
    source: "GUESS",
    where: ["searchPartitions"],
    otherwise: "The provider refuses a valid search.",
  },
];

export const rest: readonly Assumption[] = [
  {
    holds: "`created` and `modified` of a role are in epoch milliseconds.",
    source: "EXT-D",
    where: ["getRoles", "getRole"],
    otherwise: "The values have another unit.",
  },
  {
    holds: "`size` of a file is in bytes.",
    source: "GUESS",
    where: ["getFileMetadata"],
    otherwise: "The value has another unit.",
  },
  {
    holds:
      "`fileType` of a file is `AUDIO`, `VIDEO`, `IMAGE`, `TEXT`, `DOCUMENT`, `DIRECTORY`, `OTHER` or `UNKNOWN`.",
    source: "EXT-D",
    where: ["getFileMetadata"],
  },
  {
    holds: "`hashAlgorithm` of a file is `SHA_1`, `SHA_256_HEX`, `MD5` or `UNKNOWN`.",
    source: "EXT-D",
    where: ["getFileMetadata"],
  },
  {
    holds:
      "`indexStatus` of a file is `PENDING`, `QUEUED`, `IN_PROGRESS`, `RAG_RECEIVED`, `COMPLETED`, `FAILED`, `SKIPPED` or `UNKNOWN`.",
    source: "EXT-D",
    where: ["getFileMetadata"],
  },
  {
    holds: "`downloadUrl`, `connectorKey`, `indexStatus` and `indexReason` of a file can be null.",
    source: "EXT-D",
    where: ["getFileMetadata"],
  },
  {
    holds: "One call lists all workflows, without pages.",
    source: "GUESS",
    where: ["getWorkflows"],
    otherwise:
      "The result has only the first page. If the answer has a larger total, the function fails with `partial_list`.",
  },
  {
    holds: "The workflows come as a list of objects, alone or as the only list of an object.",
    source: "GUESS",
    where: ["getWorkflows"],
    otherwise:
      "Pulumi leaves out rows that are no objects, and warns. Otherwise the function fails with `unexpected_answer`.",
  },
  {
    holds: "A `promptTemplate` requires `template`.",
    source: "GUESS",
    where: ["generateText", "TextGeneration"],
    otherwise: "The preview refuses a valid request.",
  },
  {
    holds: "Without `model`, the platform generates with a default model.",
    source: "EXT-O",
    where: ["generateText", "TextGeneration"],
    otherwise: "The call fails. Set `model`.",
  },
  {
    holds: "Without `sessionId`, the platform chooses a session.",
    source: "GUESS",
    where: ["generateText", "TextGeneration"],
    otherwise: "The call fails. Set `sessionId`.",
  },
  {
    holds: "Each text generation costs money.",
    source: "GUESS",
    where: ["generateText", "TextGeneration"],
    otherwise: "Previews could generate texts, too.",
  },
  {
    holds: "The `type` of a `responseFormat` is `json`.",
    source: "GUESS",
    where: ["generateText", "TextGeneration"],
    otherwise: "The platform refuses the request.",
  },
];

export const answers: readonly Assumption[] = [
  {
    holds:
      "Any status from 200 to 299 is success, whatever the status of an operation in documents.",
    source: "GUESS",
    otherwise: "Pulumi records an object that the platform did not create.",
  },
  {
    holds: "The answer 404 has a body in JSON if an object does not exist.",
    source: "EXT-D",
    otherwise:
      "The state stays until you confirm the deletion with `platform:confirmAbsent`, unless the same call showed another object in this run.",
  },
  {
    holds:
      "An extended operation that the instance lacks answers 405, a 404 about the endpoint, or a 404 to a list.",
    source: "GUESS",
    otherwise: "The message says that the object was not found. The state stays.",
  },
  {
    holds: "A delete of an object that is already deleted answers 404.",
    source: "GUESS",
    otherwise: "The delete fails. Refresh, then run it again.",
  },
  {
    holds: "After 429, the platform has done nothing, and `Retry-After` says how long to wait.",
    source: "GUESS",
    otherwise: "A repeated request creates a second object or sends a second e-mail.",
  },
  {
    holds: "Nothing in a request prevents that a repeated POST creates a second object.",
    source: "GUESS",
  },
  {
    holds: "An address that is not allowed gets the status 303 or an HTML page.",
    source: "EXT-C",
    otherwise: "The message differs. HTML and redirects are always errors.",
  },
  {
    holds: "The same id can be a number in one answer and text in the next.",
    source: "EXT-D",
  },
  {
    holds: "The `toe` of an error is the platform's id of the request.",
    source: "EXT-D",
    otherwise: "The trace id in a message does not help the platform's support.",
  },
];
