import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Simulator, State } from "pulumi-platform-simulator";
import { analysts, monthly, weekly } from "../engine/stacks/declarations";
import { stackOn } from "../engine/stacks/hosted";
import type { Declared } from "../engine/stacks/pulumiStack";
import type { Stack } from "../engine/stacks/stack";
import { keepMessages } from "../faults/dying/recovery";
import { deadlines } from "../harness/sessions/deadlines";
import { selfSigned } from "../trust/certificate";
import { HostileServer } from "./hostileServer";
import type { Row } from "./payloads";
import { openSite } from "./site";

/** The time limit of calls on the engine. */
export const deadlineSeconds = 3;

/** What the state holds before each run, and what the program declares from the start. */
const existing = (): Declared[] => [{ ...monthly(), name: "existing" }];
export const program = (): Declared[] => [...existing(), weekly(), analysts()];

/** What the engine writes: its state, its home with the journal, and the settings of the stack. */
const kept = ["state", "home", "Pulumi.test.yaml"];
const day = 86_400_000;

/** A stack of the real engine on a server that passes requests to a healthy instance until it is told otherwise. */
export class EngineSite {
  readonly #folder = mkdtempSync(join(tmpdir(), "pulumi-platform-hostile-"));
  #state?: State;

  private constructor(
    readonly platform: Simulator,
    readonly row: Row,
    readonly server: HostileServer,
    readonly stack: Stack,
  ) {}

  /** With `isTls`, the server speaks TLS. */
  static async open({ isTls }: { isTls: boolean }): Promise<EngineSite> {
    const { platform, row } = await openSite();
    const certificate = isTls ? selfSigned(new Date(0), new Date(Date.now() + day)) : undefined;
    const server = await HostileServer.open(platform.url, certificate);
    const stack = await stackOn("plugin", {
      PLATFORM_BASE_URL: server.url,
      PLATFORM_TOKEN: platform.token,
      PLATFORM_OPERATIONS: "extended",
    });
    if (certificate !== undefined) {
      const file = join(stack.folder, "certificate.pem");
      writeFileSync(file, certificate.cert);
      stack.env.NODE_EXTRA_CA_CERTS = file;
    }
    keepMessages(stack, join(stack.folder, "home", "messages"));
    const site = new EngineSite(platform, row, server, stack);
    const settings = Object.entries(deadlines(deadlineSeconds)).flatMap(([name, value]) => [
      "--plaintext",
      `platform:${name}=${value}`,
    ]);
    await stack.ok("config", "set-all", ...settings);
    stack.declare(existing());
    await stack.ok("up", "--yes", "--skip-preview");
    for (const name of kept)
      cpSync(join(stack.folder, name), join(site.#folder, name), { recursive: true });
    site.#state = structuredClone(platform.state);
    return site;
  }

  /** Puts stack and instance to where each run begins. */
  begin(): void {
    this.server.heal();
    const { folder } = this.stack;
    for (const name of kept) {
      rmSync(join(folder, name), { recursive: true, force: true });
      cpSync(join(this.#folder, name), join(folder, name), { recursive: true });
    }
    this.platform.reset();
    Object.assign(this.platform.state, structuredClone(this.#state));
    this.stack.declare(program());
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.platform.close();
    this.stack.remove();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
