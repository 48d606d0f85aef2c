import type { Endpoint } from "./access";

/** What an error of a connection means. */
interface Fault {
  /** Codes of Node.js and OpenSSL. */
  codes: RegExp;
  /** Another attempt ends in the same way. No request was sent. */
  isLasting: boolean;
  /** Why there is no answer. `words` are those of the library that failed. */
  why: (host: string, words: string) => string;
  /** What to do about it; `address` is the name of the setting. */
  hint: (address: string, host: string) => string;
}

const faults: readonly Fault[] = [
  {
    codes: /^(DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CERT_UNTRUSTED|INVALID_CA)/,
    isLasting: true,
    why: (host, words) => `the certificate of ${host} is not trusted (${words})`,
    hint: (address) =>
      `Nothing was sent. Check that ${address} is correct, or set NODE_EXTRA_CA_CERTS to the certificate file of your organization's authority.`,
  },
  {
    codes: /^CERT_HAS_EXPIRED/,
    isLasting: true,
    why: (host) => `the certificate of ${host} has expired`,
    hint: () =>
      "Nothing was sent. Check the clock of this machine, or ask the administrators of the instance for a new certificate.",
  },
  {
    codes: /^CERT_NOT_YET_VALID/,
    isLasting: true,
    why: (host) => `the certificate of ${host} is not valid yet`,
    hint: () => "Nothing was sent. Check the clock of this machine.",
  },
  {
    codes: /^(ERR_TLS_CERT_ALTNAME|HOSTNAME_MISMATCH)/,
    isLasting: true,
    why: (host, words) => `the certificate of ${host} is for another host name (${words})`,
    hint: (address) => `Nothing was sent. Check the host name in ${address}.`,
  },
  {
    codes: /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)/,
    isLasting: true,
    why: (host) => `${host} does not speak TLS`,
    hint: (address) =>
      `Nothing was sent. Check the port in ${address}: the address begins with https://, but the server may expect http://.`,
  },
  {
    codes: /^(CERT_|ERR_TLS_|ERR_SSL_|EPROTO)/,
    isLasting: true,
    why: (host, words) => `no TLS connection to ${host} is possible (${words})`,
    hint: (address) =>
      `Nothing was sent. Check that ${address} is correct, or ask the administrators of the instance which TLS versions it accepts.`,
  },
  {
    codes: /^(ENOTFOUND|EAI_AGAIN)/,
    isLasting: false,
    why: (host) => `the host name ${host.replace(/:\d+$/, "")} was not found`,
    hint: (address) =>
      `Check the host name in ${address} and the network connection of this machine.`,
  },
  {
    codes: /^ECONNREFUSED/,
    isLasting: false,
    why: (host) => `nothing accepts connections at ${host}`,
    hint: (address) => `Check that ${address} is correct and that the instance is running.`,
  },
  {
    codes: /^UND_ERR_CONNECT_TIMEOUT/,
    isLasting: false,
    why: (host) => `${host} did not accept a connection in time`,
    hint: (address) =>
      `Check that ${address} is correct and that this machine can reach it, for example through a VPN.`,
  },
];

interface SocketError {
  code?: string;
  message?: string;
  /** The words of OpenSSL without its file names and lines. */
  reason?: string;
}

const faultOf = ({ code = "" }: SocketError) => faults.find(({ codes }) => codes.test(code));

/** Whether another attempt to connect ends in the same way. */
export const isLasting = (cause: unknown): boolean =>
  faultOf(cause as SocketError)?.isLasting === true;

/** Why no answer came, and what to do about it. */
export function explainFault(
  cause: unknown,
  { host, address, sent }: { host: string; address: Endpoint["names"]["address"]; sent: boolean },
): { why: string; hint?: string } {
  const { code, message, reason } = cause as SocketError;
  const words =
    (reason ?? message ?? "").trim().replace(/\.$/, "") || (code ?? "connection failed");
  const fault = faultOf(cause as SocketError);
  if (fault) return { why: fault.why(host, words), hint: fault.hint(address, host) };
  const hint = `Check that ${address} is correct and that this machine can reach ${host}.`;
  return { why: `"${words}"`, hint: sent ? undefined : hint };
}
