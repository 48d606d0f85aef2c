import { createServer } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { encoded } from "./encodings";
import type { Encoding } from "./encodings";
import { respelled } from "./spelling";
import type { Spelling } from "./spelling";

const plainly: Encoding = { charset: "utf-8", compressions: [] };

/** Passes every call on to an instance, and says its successes in another spelling. */
export class RespellingServer {
  /** The words of the instance where there is none. */
  spelling?: Spelling;
  #calls = 0;

  private constructor(
    readonly server: Server,
    readonly instance: string,
  ) {}

  static async open(instance: string): Promise<RespellingServer> {
    const server = createServer();
    const respelling = new RespellingServer(server, instance);
    server.on("request", (request: IncomingMessage, response) => {
      respelling.#answer(request).then(
        ({ status, type, text }) => {
          const { bytes, headers } = encoded(text, type, respelling.spelling?.encoding ?? plainly);
          response.writeHead(status, headers).end(bytes);
        },
        () => response.destroy(),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return respelling;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async #answer(request: IncomingMessage) {
    const { method = "GET", url = "/", headers } = request;
    const n = ++this.#calls;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { "content-type": sent, "x-service-developer-token": token, authorization } = headers;
    const given = { "content-type": sent, "x-service-developer-token": token, authorization };
    const answer = await fetch(this.instance + url, {
      method,
      headers: Object.entries(given).filter(
        (one): one is [string, string] => typeof one[1] === "string",
      ),
      body: chunks.length === 0 ? undefined : Buffer.concat(chunks),
    });
    const text = await answer.text();
    const type = answer.headers.get("content-type") ?? "application/json";
    if (!answer.ok || this.spelling === undefined) return { status: answer.status, type, text };
    const { pathname: path } = new URL(url, this.instance);
    const isPaged = /skip=|offset/.test(`${url} ${Buffer.concat(chunks).toString()}`);
    const said = respelled(text, { method, path, n, isPaged }, this.spelling);
    const isJson = /^\s*[[{"]|^(true|false|null|\d+)$/.test(said);
    return {
      status: this.spelling.status,
      type: isJson ? type : "text/plain; charset=utf-8",
      text: said,
    };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
