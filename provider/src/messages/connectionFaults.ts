import process from "node:process";
import type { Advice, CheckTarget, Option } from "./advice";
import type { SettingPlace } from "./settingPlaces";

/** A proxy, for messages. */
export interface Proxy {
  variable: string;
  /** Its address without user name and password. */
  origin: string;
  hasPassword: boolean;
}

/** A proxy opened no connection, so the platform got nothing. */
export class ProxyFault extends Error {
  readonly code = "ERR_PROXY";

  constructor(
    readonly proxy: Proxy,
    /** Why it did not: an error of the connection to the proxy, or the status of its answer. */
    readonly reason: Error | { status: number; schemes?: string },
  ) {
    super(reason instanceof Error ? reason.message : `CONNECT got ${reason.status}`);
  }
}

/** The meaning of a connection error. */
interface Fault {
  /** Codes of Node.js and OpenSSL. */
  codes: RegExp;
  /** Another attempt would fail in the same way. No request was sent. */
  isLasting: boolean;
  /** Why there is no answer. `words` is the message of the library. */
  why: (host: string, words: string) => string;
  /** The same of a proxy, if that needs other words. */
  ofProxy?: (name: string) => string;
  /** What to do. `address` is the setting with the address. */
  advice: (address: SettingPlace) => Advice;
}

const checks =
  (...check: CheckTarget[]) =>
  (address: SettingPlace): Advice => [{ steps: [{ check, ...address }] }];

const faults: readonly Fault[] = [
  {
    codes: /^(DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CERT_UNTRUSTED|INVALID_CA)/,
    isLasting: true,
    why: (host, words) => `the certificate of ${host} is not trusted (${words})`,
    advice: (address) => [
      ...checks("address")(address),
      {
        steps: [
          {
            variable: "NODE_EXTRA_CA_CERTS",
            to: "the certificate file of your organization's authority",
          },
        ],
      },
    ],
  },
  {
    codes: /^CERT_HAS_EXPIRED/,
    isLasting: true,
    why: (host) => `the certificate of ${host} has expired`,
    advice: (address) => [...checks("clock")(address), { steps: [{ ask: "newCertificate" }] }],
  },
  {
    codes: /^CERT_NOT_YET_VALID/,
    isLasting: true,
    why: (host) => `the certificate of ${host} is not valid yet`,
    advice: checks("clock"),
  },
  {
    codes: /^(ERR_TLS_CERT_ALTNAME|HOSTNAME_MISMATCH)/,
    isLasting: true,
    why: (host, words) => `the certificate of ${host} is for another host name (${words})`,
    advice: checks("hostName"),
  },
  {
    codes: /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)/,
    isLasting: true,
    why: (host) => `${host} does not speak TLS`,
    advice: checks("port"),
  },
  {
    codes: /^(CERT_|ERR_TLS_|ERR_SSL_|EPROTO)/,
    isLasting: true,
    why: (host, words) => `no TLS connection to ${host} is possible (${words})`,
    advice: (address) => [...checks("address")(address), { steps: [{ ask: "tlsVersions" }] }],
  },
  {
    codes: /^(ENOTFOUND|EAI_AGAIN)/,
    isLasting: false,
    why: (host) => `the host name ${host.replace(/:\d+$/, "")} was not found`,
    ofProxy: (name) => `the host name of ${name} was not found`,
    advice: checks("hostName", "network"),
  },
  {
    codes: /^ECONNREFUSED/,
    isLasting: false,
    why: (host) => `nothing accepts connections at ${host}`,
    advice: checks("address", "running"),
  },
  {
    codes: /^UND_ERR_CONNECT_TIMEOUT/,
    isLasting: false,
    why: (host) => `${host} did not accept a connection in time`,
    ofProxy: (name) => `${name} did not open a connection in time`,
    advice: checks("address", "vpn"),
  },
];

interface SocketError {
  code?: string;
  message?: string;
  /** The message of OpenSSL, without its file names and lines. */
  reason?: string;
}

const faultOf = ({ code = "" }: SocketError) => faults.find(({ codes }) => codes.test(code));

/** Whether another attempt to connect would fail in the same way. */
export function isLasting(cause: unknown): boolean {
  if (!(cause instanceof ProxyFault)) return faultOf(cause as SocketError)?.isLasting === true;
  const { reason } = cause;
  return "status" in reason ? !/^(408|429|5..)$/.test(String(reason.status)) : isLasting(reason);
}

/** Why no answer came, and what to do about it. */
export function explainFault(
  cause: unknown,
  { host, address, sent }: { host: string; address: SettingPlace; sent: boolean },
): { why: string; note?: string; advice?: Advice } {
  if (cause instanceof ProxyFault) return explainProxyFault(cause, host, address);
  const words = wordsOf(cause as SocketError);
  const fault = faultOf(cause as SocketError);
  if (fault) {
    return {
      why: fault.why(host, words),
      note: fault.isLasting ? "Nothing was sent." : undefined,
      advice: fault.advice(address),
    };
  }
  const advice: Advice = [{ steps: [{ check: ["address", "reach"], ...address, host }] }];
  return { why: `"${words}"`, advice: sent ? undefined : advice };
}

function wordsOf({ code, message, reason }: SocketError): string {
  // Node.js 24 adds advice of its own, about an option for `node`.
  const [said = ""] = (reason ?? message ?? "").split("; if the root CA ");
  return said.trim().replace(/\.$/, "") || (code ?? "connection failed");
}

/** The words for a proxy, which never contain its password. */
export const proxyName = ({ origin, variable }: Proxy): string =>
  `the proxy ${origin} (${variable})`;

/** The variable with the hosts that need no proxy. */
const noProxyVariable = (): string =>
  process.env.no_proxy === undefined ? "NO_PROXY" : "no_proxy";

/** Why a proxy opened no connection to the host. */
function explainProxyFault(
  { proxy, reason }: ProxyFault,
  host: string,
  address: SettingPlace,
): { why: string; note: string; advice: Advice } {
  const note = "Nothing was sent.";
  const name = proxyName(proxy);
  const { variable, origin } = proxy;
  const hostName = host.replace(/:\d+$/, "");
  const directly: Option = {
    when: "noProxy",
    steps: [{ variable: noProxyVariable(), to: `a list with ${hostName}` }],
  };
  if ("status" in reason) {
    const { status, schemes = "" } = reason;
    // Some proxies answer 401.
    const asksPassword = status === 407 || status === 401;
    if (asksPassword && (schemes === "" || /basic/i.test(schemes))) {
      const to = origin.replace("://", "://USER:PASSWORD@");
      const why = proxy.hasPassword
        ? `${name} does not accept the user name and the password in that variable (${status})`
        : `${name} asks for a user name and a password (${status})`;
      return { why, note, advice: [{ steps: [{ variable, to }] }, directly] };
    }
    const why = asksPassword
      ? `${name} asks for a sign-in other than with a user name and a password (${status})`
      : status >= 500
        ? `${name} could not connect to ${host} (${status})`
        : status === 200
          ? `${name} answered with a page instead of a connection to ${host}`
          : `${name} refused a connection to ${host} (${status})`;
    const check: Option = { steps: [{ check: ["address"], ...address }] };
    const ask: Option = { steps: [{ ask: "proxy", host }] };
    return { why, note, advice: [status >= 500 ? check : ask, directly] };
  }
  const fault = faultOf(reason);
  const words = wordsOf(reason);
  const reach: Option = {
    steps: [{ check: ["address", "reach"], place: variable, host: "the proxy" }],
  };
  const why =
    fault?.ofProxy?.(name) ??
    fault?.why(name, words) ??
    `${name} opened no connection ("${words}")`;
  const place = { setting: variable, place: variable };
  return { why, note, advice: [...(fault?.isLasting ? fault.advice(place) : [reach]), directly] };
}
