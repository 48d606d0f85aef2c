import { seedIds } from "pulumi-platform-simulator";
import type { ResourceName } from "../../engine/stacks/pulumiStack";
import type { Entry } from "../../harness/sessions/session";

/** A resource of the program, of which the same words say the same. */
export interface Part {
  type: ResourceName;
  name: string;
  /** Tells its object from others of the same type. */
  subject: number;
  /** What it declares of that object. */
  content: number;
  entry: Entry;
  opts: Record<string, unknown>;
  extra: Record<string, unknown>;
  /** The schedule that is sent, or the group whose members they are. */
  of?: string;
  /** Names that it had, as long as the program tells of them. */
  aliases: string[];
}

const datasets = [seedIds.dataset, "11111111-2222-4333-8444-555555555555"];

/** Sets what a path names. */
function override(args: Record<string, unknown>, path: string, value: unknown): void {
  const keys = path.split(".");
  let inner = args;
  for (const key of keys.slice(0, -1)) inner = (inner[key] ??= {}) as Record<string, unknown>;
  inner[keys.at(-1) ?? ""] = value;
}

/** What the program gives to a resource; the suffix tells the objects of stacks apart. */
export function argsOf(part: Part, suffix: string): Record<string, unknown> {
  const args = plainArgs({ ...part, extra: {} }, suffix);
  for (const [path, value] of Object.entries(part.extra)) {
    if (value !== undefined) override(args, path, value);
  }
  return args;
}

function plainArgs(
  { type, subject, content, extra, of }: Part,
  suffix: string,
): Record<string, unknown> {
  const given = Object.fromEntries(
    Object.entries(extra).filter(([, value]) => value !== undefined),
  );
  switch (type) {
    case "ReportSchedule":
      return {
        title: `Report ${subject}${suffix}`,
        pageId: 1001 + (subject % 2),
        viewId: 2001 + subject,
        attachmentInclude: subject % 2 === 0,
        schedule: {
          frequency: "WEEKLY",
          daysToRun: "MON",
          hourOfDay: 6 + (content % 12),
          minOfHour: 0,
          timezone: "UTC",
          enabled: true,
          additionalRecipients: [{ type: "EMAIL", value: `r${subject}@example.com` }],
        },
        ...given,
      };
    case "Group":
      return {
        name: `Group ${subject}${suffix}`,
        description: `d${content}`,
        type: subject === 3 ? "closed" : "open",
        ...given,
      };
    case "DatasetShare":
      return {
        datasetId: datasets[subject % 2],
        permissions: [`${10 + subject}`, ...(content % 2 === 1 ? [`${20 + subject}`] : [])].map(
          (id) => ({
            type: "USER",
            id,
            accessLevel: "CAN_VIEW",
          }),
        ),
        sendEmail: subject < 2,
      };
    case "Certification":
      return { entityType: "CARD", entityId: `${100 + subject}`, triggers: [content] };
    case "ScheduledReportEmails":
      return { enabled: content % 2 === 0 };
    case "ReportSend":
      return {
        scheduleOf: of,
        recipients: [{ type: "EMAIL", value: `s${subject}@example.com` }],
        triggers: [content % 3],
      };
    case "ReportNotification":
      return {
        scheduleOf: of,
        recipients: [
          {
            userId: 40 + subject,
            displayName: "Colleague",
            emailAddress: `n${subject}@example.com`,
          },
        ],
        triggers: [content % 3],
      };
    case "StreamExecution":
      return { streamId: String(seedIds.stream), triggers: [content] };
    case "DatasetIndex":
      return { datasetId: datasets[subject % 2], triggers: [content] };
    case "GroupMembers":
      return {
        groupOf: of,
        members: [60 + subject, ...(content % 2 === 1 ? [70 + subject] : [])].map((id) => ({
          type: "USER",
          id: String(id),
        })),
      };
    case "TextGeneration":
      return { input: `Text ${subject}`, triggers: [content] };
    default:
      throw new Error(`no life has a ${type as string}`);
  }
}

/** The types of the parents of each resource, as a URN names them. */
export function parentsOf(parts: readonly Part[]): Map<string, string> {
  const of = ({ opts: { parent } }: Part): string => {
    if (parent === undefined) return "";
    const above = parts.find(({ name }) => name === parent);
    return above === undefined ? "Component$" : `${of(above)}${above.type}$`;
  };
  return new Map(parts.map((part) => [part.name, of(part)]));
}
