import type { ProxyAnswer } from "./testProxy";
import { askPassword, cut, html, late, page, pass, say, stall } from "./testProxy";
import type { RealKind } from "./realProxy";

/** The user and the password of proxies. The password needs codes in an address. */
export const user = "ana";
export const password = "canary/p@ss%w0rd";
/** A real proxy allows no other signs in its settings. */
export const realPassword = "canary-w0rd";
const codes = encodeURIComponent(password);

/** One network of a company. */
export interface NetworkRow {
  name: string;
  /** The answer of a proxy in this process, or a real proxy. Without it, nothing listens. */
  proxy?: ProxyAnswer | RealKind;
  /** The proxy speaks TLS. */
  isTlsProxy?: boolean;
  /** The instance speaks TLS, with a certificate of the private authority. */
  isTls?: boolean;
  /** Does not trust the authority. */
  isUntrusted?: boolean;
  /** `host` is the host and the port of the proxy. */
  variables: (host: string) => Record<string, string>;
  /** The error. Without it, everything works. */
  said?: RegExp;
  /** No request goes through the proxy. */
  isDirect?: boolean;
  /** The create was sent, so it is unknown whether it worked. */
  isSent?: boolean;
  /** The name of the proxy is not found. */
  isNotFound?: boolean;
}

const capital = (host: string) => ({ HTTP_PROXY: `http://${host}` });
const secure = (host: string) => ({ HTTPS_PROXY: `http://${host}` });
const withPassword = (host: string) => ({ HTTP_PROXY: `http://${user}:${codes}@${host}` });
// gRPC of Pulumi's own SDK obeys the variables in small letters for the engine on this machine.
const small = (host: string) => ({ http_proxy: `http://${host}`, no_proxy: "127.0.0.1" });
const refusal = (words: string) =>
  new RegExp(
    `got no answer: the proxy \\S+ \\(HTTPS?_PROXY\\) ${words}.* Nothing was sent\\.`,
    "s",
  );

/** The first part of a request that creates. */
const isCreate = (part: string) => /^POST /.test(part);
const cutCreates = () => {
  let isOver = false;
  const tunnel = pass((part) => !(isOver ||= isCreate(part)));
  const answer: ProxyAnswer = (...asked) => (isOver ? cut(...asked) : tunnel(...asked));
  return answer;
};

export const ownRows: readonly NetworkRow[] = [
  { name: "capital letters", proxy: pass(), variables: capital },
  { name: "small letters", proxy: pass(), variables: small },
  { name: "password", proxy: askPassword(user, password), variables: withPassword },
  {
    name: "wrong password",
    proxy: askPassword(user, "another"),
    variables: withPassword,
    said: refusal("does not accept the user name and the password in that variable \\(407\\)"),
  },
  {
    name: "no password",
    proxy: askPassword(user, password),
    variables: capital,
    said: refusal("asks for a user name and a password \\(407\\)"),
  },
  {
    name: "sign-in of a domain",
    proxy: say("407 Sign in", ["Proxy-Authenticate: Negotiate", "Proxy-Authenticate: NTLM"]),
    variables: withPassword,
    said: refusal("asks for a sign-in other than with a user name"),
  },
  {
    name: "NO_PROXY",
    proxy: cut,
    variables: (host) => ({ ...capital(host), NO_PROXY: "example.com,localhost" }),
    isDirect: true,
  },
  {
    name: "NO_PROXY *",
    proxy: cut,
    variables: (host) => ({ ...capital(host), NO_PROXY: "*" }),
    isDirect: true,
  },
  { name: "only HTTPS_PROXY, instance without TLS", proxy: cut, variables: secure, isDirect: true },
  { name: "TLS to the instance", proxy: pass(), isTls: true, variables: secure },
  {
    name: "TLS to the proxy",
    proxy: pass(),
    isTlsProxy: true,
    variables: (host) => ({ HTTP_PROXY: `https://${host}` }),
  },
  {
    name: "TLS to both",
    proxy: pass(),
    isTlsProxy: true,
    isTls: true,
    variables: (host) => ({ HTTPS_PROXY: `https://${host}` }),
  },
  {
    name: "untrusted instance",
    proxy: pass(),
    ...{ isTls: true, isUntrusted: true },
    variables: secure,
    said: /got no answer through the proxy \S+ \(HTTPS_PROXY\): the certificate of localhost:\d+ is not trusted .*NODE_EXTRA_CA_CERTS/s,
  },
  {
    name: "untrusted proxy",
    proxy: pass(),
    ...{ isTlsProxy: true, isUntrusted: true },
    variables: (host) => ({ HTTP_PROXY: `https://${host}` }),
    said: /got no answer: the certificate of the proxy \S+ \(HTTP_PROXY\) is not trusted .*NODE_EXTRA_CA_CERTS/s,
  },
  {
    name: "404 page",
    proxy: say("404 Not Found", [html], page),
    variables: withPassword,
    said: refusal("refused a connection to localhost:\\d+ \\(404\\)"),
  },
  {
    name: "404 in JSON",
    proxy: say("404 Not Found", ["Content-Type: application/json"], '{"status":404}'),
    variables: withPassword,
    said: refusal("refused a connection to localhost:\\d+ \\(404\\)"),
  },
  {
    name: "502 page",
    proxy: say("502 Bad Gateway", [html], page),
    variables: withPassword,
    said: refusal("could not connect to localhost:\\d+ \\(502\\)"),
  },
  {
    name: "200 page",
    proxy: say("200 OK", [html], page),
    variables: withPassword,
    said: refusal("answered with a page instead of a connection to localhost:\\d+"),
  },
  {
    name: "200 page, instance with TLS",
    proxy: (client) => void client.end(`HTTP/1.1 200 OK\r\n\r\n${page}`),
    isTls: true,
    variables: secure,
    said: /got no answer.* the proxy \S+ \(HTTPS_PROXY\).* Nothing was sent\./s,
  },
  {
    name: "no HTTP",
    proxy: (client) => void client.end(`${withPassword("x").HTTP_PROXY} ${password}\r\n`),
    variables: withPassword,
    said: refusal("opened no connection"),
  },
  { name: "cut", proxy: cut, variables: withPassword, said: refusal('opened no connection \\("') },
  {
    name: "stalled",
    proxy: stall,
    variables: withPassword,
    said: refusal("did not open a connection in time"),
  },
  {
    name: "cut after the opening",
    proxy: (client) => void client.end("HTTP/1.1 200 OK\r\n\r\n"),
    isTls: true,
    variables: secure,
    said: /got no answer through the proxy \S+ \(HTTPS_PROXY\): ".*disconnected/,
  },
  {
    name: "stalled after the opening",
    proxy: (client) => void client.write("HTTP/1.1 200 OK\r\n\r\n"),
    isTls: true,
    variables: secure,
    said: refusal("did not open a connection in time"),
  },
  {
    name: "address with TLS of a proxy without TLS",
    proxy: pass(),
    variables: (host) => ({ HTTP_PROXY: `https://${host}` }),
    said: /got no answer: the proxy \S+ \(HTTP_PROXY\) does not speak TLS\. Nothing was sent\./,
  },
  { name: "slow", proxy: late(500), variables: capital },
  {
    name: "cut in the create",
    get proxy() {
      return cutCreates();
    },
    variables: capital,
    said: /got no answer through the proxy \S+ \(HTTP_PROXY\): "|unknown_state/,
    isSent: true,
  },
  {
    name: "nothing listens",
    variables: withPassword,
    said: /got no answer: nothing accepts connections at the proxy \S+ \(HTTP_PROXY\)\. Nothing was sent\./,
  },
  {
    name: "unknown proxy",
    variables: () => withPassword("proxy.invalid:3128"),
    said: /got no answer: the host name of the proxy http:\/\/proxy\.invalid:3128 \(HTTP_PROXY\) was not found/,
    isNotFound: true,
  },
  {
    name: "invalid address",
    variables: () => ({ HTTPS_PROXY: `${user}:${password}@proxy` }),
    said: /HTTPS_PROXY must be the address of a proxy, for example http:\/\/proxy\.example\.com:3128/,
  },
  {
    name: "broken code in the password",
    variables: (host) => ({ HTTP_PROXY: `http://${user}:canary%w0@${host}` }),
    said: /HTTP_PROXY has a user name or a password with a broken code\. Write % as %25/,
  },
];

export const realRows: readonly NetworkRow[] = [
  { name: "real proxy", proxy: "open", variables: capital },
  { name: "real proxy, small letters", proxy: "open", variables: small },
  { name: "real proxy, TLS to the instance", proxy: "open", isTls: true, variables: secure },
  {
    name: "real proxy, password",
    proxy: "password",
    variables: (host) => ({ HTTP_PROXY: `http://${user}:${realPassword}@${host}` }),
  },
  {
    name: "real proxy, no password",
    proxy: "password",
    variables: capital,
    said: refusal("asks for a user name and a password \\(407\\)"),
  },
  {
    name: "real proxy, wrong password",
    proxy: "password",
    variables: (host) => ({ HTTP_PROXY: `http://${user}:another@${host}` }),
    said: refusal("does not accept the user name and the password in that variable \\(40[17]\\)"),
  },
  {
    name: "real proxy that refuses",
    proxy: "refusing",
    variables: capital,
    said: refusal("refused a connection to localhost:\\d+ \\(403\\)"),
  },
];
