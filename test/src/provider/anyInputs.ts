import fc from "fast-check";
import { anySchema } from "./anySchema";
import type { ResourceName } from "./inputs";

type Values = Record<string, unknown>;

/** Inputs of any valid form, and the same inputs spelled otherwise. */
export interface Spelled {
  inputs: Values;
  otherwise: Values;
}

const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 });
const title = text.filter((one) => one.trim() !== "");
const whole = fc.oneof(fc.nat(), fc.maxSafeNat());
const uuid = fc.uuid();
const id = fc.bigInt({ min: 1n, max: 2n ** 53n }).map(String);
const address = fc
  .tuple(fc.stringMatching(/^[a-z][a-z0-9]{0,9}$/), fc.constantFrom("example.com", "example.org"))
  .map(([name, domain]) => `${name}@${domain}`);
const either = fc.boolean();
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

/** The same list in another order. */
const turned = <Item>(items: readonly Item[], turn: number): Item[] => {
  const from = items.length === 0 ? 0 : turn % items.length;
  return [...items.slice(from), ...items.slice(0, from)].reverse();
};
const shouted = (one: string, loud: boolean) => (loud ? one.toUpperCase() : one);

const recipients = (minLength: number) =>
  fc.uniqueArray(
    fc.oneof(
      fc.record({ type: fc.constant("EMAIL"), value: address }),
      fc.record({ type: fc.constantFrom("USER", "GROUP"), value: id }),
    ),
    { minLength, maxLength: 5, selector: ({ type, value }) => `${type} ${value}` },
  );
const respell = (list: { type: string; value: string }[], turn: number, loud: boolean) =>
  turned(list, turn).map(({ type, value }) => ({
    type,
    value: type === "EMAIL" ? shouted(value, loud) : value,
  }));

const zones = Intl.supportedValuesOf("timeZone");
const aliases: Record<string, string> = {
  "America/New_York": "US/Eastern",
  "Europe/London": "GB",
  UTC: "Etc/UTC",
};
const zone = fc.oneof(fc.constantFrom(...Object.keys(aliases)), fc.constantFrom(...zones));
const days = fc.uniqueArray(fc.constantFrom("MON", "TUE", "WED", "SAT", "1", "15", "31"), {
  minLength: 1,
});
const space = fc.constantFrom("", " ", "\t");
const triggers = maybe(fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }));

/** An empty list for none, and none for an empty list. */
const emptied = <Item>(items: readonly Item[] | undefined): readonly Item[] | undefined =>
  items === undefined ? [] : items.length === 0 ? undefined : items;

/** Without what is undefined, as a program's inputs reach a provider. */
const given = (values: Values): Values => JSON.parse(JSON.stringify(values)) as Values;

const spelled = <Parts>(
  parts: fc.Arbitrary<Parts>,
  inputs: (parts: Parts) => Values,
  otherwise: (parts: Parts, turn: number, loud: boolean) => Values = () => ({}),
): fc.Arbitrary<Spelled> =>
  fc.tuple(parts, fc.nat(9), either).map(([known, turn, loud]) => ({
    inputs: given(inputs(known)),
    otherwise: given({ ...inputs(known), ...otherwise(known, turn, loud) }),
  }));

export const anyInputs: Record<ResourceName, fc.Arbitrary<Spelled>> = {
  ReportSchedule: spelled(
    fc.record({
      title,
      pageId: whole,
      viewId: whole,
      attachmentInclude: either,
      days,
      space,
      timing: fc.record({
        frequency: fc.constantFrom("DAILY", "WEEKLY", "MONTHLY", "FORTNIGHTLY"),
        hourOfDay: fc.nat(23),
        minOfHour: fc.nat(59),
        timezone: maybe(zone),
        enabled: either,
        additionalRecipients: maybe(recipients(0)),
      }),
    }),
    ({ days: list, timing, title: name, pageId, viewId, attachmentInclude }) => ({
      ...{ title: name, pageId, viewId, attachmentInclude },
      schedule: { ...timing, daysToRun: list.join(",") },
    }),
    ({ days: list, space: gap, timing }, turn, loud) => ({
      schedule: {
        ...timing,
        daysToRun: turned(list, turn)
          .map((day) => `${gap}${loud ? day.toLowerCase() : day}${gap}`)
          .join(","),
        timezone: timing.timezone && (aliases[timing.timezone] ?? timing.timezone),
        additionalRecipients:
          timing.additionalRecipients && respell(timing.additionalRecipients, turn, loud),
      },
    }),
  ),
  Group: spelled(
    fc.record({
      name: title,
      description: maybe(fc.oneof(fc.constant(""), text)),
      type: fc.constantFrom("open", "closed", "dynamic"),
    }),
    (parts) => parts,
  ),
  DatasetShare: spelled(
    fc.record({
      datasetId: uuid,
      permissions: fc.uniqueArray(
        fc.record({
          id,
          type: fc.constantFrom("USER", "GROUP"),
          accessLevel: fc.constantFrom("CO_OWNER", "CAN_EDIT", "CAN_SHARE", "CAN_VIEW"),
        }),
        { minLength: 1, maxLength: 5, selector: (one) => `${one.type} ${one.id}` },
      ),
      sendEmail: maybe(either),
    }),
    (parts) => parts,
    ({ permissions, sendEmail }, turn) => ({
      permissions: turned(permissions, turn),
      sendEmail: sendEmail === undefined ? false : undefined,
    }),
  ),
  Certification: spelled(
    fc.oneof(
      fc.record({ entityType: fc.constant("CARD"), entityId: id }),
      fc.record({ entityType: fc.constant("DATA_SOURCE"), entityId: uuid }),
    ),
    (parts) => parts,
  ),
  ScheduledReportEmails: spelled(
    fc.record({ enabled: either, onDelete: maybe(fc.constantFrom("keep", "enable", "disable")) }),
    (parts) => parts,
    ({ onDelete = "keep" }, turn) =>
      onDelete === "keep" ? { onDelete: turn > 4 ? "keep" : undefined } : {},
  ),
  ReportSend: spelled(
    fc.record({ scheduleId: fc.constant("42"), recipients: recipients(1), triggers }),
    (parts) => parts,
    (parts, turn, loud) => ({
      recipients: respell(parts.recipients, turn, loud),
      triggers: emptied(parts.triggers),
    }),
  ),
  ReportNotification: spelled(
    fc.record({
      scheduleId: fc.constant("42"),
      recipients: fc.uniqueArray(
        fc.record({ emailAddress: address, userId: maybe(whole), displayName: maybe(text) }),
        { minLength: 1, maxLength: 5, selector: ({ emailAddress }) => emailAddress },
      ),
      triggers,
    }),
    (parts) => parts,
    (parts, turn, loud) => ({
      recipients: turned(parts.recipients, turn).map((one) => ({
        ...one,
        emailAddress: shouted(one.emailAddress, loud),
      })),
      triggers: emptied(parts.triggers),
    }),
  ),
  DatasetIndex: spelled(
    fc.record({ datasetId: uuid, dataIds: maybe(fc.uniqueArray(id, { maxLength: 5 })), triggers }),
    (parts) => parts,
    (parts, turn) => ({
      dataIds: emptied(parts.dataIds && turned(parts.dataIds, turn)),
      triggers: emptied(parts.triggers),
    }),
  ),
  StreamExecution: spelled(
    fc.record({ streamId: id, action: maybe(fc.constantFrom("MANUAL", "REPLAY")), triggers }),
    (parts) => parts,
    ({ action, triggers: given }) => ({
      action: action === undefined ? "MANUAL" : action === "MANUAL" ? undefined : action,
      triggers: emptied(given),
    }),
  ),
  TextGeneration: spelled(
    fc.record({
      input: fc.string(),
      // One that the program does not name is the platform's, and is read back with its answer.
      sessionId: uuid,
      promptTemplate: maybe(fc.record({ template: fc.string() })),
      parameters: maybe(fc.dictionary(text, fc.string(), { noNullPrototype: true })),
      model: maybe(fc.constantFrom("text-model-v1", "text-model-small")),
      modelConfiguration: maybe(fc.dictionary(text, fc.jsonValue(), { noNullPrototype: true })),
      system: maybe(fc.string()),
      temperature: maybe(fc.double({ noNaN: true, noDefaultInfinity: true })),
      maxTokens: maybe(fc.integer()),
      responseFormat: maybe(fc.record({ type: text, schema: maybe(anySchema) })),
      reasoningConfig: maybe(
        fc.record({ reasoningEffort: maybe(fc.constantFrom("NONE", "LOW", "MEDIUM", "HIGH")) }),
      ),
      triggers,
    }),
    (parts) => parts,
  ),
};
