import { createServer, request } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Simulator } from "pulumi-platform-simulator";

/** A request as an instance gets it. */
export interface Recorded {
  place: string;
  method: string;
  /** With the query. */
  url: string;
  /** The headers that say something of the request. */
  headers: Record<string, string>;
  /** The bytes of the body. */
  body: string;
}

export interface Recorder {
  url: string;
  close: () => Promise<void>;
}

const connection = ["host", "connection", "content-length", "transfer-encoding"];

/** Stands in front of an instance, hands everything on, and notes each request in the order of their arrival. */
export async function record(
  place: string,
  platform: Simulator,
  log: Recorded[],
): Promise<Recorder> {
  const { hostname, port } = new URL(platform.url);
  const server = createServer((incoming, response) => {
    void bytesOf(incoming).then((bytes) => {
      log.push({
        place,
        method: incoming.method ?? "",
        url: incoming.url ?? "",
        headers: Object.fromEntries(
          Object.entries(incoming.headers)
            .filter(([name]) => !connection.includes(name))
            .map(([name, value]) => [name, String(value)]),
        ),
        body: bytes.toString("latin1"),
      });
      handOn(incoming, bytes, response, { hostname, port });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function handOn(
  { method, url, headers }: IncomingMessage,
  bytes: Buffer,
  response: ServerResponse,
  to: { hostname: string; port: string },
): void {
  const onward = request({ ...to, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  onward.on("error", () => response.destroy());
  onward.end(bytes);
}
