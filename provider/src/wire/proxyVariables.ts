import process from "node:process";

/** The proxy that a variable names. */
interface ProxyVariable {
  /** `HTTPS_PROXY` or `https_proxy`. */
  variable: string;
  value: string;
  /** What is wrong with the value. It never quotes the value, which can contain a password. */
  problem?: string;
}

/** The pairs of undici: small letters have priority, even without a value. */
const pairs = {
  http: ["http_proxy", "HTTP_PROXY"],
  https: ["https_proxy", "HTTPS_PROXY"],
} as const;
export const proxyVariableNames: readonly string[] = Object.values(pairs).flat();

/** The proxies that the environment names, by the scheme of addresses. */
export function proxyVariables(
  environment: NodeJS.ProcessEnv = process.env,
): Partial<Record<keyof typeof pairs, ProxyVariable>> {
  const found = Object.entries(pairs).flatMap(([scheme, names]) => {
    const variable = names.find((name) => environment[name] !== undefined);
    const value = variable === undefined ? undefined : environment[variable];
    if (variable === undefined || !value) return [];
    return [[scheme, { variable, value, problem: problemOf(value) }] as const];
  });
  return Object.fromEntries(found);
}

/** Without the checks of the path, a password with a `#` or a `/` would count as the port. */
function problemOf(value: string): string | undefined {
  const isAddress =
    URL.canParse(value) &&
    /^https?:$/.test(new URL(value).protocol) &&
    new URL(value).href === new URL("/", value).href;
  if (!isAddress) {
    return "must be the address of a proxy, for example http://proxy.example.com:3128. In a user name or password, write special characters as codes, such as %40 for @";
  }
  return credentialsOf(value) === undefined
    ? "has a user name or a password with a broken code. Write % as %25"
    : undefined;
}

/** The credentials in the address of a proxy; undefined if they are not well-formed. */
function credentialsOf(value: string): { user: string; password: string } | undefined {
  const { username, password } = new URL(value);
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return undefined;
  }
}

/** The spellings of the passwords in the proxy variables. */
export const proxySecrets = (): string[] =>
  Object.values(proxyVariables()).flatMap(({ value, problem }) => {
    if (problem !== undefined) return [];
    const { user = "", password = "" } = credentialsOf(value) ?? {};
    if (password === "") return [];
    return [password, new URL(value).password, `${user}:${password}`];
  });
