import type { SettingPlace } from "./access";
import type { Advice, CheckTarget } from "./advice";

/** The meaning of a connection error. */
interface Fault {
  /** Codes of Node.js and OpenSSL. */
  codes: RegExp;
  /** Another attempt would fail in the same way. No request was sent. */
  isLasting: boolean;
  /** Why there is no answer. `words` is the message of the library. */
  why: (host: string, words: string) => string;
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
export const isLasting = (cause: unknown): boolean =>
  faultOf(cause as SocketError)?.isLasting === true;

/** Why no answer came, and what to do about it. */
export function explainFault(
  cause: unknown,
  { host, address, sent }: { host: string; address: SettingPlace; sent: boolean },
): { why: string; note?: string; advice?: Advice } {
  const { code, message, reason } = cause as SocketError;
  // Node.js 24 adds advice of its own, about an option for `node`.
  const [said = ""] = (reason ?? message ?? "").split("; if the root CA ");
  const words = said.trim().replace(/\.$/, "") || (code ?? "connection failed");
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
