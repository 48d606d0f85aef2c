import type { Simulator } from "pulumi-platform-simulator";

export interface Reply {
  status: number;
  text: string;
  /** The parsed body, or undefined where it is not JSON. */
  json: unknown;
  headers: Headers;
}

/** Calls the simulator as a client with its token would. A string body is sent as it stands. */
export async function call(
  simulator: Pick<Simulator, "url" | "token">,
  method: string,
  path: string,
  body?: unknown,
  token = simulator.token,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const answer = await fetch(simulator.url + path, {
    method,
    redirect: "manual",
    headers: {
      "X-SERVICE-Developer-Token": token,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: answer.status, text, json, headers: answer.headers };
}

export const schedulesPath = "/api/content/v1/reportschedules";
export const groupsPath = "/api/content/v2/groups";

/** A complete creation body. */
export const schedule = (title: string, timing: Record<string, unknown> = {}) => ({
  title,
  pageId: 11,
  viewId: 22,
  attachmentInclude: true,
  schedule: {
    frequency: "WEEKLY",
    daysToRun: "MON",
    hourOfDay: 8,
    minOfHour: 30,
    timezone: "Europe/Berlin",
    enabled: true,
    additionalRecipients: [{ type: "EMAIL", value: "reader@example.com" }],
    ...timing,
  },
});

/** Creates a schedule and returns its id. */
export async function create(simulator: Simulator, title: string): Promise<number> {
  const { json } = await call(simulator, "POST", schedulesPath, schedule(title));
  return (json as { id: number }).id;
}

export const titles = (reply: Reply): string[] =>
  (reply.json as { title: string }[]).map(({ title }) => title);
