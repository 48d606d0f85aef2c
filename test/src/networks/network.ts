import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Simulator } from "pulumi-platform-simulator";
import { emptyFolder } from "../cli/command";
import { HostileServer } from "../hostile/hostileServer";
import { openSite } from "../hostile/site";
import { privateAuthority } from "../trust/certificate";
import { freePort, openRealProxy } from "./realProxy";
import { realPassword, user } from "./rows";
import type { NetworkRow } from "./rows";
import { TestProxy } from "./testProxy";

/** No environment of the machine changes a row. */
export const withoutProxies: Record<string, undefined> = Object.fromEntries(
  ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY"].flatMap((name) => [
    [name, undefined],
    [name.toLowerCase(), undefined],
  ]),
);

/** An instance with and without TLS, and the proxies of one row after the other. */
export class Network {
  private constructor(
    readonly platform: Simulator,
    readonly tls: HostileServer,
    readonly server: { key: string; cert: string },
    /** The certificate of the authority. */
    readonly authority: string,
  ) {}

  static async open(): Promise<Network> {
    const { platform } = await openSite();
    const { authority, server } = privateAuthority();
    const file = join(emptyFolder(), "authority.pem");
    writeFileSync(file, authority);
    return new Network(platform, await HostileServer.open(platform.url, server), server, file);
  }

  url({ isTls }: NetworkRow): string {
    return (isTls === true ? this.tls.url : this.platform.url).replace("127.0.0.1", "localhost");
  }

  /** Opens the proxy of a row: the environment of a command, and how often the proxy was asked. */
  async enter(row: NetworkRow) {
    const { proxy, isTlsProxy, isUntrusted } = row;
    const opened =
      proxy === undefined
        ? { host: `127.0.0.1:${await freePort()}`, asked: () => 0, close: async () => undefined }
        : typeof proxy === "string"
          ? await openRealProxy(proxy, user, realPassword)
          : await ownProxy(proxy, isTlsProxy === true ? this.server : undefined);
    this.platform.calls.length = 0;
    const env: Record<string, string | undefined> = {
      ...withoutProxies,
      ...row.variables(opened.host),
      NODE_EXTRA_CA_CERTS: isUntrusted === true ? undefined : this.authority,
      PLATFORM_BASE_URL: this.url(row),
      PLATFORM_TOKEN: this.platform.token,
      PLATFORM_OPERATIONS: "extended",
    };
    return { env, asked: opened.asked, close: opened.close };
  }

  async close(): Promise<void> {
    await this.tls.close();
    await this.platform.close();
  }
}

async function ownProxy(
  answer: Exclude<NetworkRow["proxy"], string | undefined>,
  certificate?: { key: string; cert: string },
) {
  const proxy = await TestProxy.open(answer, certificate);
  return {
    host: proxy.host,
    asked: () => proxy.targets.length,
    close: () => proxy.close(),
  };
}
