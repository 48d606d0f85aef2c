import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { Backend } from "../harness/states/backend";
import { InProcessStack } from "../harness/inProcessStack";
import { connectTo, places } from "./addresses";
import type { Place } from "./addresses";
import { readRecording } from "./recording";
import type { Recording } from "./recording";
import { asOfNow } from "./withoutMachine";

/** A recorded stack with its journal and its instances, as they were when the recording ended. */
export class Replay {
  /** The home of Pulumi, which has the journal. */
  readonly home = mkdtempSync(join(tmpdir(), "pulumi-platform-upgrades-"));

  private constructor(
    readonly recording: Recording,
    readonly instances: Readonly<Record<Place, Simulator>>,
    readonly env: Record<string, string>,
  ) {
    const folder = join(this.home, "platform/journal");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const [name, text] of Object.entries(recording.journal)) {
      writeFileSync(join(folder, name), text);
    }
  }

  static async open(folder: string): Promise<Replay> {
    const recording = JSON.parse(asOfNow(JSON.stringify(readRecording(folder)))) as Recording;
    const instances = {
      main: await startSimulator({ profile: "extended" }),
      elsewhere: await startSimulator({ profile: "extended" }),
    };
    for (const place of places) {
      Object.assign(instances[place].state, recording.instances[place]);
    }
    const env = { ...connectTo(instances), PLATFORM_TOKEN: instances.main.token };
    return new Replay(recording, instances, env);
  }

  /** The stack, on the engine in this process. */
  async stack(): Promise<InProcessStack> {
    const { program, state } = this.recording;
    const backend = new Backend();
    backend.create("test");
    backend.save("test", backend.read(state.deployment));
    const stack = new InProcessStack(program.entry, this.env, { home: this.home, backend });
    for (const [name, value] of Object.entries(program.config)) {
      await stack.ok("config", "set", `platform:${name}`, value);
    }
    stack.provide(program.providers);
    stack.declare(program.resources);
    return stack;
  }

  /** Everything that was written to the instances. */
  writes(): string[] {
    return places.flatMap((place) =>
      this.instances[place].calls
        .filter(({ method }) => method !== "GET")
        .map(({ route }) => `${place}: ${route}`),
    );
  }

  async close(): Promise<void> {
    for (const place of places) await this.instances[place].close();
    rmSync(this.home, { recursive: true, force: true });
  }
}
