import { connect, createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { setTimeout as sleep } from "node:timers/promises";

/** How a proxy answers a request for a connection. `head` is the whole request. */
export type ProxyAnswer = (client: Socket, target: string, head: string) => void | Promise<void>;

/** A proxy in this process, with or without TLS. */
export class TestProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** What it was asked to connect to. */
  readonly targets: string[] = [];

  private constructor(
    readonly answer: ProxyAnswer,
    readonly certificate?: { key: string; cert: string },
  ) {
    const serve = (client: Socket) => {
      this.#sockets.add(client);
      client.on("error", () => undefined).on("close", () => this.#sockets.delete(client));
      client.once("data", (bytes: Buffer) => {
        const head = bytes.toString("latin1");
        const [, target = ""] = /^CONNECT (\S+)/.exec(head) ?? [];
        this.targets.push(target);
        if (target === "") client.end("HTTP/1.1 400 Bad Request\r\n\r\n");
        else void answer(client, target, head);
      });
    };
    this.#server = certificate ? createTlsServer(certificate, serve) : createServer(serve);
    this.#server.on("tlsClientError", () => undefined);
  }

  static async open(
    answer: ProxyAnswer,
    certificate?: { key: string; cert: string },
  ): Promise<TestProxy> {
    const proxy = new TestProxy(answer, certificate);
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Connects to the target, and tells each part that the client sends. */
export const pass =
  (onPart: (part: string, client: Socket) => boolean = () => true): ProxyAnswer =>
  (client, target) => {
    const { hostname, port } = new URL(`http://${target}`);
    const there = connect(Number(port), hostname, () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      there.pipe(client);
    });
    there.on("error", () => client.destroy());
    client.on("close", () => there.destroy());
    client.on("data", (part: Buffer) => {
      if (onPart(part.toString("latin1"), client)) there.write(part);
      else client.destroy();
    });
  };

/** Sends an answer of its own. */
export const say =
  (status: string, headers: string[], body = ""): ProxyAnswer =>
  (client) => {
    const length = body === "" ? [] : [`Content-Length: ${body.length}`];
    const head = [`HTTP/1.1 ${status}`, ...headers, ...length, "", ""];
    client.end(head.join("\r\n") + body);
  };

export const page = "<!doctype html><html><body>Blocked by the network</body></html>";
export const html = "Content-Type: text/html";

/** Asks for a password, and passes who has it. */
export const askPassword =
  (user: string, password: string, then: ProxyAnswer = pass()): ProxyAnswer =>
  (client, target, head) => {
    const [, given = ""] = /^proxy-authorization: basic (\S+)/im.exec(head) ?? [];
    const isRight = Buffer.from(given, "base64").toString() === `${user}:${password}`;
    const refuse = say("407 Sign in", ['Proxy-Authenticate: Basic realm="test"', html], page);
    return (isRight ? then : refuse)(client, target, head);
  };

export const cut: ProxyAnswer = (client) => void client.destroy();
export const stall: ProxyAnswer = () => undefined;

/** Opens the connection after this time. */
export const late =
  (ms: number): ProxyAnswer =>
  async (client, target, head) => {
    await sleep(ms, undefined, { ref: false });
    if (!client.destroyed) await pass()(client, target, head);
  };
