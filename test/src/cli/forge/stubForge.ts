import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { forgeFrom } from "pulumi-platform-cli/dist/forge/environment";
import type { Forge } from "pulumi-platform-cli/dist/forge/forge";
import { gitHubPaths } from "./gitHubPaths";
import { gitLabPaths } from "./gitLabPaths";

export type Kind = "GitHub" | "Gitea" | "GitLab";

export interface StoredComment {
  id: number;
  on: number;
  author: string;
  text: string;
}

export interface StoredIssue {
  number: number;
  author: string;
  title: string;
  text: string;
  isOpen: boolean;
  /** There if it is a pull request. */
  branch?: string;
  base?: string;
  fork?: string;
}

export interface Request {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown> | undefined;
}

/** What a forge knows, and what it was asked. */
export class Store {
  comments: StoredComment[] = [];
  issues: StoredIssue[] = [];
  calls: string[] = [];
  /** What a client of the documented API does not do. */
  violations: string[] = [];
  /** Who owns the token. Undefined: GitHub's token of a workflow. */
  user: string | undefined = "bot";
  #next = 1;

  next = (): number => this.#next++;
  get self(): string {
    return this.user ?? "github-actions[bot]";
  }
}

/** Answers one request; undefined where the documented API has no such path. */
export type Paths = (store: Store, request: Request) => Answer | undefined;

export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Answers instead of the forge, for faults. "cut" does what was asked for, and then drops the connection. */
export type Fault = (method: string, path: string) => Answer | "cut" | undefined;

export const repository = "team/app";
export const token = "secret-token-of-tests";

/** A forge on this machine with the paths, headers and bodies that the documents of its API name, and no others. */
export class StubForge {
  readonly store = new Store();
  fault: Fault = () => undefined;
  readonly #server: Server;

  constructor(readonly kind: Kind) {
    this.#server = createServer((request, response) => {
      void this.#answer(request, response);
    });
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get apiUrl(): string {
    return `${this.origin}${{ GitHub: "", Gitea: "/api/v1", GitLab: "/api/v4" }[this.kind]}`;
  }

  start(): Promise<this> {
    return new Promise((resolve) => {
      this.#server.listen(0, "127.0.0.1", () => resolve(this));
    });
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** The variables of a run of this forge for a pull request. */
  environment(number?: number): Record<string, string> {
    if (this.kind === "GitLab") {
      return {
        CI_API_V4_URL: this.apiUrl,
        CI_PROJECT_ID: "7",
        GITLAB_TOKEN: token,
        CI_COMMIT_SHA: "0".repeat(40),
        ...(number !== undefined && { CI_MERGE_REQUEST_IID: String(number) }),
      };
    }
    const event = join(mkdtempSync(join(tmpdir(), "pulumi-platform-event-")), "event.json");
    writeFileSync(event, JSON.stringify(number === undefined ? {} : { pull_request: { number } }));
    return {
      GITHUB_REPOSITORY: repository,
      GITHUB_API_URL: this.apiUrl,
      GITHUB_TOKEN: token,
      GITHUB_EVENT_PATH: event,
      GITHUB_SHA: "0".repeat(40),
    };
  }

  /** What commands use, without their long waits. */
  client(number?: number): Forge {
    return forgeFrom(this.environment(number), { delayMs: 1, deadlineMs: 500 });
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const url = new URL(incoming.url ?? "/", this.origin);
    const method = incoming.method ?? "";
    const base = new URL(this.apiUrl).pathname.replace(/\/$/, "");
    this.store.calls.push(`${method} ${url.pathname.slice(base.length)}`);
    const fault = this.fault(method, url.pathname);
    const answer =
      fault === undefined || fault === "cut"
        ? this.#own(incoming, url, base, Buffer.concat(chunks).toString())
        : fault;
    if (fault === "cut") {
      incoming.socket.destroy();
      return;
    }
    response.writeHead(answer.status, { "Content-Type": "application/json", ...answer.headers });
    const { body } = answer;
    response.end(typeof body === "string" ? body : JSON.stringify(body ?? null));
  }

  #own(incoming: IncomingMessage, url: URL, base: string, text: string): Answer {
    const { headers, method = "" } = incoming;
    const wanted = {
      GitHub: { authorization: `Bearer ${token}`, accept: "application/vnd.github+json" },
      Gitea: { authorization: `token ${token}` },
      GitLab: { "private-token": token },
    }[this.kind];
    for (const [name, value] of Object.entries(wanted)) {
      if (headers[name] !== value) return this.#violation(401, `${name} is wrong`);
    }
    if ((headers["user-agent"] ?? "") === "") return this.#violation(403, "no user agent");
    if (text !== "" && !/^application\/json\b/.test(headers["content-type"] ?? "")) {
      return this.#violation(415, "no content type");
    }
    const body = text === "" ? undefined : (JSON.parse(text) as Record<string, unknown>);
    const path = url.pathname.startsWith(base) ? url.pathname.slice(base.length) : "";
    const request: Request = { method, path, query: url.searchParams, body };
    const paths = this.kind === "GitLab" ? gitLabPaths : gitHubPaths(this.kind, this.origin);
    return paths(this.store, request) ?? this.#violation(404, `unknown: ${method} ${path}`);
  }

  #violation(status: number, message: string): Answer {
    this.store.violations.push(message);
    return { status, body: { message } };
  }
}

/** The fields of a body, if it has these and no others. */
export function fields<Name extends string>(
  { body }: Request,
  required: readonly Name[],
  optional: readonly Name[] = [],
): Record<Name, string> | undefined {
  const names = Object.keys(body ?? {});
  const isKnown = names.every((name) => [...required, ...optional].includes(name as Name));
  const isText = Object.values(body ?? {}).every((value) => typeof value === "string");
  const isWhole = required.every((name) => names.includes(name));
  return isKnown && isText && isWhole ? (body as Record<Name, string>) : undefined;
}

/** One page of a list. */
export function page(items: readonly unknown[], { query }: Request, sizeName: string): Answer {
  const size = Math.min(Number(query.get(sizeName) ?? 20), 100);
  const start = (Number(query.get("page") ?? 1) - 1) * size;
  return { status: 200, body: items.slice(start, start + size) };
}
