import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { emptyFolder } from "../cli/command";
import { storingEngine } from "../cli/engineStub";
import type { Replay } from "./replay";

/** The project of a killed run, whose engine is a script. The commands read its state, and the creates of a preview. */
export class StoppedProject {
  readonly folder = emptyFolder();
  readonly env: Record<string, string>;

  constructor({ home, env, recording: { state, program } }: Replay) {
    const bin = join(this.folder, "bin");
    mkdirSync(bin);
    const write = (name: string, text: string) => writeFileSync(join(this.folder, name), text);
    const config = Object.fromEntries(
      Object.entries(program.config).map(([name, value]) => [`platform:${name}`, value]),
    );
    write("Pulumi.yaml", "name: program\nruntime: nodejs\n");
    write("Pulumi.test.yaml", JSON.stringify({ config }));
    write("bin/pulumi", storingEngine);
    write("bin/stacks", JSON.stringify([{ name: "organization/program/test" }]));
    write("bin/state.test", JSON.stringify(state));
    const events = (state.deployment.pending_operations ?? []).flatMap(({ type, resource }) => {
      const metadata = { op: "create", urn: resource.urn, type: resource.type, new: resource };
      return type === "creating"
        ? [{ resourcePreEvent: { metadata: { ...metadata, old: null } } }]
        : [];
    });
    const all = [{ preludeEvent: { config } }, ...events, { summaryEvent: {} }];
    write("bin/events", all.map((event) => `${JSON.stringify(event)}\n`).join(""));
    chmodSync(join(bin, "pulumi"), 0o755);
    this.env = {
      ...env,
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      PULUMI_HOME: home,
      PULUMI_STACK: "test",
    };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
