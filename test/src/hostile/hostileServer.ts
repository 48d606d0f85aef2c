import { createServer, request as send } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createServer as createFront } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { Exchange } from "./exchange";
import type { Row } from "./payloads";

/** The request that gets a hostile answer. */
export const moments = [
  "connection",
  "first list",
  "middle page",
  "create before",
  "create after",
] as const;
export type Moment = (typeof moments)[number];

export const listMoments: readonly Moment[] = ["first list", "middle page"];
export const anyMoment: readonly Moment[] = [...listMoments, "create before", "create after"];

export type HostileAnswer = (exchange: Exchange) => void | Promise<void>;

/** A request that got a hostile answer, by the clock of this process. */
export interface Hostility {
  /** The method and the path of the request. */
  call: string;
  fromMs: number;
  /** When the connection or the answer ended. */
  untilMs: number;
}

const scheduleList = /\/reportschedules(\?|$)/;
const pathOf = ({ url = "" }: IncomingMessage): string => url.replace(/\?.*/s, "");
const creates = /\/(reportschedules|groups)$/;

/** Passes requests to a healthy instance, and answers those of one moment in a hostile way. */
export class HostileServer {
  readonly #front: Server;
  readonly #sockets = new Set<Socket>();
  #moment?: Moment;
  #answer?: HostileAnswer;
  #row: Row = {};
  /** Every request that got a hostile answer since the last change. */
  readonly hostilities: Hostility[] = [];

  private constructor(
    readonly instance: string,
    readonly certificate?: { key: string; cert: string },
  ) {
    const onRequest = (request: IncomingMessage, response: ServerResponse) =>
      void this.#serve(request, response).catch(() => request.socket.destroy());
    const server =
      certificate === undefined ? createServer(onRequest) : createTlsServer(certificate, onRequest);
    Object.assign(server, { requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 60_000 });
    this.#front = createFront((socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => this.#sockets.delete(socket));
      // Without reading, nobody would see that the client has gone.
      if (this.#moment === "connection") this.#note(socket.resume());
      else server.emit("connection", socket);
    });
  }

  /** With a certificate, the server speaks TLS. */
  static async open(
    instance: string,
    certificate?: { key: string; cert: string },
  ): Promise<HostileServer> {
    const hostile = new HostileServer(instance, certificate);
    await new Promise<void>((resolve) => hostile.#front.listen(0, "127.0.0.1", resolve));
    return hostile;
  }

  get url(): string {
    const { port } = this.#front.address() as AddressInfo;
    return `${this.certificate === undefined ? "http" : "https"}://127.0.0.1:${port}`;
  }

  /** From now on, requests of this moment get this answer. `row` is a row of the list of the instance. */
  begin(moment: Moment, answer: HostileAnswer, row: Row): void {
    this.#moment = moment;
    this.#answer = answer;
    this.#row = row;
    this.hostilities.length = 0;
  }

  /** From now on, the server passes all requests to the instance. Open connections end. */
  heal(): void {
    this.#moment = this.#answer = undefined;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** The time from the first attempt of a call to the end of its last one; all pages of a list are one call. */
  longestCallSeconds(): number {
    const spans = [...new Set(this.hostilities.map(({ call }) => call))].map((call) => {
      const own = this.hostilities.filter((one) => one.call === call);
      const from = Math.min(...own.map(({ fromMs }) => fromMs));
      return Math.max(...own.map(({ untilMs }) => untilMs)) - from;
    });
    return Math.max(0, ...spans) / 1_000;
  }

  async close(): Promise<void> {
    this.heal();
    await new Promise((resolve) => this.#front.close(resolve));
  }

  #note(socket: Socket, call = ""): () => void {
    const hostility: Hostility = { call, fromMs: performance.now(), untilMs: Infinity };
    this.hostilities.push(hostility);
    const end = () => {
      hostility.untilMs = performance.now();
      socket.off("close", end);
    };
    socket.once("close", end);
    return end;
  }

  #isMoment({ method = "", url = "" }: IncomingMessage): boolean {
    const isList = method === "GET" && scheduleList.test(url);
    if (this.#moment === "first list") return isList;
    if (this.#moment === "middle page") return isList && /[?&]skip=[1-9]/.test(url);
    return this.#moment?.startsWith("create") === true && method === "POST" && creates.test(url);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = this.#answer;
    if (answer === undefined || !this.#isMoment(request)) {
      await this.#pass(request, response);
      return;
    }
    const earlier = this.hostilities.length;
    response.once("finish", this.#note(request.socket, `${request.method} ${pathOf(request)}`));
    if (this.#moment === "create after") await this.#pass(request);
    else request.resume();
    await answer(new Exchange(request, response, earlier, this.#row));
  }

  /** Sends a request to the instance; its answer goes back to the client if there is a response. */
  #pass(request: IncomingMessage, response?: ServerResponse): Promise<void> {
    const { method, url = "/", headers } = request;
    return new Promise((resolve, reject) => {
      const passed = send(this.instance + url, { method, headers }, (answer) => {
        response?.writeHead(answer.statusCode ?? 502, answer.headers);
        if (response === undefined) answer.resume();
        else answer.pipe(response);
        answer.once("end", resolve);
      });
      passed.on("error", reject);
      request.pipe(passed);
    });
  }
}
