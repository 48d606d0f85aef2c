import type { Call } from "../calls.js";
import type { Answer } from "../route.js";
import type { VariantBase } from "./names.js";
import { always, BadVariant, type Effect, type Variant } from "./variant.js";
import { readsByPost } from "./writes.js";

const textGeneration = "POST /api/ai/v1/text/generation";

/** What a write answers in plain words. */
const words: Record<string, string> = {
  "POST /api/content/v1/reportschedules": "Created",
  "POST /api/content/v2/groups": "Created",
  "POST /api/data/v3/datasources/{datasetId}/share": "Dataset shared successfully",
  "POST /api/data/v3/datasources/{datasetId}/indexes": "Indexing started",
  "POST /api/data/v1/streams/{streamId}/executions": "Execution started",
  "POST /api/content/v1/reportschedules/{scheduleId}/notifications": "Notification sent",
  "POST /api/content/v1/reportschedules/{scheduleId}/sendnow": "Report sent",
};

const isError = ({ status }: Answer): boolean => status >= 400;

function plainText(answer: Answer, { method, route }: Call): Answer {
  if (isError(answer) || method === "GET" || readsByPost.includes(route)) return answer;
  if (route === textGeneration) {
    return { ...answer, body: (answer.body as { output: string }).output };
  }
  // Only an answer without a body can have the status 204.
  return { status: answer.status === 204 ? 200 : answer.status, body: words[route] ?? "OK" };
}

function textError(answer: Answer): Answer {
  if (!isError(answer)) return answer;
  const { status, body } = answer;
  if (status === 404) return { status, body: "Not Found" };
  return { status, body: typeof body === "string" ? body : (body as { message: string }).message };
}

function late(argument = "45"): Effect {
  const seconds = Number(argument);
  if (!/^\d+(\.\d+)?$/.test(argument) || seconds > 3600) {
    throw new BadVariant(`the seconds must be a number from 0 to 3600, not "${argument}"`);
  }
  return { delayMs: ({ route }) => (route === textGeneration ? seconds * 1000 : 0) };
}

export const wording = {
  "plain-text": {
    answers:
      "plain words for every write that succeeds, such as `Created` without an id; for text generation, only the text",
    reason: "The specification leaves the answers of most writes open.",
    start: always({ answer: plainText }),
  },
  "text-errors": {
    answers: "plain words for every error; `Not Found` for each 404",
    reason: "The specification leaves the bodies of most errors open.",
    start: always({ answer: textError }),
  },
  "slow-text": {
    argument: "[:<seconds>]",
    answers:
      "text generation after 45 seconds, or after the number given; the instance generates the text at once",
    reason: "A model can need a long time for a long text.",
    start: late,
  },
} satisfies Partial<Record<VariantBase, Variant>>;
