import type { Assumption } from "./assumption.js";

export const data: readonly Assumption[] = [
  {
    holds: "Ids of data versions are text.",
    source: "EXT-D",
    where: ["DatasetIndex"],
    otherwise:
      "The platform refuses the request. Write the ids as numbers, which is possible below 2^53: Pulumi sends each as you write it.",
  },
  {
    holds: "Indexing again does no harm, and indexing nothing succeeds.",
    source: "GUESS",
    where: ["DatasetIndex"],
    otherwise:
      "After a lost answer, the platform indexes twice. If it refuses an empty request, the create fails.",
  },
  {
    holds: "`indexRequestKey` of the answer is the id by which the platform shows the progress.",
    source: "GUESS",
    where: ["DatasetIndex"],
    otherwise: "`waitMinutes` fails or warns. Indexing continues on the instance.",
  },
  {
    holds:
      "`SUCCESS` and `COMPLETED` are the end of indexing; `ERROR`, `FAILED` and `CANCELLED` are its failure.",
    source: "GUESS",
    where: ["DatasetIndex"],
    otherwise: "`waitMinutes` waits until its limit, then succeeds with a warning.",
  },
  {
    holds: "A stream starts each time it is asked to, even if an execution continues.",
    source: "GUESS",
    where: ["StreamExecution"],
    otherwise: "The platform refuses the second execution, and the create fails with its answer.",
  },
  {
    holds: "`SUCCESS` is the end of an execution; `FAILED` and `CANCELLED` are its failure.",
    source: "EXT-C",
    where: ["StreamExecution"],
    otherwise: "`waitMinutes` waits until its limit, then succeeds with a warning.",
  },
  {
    holds: "Times of executions are in epoch seconds, and `executionId` counts up per stream.",
    source: "EXT-D",
    where: ["StreamExecution"],
    otherwise: "The outputs have another unit. No decision depends on them.",
  },
  {
    holds: "Partitions come as a list of objects with a `partitionId`.",
    source: "EXT-C",
    where: ["listPartitions", "searchPartitions"],
    otherwise:
      "A list inside an object works, too, and so do bare ids. With any other form, the functions fail with `unexpected_answer`.",
  },
  {
    holds: "`sortOrder` is `DESC` or `ASC`.",
    source: "GUESS",
    shown: ["DESC"],
    where: ["searchPartitions"],
    otherwise: "The platform refuses `ASC` or ignores it. Other words pass to the platform.",
  },
  {
    holds: "`MIN` and `MAX` take a value of any type. Null means no limit.",
    source: "GUESS",
    where: ["searchPartitions"],
    otherwise:
      "The platform refuses the search, or finds other partitions. The provider sends each bound as you write it. If you omit one of the two bounds, the provider sends null for it.",
  },
  {
    holds: "Each of the `paginationFields` requires `fieldName`.",
    source: "GUESS",
    where: ["searchPartitions"],
    otherwise: "The provider refuses a search that the platform would accept.",
  },
];

export const rest: readonly Assumption[] = [
  {
    holds: "`created` and `modified` of a role are in epoch milliseconds.",
    source: "EXT-D",
    where: ["getRoles", "getRole"],
    otherwise: "The values have another unit. The provider passes them on.",
  },
  {
    holds: "`size` of a file is in bytes.",
    source: "GUESS",
    where: ["getFileMetadata"],
    otherwise: "The value has another unit. The provider passes it on.",
  },
  {
    holds:
      "`fileType` of a file is `AUDIO`, `VIDEO`, `IMAGE`, `TEXT`, `DOCUMENT`, `DIRECTORY`, `OTHER` or `UNKNOWN`.",
    source: "EXT-D",
    where: ["getFileMetadata"],
    otherwise: "Nothing changes: the provider passes on any text.",
  },
  {
    holds: "`hashAlgorithm` of a file is `SHA_1`, `SHA_256_HEX`, `MD5` or `UNKNOWN`.",
    source: "EXT-D",
    where: ["getFileMetadata"],
    otherwise: "Nothing changes: the provider passes on any text.",
  },
  {
    holds:
      "`indexStatus` of a file is `PENDING`, `QUEUED`, `IN_PROGRESS`, `RAG_RECEIVED`, `COMPLETED`, `FAILED`, `SKIPPED` or `UNKNOWN`.",
    source: "EXT-D",
    where: ["getFileMetadata"],
    otherwise: "Nothing changes: the provider passes on any text.",
  },
  {
    holds: "`downloadUrl`, `connectorKey`, `indexStatus` and `indexReason` of a file can be null.",
    source: "EXT-D",
    where: ["getFileMetadata"],
    otherwise: "Nothing changes: the result leaves out a null.",
  },
  {
    holds: "One call lists all workflows, without pages.",
    source: "GUESS",
    where: ["getWorkflows"],
    otherwise:
      "The result has only the workflows of the first page. If the answer has a larger total, the function fails with `partial_list`.",
  },
  {
    holds: "The workflows come as a list of objects, alone or as the only list of an object.",
    source: "GUESS",
    where: ["getWorkflows"],
    otherwise:
      "Pulumi leaves out each row that is not an object, with a warning. With any other form, the function fails with `unexpected_answer`.",
  },
  {
    holds: "A `promptTemplate` requires `template`.",
    source: "GUESS",
    where: ["generateText", "TextGeneration"],
    otherwise: "The preview refuses a request that the platform would accept.",
  },
  {
    holds: "Without `model`, the platform generates with a default model.",
    source: "EXT-O",
    where: ["generateText", "TextGeneration"],
    otherwise: "The call fails with the platform's answer. Set `model`.",
  },
  {
    holds: "Without `sessionId`, the platform chooses a session.",
    source: "GUESS",
    where: ["generateText", "TextGeneration"],
    otherwise: "The call fails with the platform's answer. Set `sessionId`.",
  },
  {
    holds: "Each text generation costs money.",
    source: "GUESS",
    where: ["generateText", "TextGeneration"],
    otherwise: "Previews could call it. The provider stays careful.",
  },
  {
    holds: "The `type` of a `responseFormat` is `json`.",
    source: "GUESS",
    where: ["generateText", "TextGeneration"],
    otherwise: "The platform refuses the request. Any text passes to the platform.",
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
      "A 404 without JSON counts only if the same call showed another object in this run. Otherwise the state stays until you confirm the deletion with `platform:confirmAbsent`.",
  },
  {
    holds:
      "An extended operation that the instance lacks answers 405, a 404 about the endpoint, or a 404 to a list.",
    source: "GUESS",
    otherwise:
      "The message says that the object was not found, not that the operation is missing. The state stays.",
  },
  {
    holds: "A delete of an object that is already deleted answers 404.",
    source: "GUESS",
    otherwise: "The delete fails with the platform's answer. Refresh, then run it again.",
  },
  {
    holds: "After 429, the platform has done nothing, and `Retry-After` says how long to wait.",
    source: "GUESS",
    otherwise: "A repeated request creates a second object or sends a second e-mail.",
  },
  {
    holds: "Nothing in a request prevents that a repeated POST creates a second object.",
    source: "GUESS",
    otherwise: "Nothing changes: the provider never repeats such a request without proof.",
  },
  {
    holds: "An address that is not allowed gets the status 303 or an HTML page.",
    source: "EXT-C",
    otherwise: "Another message. HTML and redirects are always errors, never answers.",
  },
  {
    holds: "The same id can be a number in one answer and text in the next.",
    source: "EXT-D",
    otherwise: "Nothing changes: every id in a result is text.",
  },
  {
    holds: "The `toe` of an error is the platform's id of the request.",
    source: "EXT-D",
    otherwise: "The trace id in a message means nothing to the platform's support.",
  },
];
