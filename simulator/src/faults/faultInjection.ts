import { gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Call } from "../calls.js";
import { errorBody } from "../errors.js";
import { endlessKinds, type Fault, type Moment } from "./faults.js";

/** A call that the server is processing, and the fault chosen for it. */
export interface ActiveCall {
  call: Call;
  fault?: Fault;
  started: number;
}

/** Records the fault in the log of calls, where tests look for it. */
export function recordFault(active: ActiveCall, fault: Fault): void {
  active.call.fault = { id: fault.id, kind: fault.kind, moment: fault.moment };
}

const never = new Promise<never>(() => undefined);

/** The answer that a fault gives instead of the platform's. */
interface Substitute {
  status: number;
  headers: Record<string, string>;
  payload: string | Buffer;
}

const json = "application/json; charset=utf-8";
const mib = 1024 * 1024;
let bombBytes: Buffer | undefined;

/** 1 MiB of gzip data that become 1 GiB of blanks. Gzip data can consist of several parts. */
function bomb(): Buffer {
  const part = () => gzipSync(Buffer.alloc(16 * mib, " "));
  return (bombBytes ??= Buffer.concat(Array<Buffer>(64).fill(part())));
}

function substitute(fault: Fault): Substitute | undefined {
  const retry: Record<string, string> =
    fault.retryAfter === undefined ? {} : { "retry-after": String(fault.retryAfter) };
  switch (fault.kind) {
    case "status": {
      const status = fault.status ?? 500;
      return raw(
        status,
        fault.body ?? errorBody(status, "The simulator was told to answer this"),
        retry,
      );
    }
    case "body":
      return raw(fault.status ?? 200, fault.body, retry);
    case "bomb": {
      const headers = { ...retry, "content-type": json, "content-encoding": "gzip" };
      return { status: fault.status ?? 200, headers, payload: bomb() };
    }
    case "html":
      return {
        status: fault.status ?? 200,
        headers: { ...retry, "content-type": "text/html; charset=utf-8" },
        payload:
          "<!DOCTYPE html><html><head><title>Blocked</title></head><body>Blocked</body></html>",
      };
    case "redirect":
      return {
        status: fault.status ?? 303,
        headers: { ...retry, location: fault.location ?? "/blocked" },
        payload: "",
      };
    default:
      return undefined;
  }
}

function raw(status: number, body: unknown, headers: Record<string, string>): Substitute {
  if (body === undefined) return { status, headers, payload: "" };
  const payload = typeof body === "string" ? body : JSON.stringify(body);
  // A string that looks like JSON, even if it is broken, gets the content type of JSON.
  const isJson = typeof body !== "string" || /^\s*[[{"]/.test(body);
  const type = isJson ? json : "text/plain; charset=utf-8";
  return { status, headers: { ...headers, "content-type": type }, payload };
}

/**
 * Injects the fault at its moment. Resolves when the call may continue. Never resolves after `close`, `hang`,
 * `drip` and `endless`. Answers the call if the fault has an answer.
 */
export async function injectFault(
  active: ActiveCall,
  moment: Exclude<Moment, "mid-answer" | "after">,
  request: FastifyRequest,
  reply: FastifyReply,
  sleep: (ms: number) => Promise<void>,
): Promise<void> {
  const { fault } = active;
  if (!fault || fault.moment !== moment) return;
  if (moment === "mid-body") await firstBytes(request);
  recordFault(active, fault);
  if (fault.kind === "delay") return sleep(fault.delayMs ?? 100);
  if (fault.kind === "close") request.raw.socket.destroy();
  if (fault.kind === "close" || fault.kind === "hang") return never;
  if (endlessKinds.includes(fault.kind)) return sendWithoutEnd(fault, reply, sleep);
  const answer = substitute(fault);
  if (answer) {
    // The unread rest of the body would be read as the next call.
    if (moment === "mid-body") reply.header("connection", "close");
    void reply.code(answer.status).headers(answer.headers).send(answer.payload);
  }
}

/** Resolves when the first bytes of the body have arrived, at once without a body. */
async function firstBytes(request: FastifyRequest): Promise<void> {
  const { headers, raw: message } = request;
  if (!headers["transfer-encoding"] && Number(headers["content-length"] ?? 0) === 0) return;
  if (message.readableLength > 0) return;
  await new Promise<void>((resolve) => {
    message.once("readable", resolve);
    message.once("close", resolve);
  });
}

/** Injects a fault into a finished answer. Returns the bytes to send, or never resolves. */
export async function injectIntoAnswer(
  active: ActiveCall,
  reply: FastifyReply,
  payload: Buffer,
  sleep: (ms: number) => Promise<void>,
): Promise<Buffer> {
  const { fault } = active;
  if (!fault || (fault.moment !== "after" && fault.moment !== "mid-answer")) return payload;
  recordFault(active, fault);
  const answer = substitute(fault);
  if (answer) {
    for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
    reply.code(answer.status).headers(answer.headers);
  }
  const full = answer ? Buffer.from(answer.payload) : payload;
  if (endlessKinds.includes(fault.kind)) return sendWithoutEnd(fault, reply, sleep);
  if (fault.moment === "after") {
    if (fault.kind === "delay") await sleep(fault.delayMs ?? 100);
    if (fault.kind === "close") reply.raw.socket?.destroy();
    return fault.kind === "close" || fault.kind === "hang" ? never : full;
  }
  return sendHalf(active, fault, reply, full, sleep);
}

/** Sends the head, and blanks until the client has gone: one after the other, or as fast as the client takes them. */
async function sendWithoutEnd(
  { kind, status = 200, delayMs = 1_000 }: Fault,
  { raw: response }: FastifyReply,
  sleep: (ms: number) => Promise<void>,
): Promise<never> {
  response.writeHead(status, { "content-type": json });
  const blanks = Buffer.alloc(kind === "drip" ? 1 : 64 * 1024, " ");
  while (!response.destroyed) {
    await new Promise<void>((resolve) => response.write(blanks, () => resolve()));
    if (kind === "drip") await sleep(delayMs);
  }
  return never;
}

/** Sends the head and half of the body, and then closes, hangs, or sends the rest after a delay. */
async function sendHalf(
  active: ActiveCall,
  fault: Fault,
  reply: FastifyReply,
  bytes: Buffer,
  sleep: (ms: number) => Promise<void>,
): Promise<never> {
  const half = Math.floor(bytes.length / 2);
  const { raw: response } = reply;
  if (bytes.length === 0 && fault.kind !== "delay") {
    // Without a body, half of the status line is sent instead.
    response.socket?.write("HTTP/1.1 ");
    if (fault.kind !== "hang") response.socket?.end();
    return never;
  }
  response.writeHead(reply.statusCode, {
    ...(reply.getHeaders() as Record<string, string>),
    "content-length": bytes.length,
  });
  response.flushHeaders();
  await new Promise((resolve) => response.write(bytes.subarray(0, half), resolve));
  if (fault.kind === "delay") {
    await sleep(fault.delayMs ?? 100);
    active.call.status = reply.statusCode;
    response.end(bytes.subarray(half));
  } else if (fault.kind !== "hang") {
    // Every other kind cuts the connection, because half of an answer must not look complete.
    response.socket?.end();
  }
  return never;
}
