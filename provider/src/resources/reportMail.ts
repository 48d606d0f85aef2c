import { z } from "zod";
import { repeatOption } from "../messages/options";
import { anyBoolean, anyId, anyNumber, listOf, maybe } from "../definition/answers";
import type { Run } from "../definition/action";
import type { Call } from "../definition/verbs";
import type { Instance } from "../platform/instance";
import { idOf, readWhole } from "../platform/lists";
import { routes } from "../platform/routes";
import type { Advice } from "../messages/advice";
import { quoted } from "../wire/answers";
import { PlatformError } from "../messages/errors";
import { errorText } from "../wire/refusal";
import type { Route } from "../wire/route";

/** The parts that `ReportSend` and `ReportNotification` have in common. */

interface Mailing {
  scheduleId: string;
  recipients: readonly unknown[];
}

/** The recipients of a report in messages. */
export const recipientCount = ({ length }: { length: number }) =>
  `${length} ${length === 1 ? "recipient" : "recipients"}`;

export const scheduleId = z
  .string()
  .min(1)
  .describe("Id of the report schedule that has the report.")
  .meta({ idOf: "schedule" });

const whenUnknown: Advice = [
  { steps: [{ ask: "recipient" }] },
  { steps: [{ instance: "look", at: "the schedule's history" }] },
  repeatOption,
];

export const sending = {
  outputs: z.object({}),
  label: ({ scheduleId }: Mailing) => `of report schedule ${scheduleId}`,
  precheck,
  trace: sentByHand,
  whenUnknown,
};

/** Whether the instance shows the schedule that has the report. */
async function precheck(instance: Instance, { scheduleId }: Mailing) {
  const schedule = `report schedule ${scheduleId}`;
  const found = await instance.find({
    operation: `look whether ${schedule} exists`,
    route: routes.fetchSchedule,
    params: { scheduleId },
    answer: z.unknown().transform(() => "exists"),
  });
  return { refused: [], ...(found === undefined && { missing: schedule }) };
}

const lookingFirst: Call = {
  route: routes.fetchSchedule,
  when: "before the mail, to see whether the schedule exists",
};

/** E-mails a report through a route. A program needs nothing of the answer. */
export async function mailReport(
  instance: Instance,
  route: Route,
  operation: string,
  { scheduleId, recipients }: Mailing,
): Promise<undefined> {
  const params = { scheduleId };
  const said = await instance.send({ operation, route, params, body: recipients, answer: words });
  if (said !== undefined && notSent.test(said)) {
    throw new PlatformError({
      code: "rejected",
      operation,
      detail: `the platform answered${quoted(said)}`,
      note: "Nothing was sent.",
      advice: [{ steps: [{ check: ["recipients"] }] }],
    });
  }
}

/** The words of the platform in an answer of any form. Of an object, the title is the name of a report. */
const words = z.unknown().transform((answer) => {
  const isObject = typeof answer === "object" && answer !== null && "id" in answer;
  return errorText(isObject ? { ...answer, title: undefined } : answer);
});

/** The specification shows this message, but not its HTTP status. */
const notSent = /required param/i;

const historyCall: Call = {
  route: routes.listSent,
  when: "before the mail, and after a lost answer",
};

/** The calls of an action that e-mails a report through a route. */
export const sendingCalls = (route: Route): readonly Call[] => [
  lookingFirst,
  { route },
  historyCall,
];

const entry = z.object({
  id: anyId,
  automated: maybe(anyBoolean),
  startTime: maybe(anyNumber),
  recipients: maybe(z.array(z.unknown())),
});

/** The e-mails in the history, by id, that somebody sent by hand to the same recipients. */
async function sentByHand(
  instance: Instance,
  { scheduleId, recipients }: Mailing,
): Promise<Map<string, Run<Record<string, never>>>> {
  const { items } = await readWhole(instance, idOf, {
    operation: `read what was sent of report schedule ${scheduleId}`,
    route: routes.listSent,
    params: { scheduleId },
    query: { limit: 100, skip: 0 },
    answer: listOf(entry),
  });
  return new Map(
    [...items.values()]
      .filter((sent) => sent.automated === false)
      .filter((sent) => areSame(recipients, sent.recipients))
      .map(({ id, startTime }) => [id, { outputs: {}, at: startTime }]),
  );
}

/** Whether the history names exactly these recipients. No document shows in which form, so any text in it can name one. */
function areSame(recipients: readonly unknown[], named: readonly unknown[] = []): boolean {
  const left = named.map(textsIn);
  const isNamed = (recipient: unknown): boolean => {
    const { value, emailAddress = value, userId } = recipient as Record<string, unknown>;
    const [text] = textsIn(emailAddress ?? userId);
    const at = left.findIndex((texts) => text !== undefined && texts.includes(text));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  return named.length === recipients.length && recipients.every(isNamed);
}

function textsIn(value: unknown): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(textsIn);
  return typeof value === "string" || typeof value === "number"
    ? [String(value).toLowerCase()]
    : [];
}
