import { isIP } from "node:net";
import { EnvHttpProxyAgent, errors, Pool } from "undici";
import type { buildConnector, Dispatcher } from "undici";
import { PlatformError } from "../messages/errors";
import { ProxyFault } from "../messages/connectionFaults";
import type { Proxy } from "../messages/connectionFaults";
import { proxyVariables } from "./proxyVariables";

/** Shorter than the usual idle limit of servers, so that a request rarely meets a closing connection. */
const options = { keepAliveTimeout: 3_000 };
/** As long as undici lets any connection take. */
const connectTimeout = 10_000;

/** The connections to one origin. */
export interface Connections {
  dispatcher: Dispatcher;
  /** The proxy that has been asked for a connection. `NO_PROXY` can exclude the origin. */
  proxy: () => Proxy | undefined;
}

/** Connections to an origin, through a proxy if the environment names one. */
export function connectionsTo(origin: string): Connections {
  const { http, https } = proxyVariables();
  for (const { variable, problem } of [http, https].filter((one) => one !== undefined)) {
    if (problem === undefined) continue;
    const detail = `${variable} ${problem}`;
    throw new PlatformError({ code: "invalid_settings", operation: "use the settings", detail });
  }
  const found = (origin.startsWith("https:") ? https : undefined) ?? http;
  if (found === undefined) return { dispatcher: new Pool(origin, options), proxy: () => undefined };
  const url = new URL(found.value);
  const proxy = { variable: found.variable, origin: url.origin, hasPassword: url.password !== "" };
  let asked: Proxy | undefined;
  const note = () => void (asked = proxy);
  const clientFactory = (address: URL, options: object) => {
    const { connect } = options as { connect: buildConnector.connector };
    return new Pool(address, { connect: withServerName(connect) }).compose(opening(proxy, note));
  };
  // Requests go through a tunnel, also those without TLS. Otherwise the answers of a proxy would look like the platform's.
  return { dispatcher: new EnvHttpProxyAgent({ ...options, clientFactory }), proxy: () => asked };
}

/** Without the name of the server where TLS allows none, of which Node.js would warn. */
const withServerName =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) =>
    connect(isIP(options.hostname) === 0 ? options : { ...options, servername: "" }, callback);

/** Asks a proxy for a connection, once and within the time that any connection has. */
const opening =
  (proxy: Proxy, note: () => void): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) => {
    note();
    const fail = (controller: Dispatcher.DispatchController, reason: ProxyFault["reason"]) =>
      // With the own error of a broken connection, undici would try again for ever.
      handler.onResponseError?.(controller, new ProxyFault(proxy, reason));
    return dispatch(
      { ...options, headersTimeout: connectTimeout },
      {
        onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
        onRequestUpgrade: (controller, status, headers, socket) => {
          // A tunnel begins in silence, a page does not.
          const isPage =
            Number(headers["content-length"] ?? 0) > 0 ||
            headers["transfer-encoding"] !== undefined ||
            socket.readableLength > 0;
          if (status === 200 && !isPage) {
            handler.onRequestUpgrade?.(controller, status, headers, socket);
            return;
          }
          socket.on("error", () => undefined).destroy();
          fail(controller, { status, schemes: String(headers["proxy-authenticate"] ?? "") });
        },
        onResponseError: (controller, error) => {
          const isLate = error instanceof errors.HeadersTimeoutError;
          fail(controller, isLate ? new errors.ConnectTimeoutError() : error);
        },
      },
    );
  };
