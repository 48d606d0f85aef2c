import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cliHere } from "../cliHere";
import { engineLine } from "../comment/engineLines";
import { commit, emptyFolder, git } from "../command";
import type { Run } from "../command";
import { fakeEngine } from "../fakeEngine";

/** The resource of the plans. */
export const urn = "urn:pulumi:test::reports::platform:index:ReportSchedule::weekly";

/** Answers as the engine does, from files, and notes how it was called. A shell starts faster than Node. */
const source = (folder: string) => `#!/bin/sh
cd ${JSON.stringify(folder)} || exit 1
echo "$@" >> called
case "$1" in stack) name="$1 $2" ;; *) name="$1" ;; esac
while [ $# -gt 0 ]; do
  [ "$name $1" = "preview --save-plan" ] && cp plan "$2"
  [ "$name $1" = "preview --event-log" ] && cat preview.events >> "$2" && sleep 0.3
  [ "$name $1" = "up --plan" ] && cp "$2" applied
  shift
done
cat "$name.out"
cat "$name.err" >&2
exit "$(cat "$name.code")"
`;

interface Answer {
  out?: string;
  err?: string;
  code?: number;
}

/** A clone of a project whose engine is a script. */
export class StubbedProject {
  readonly folder = emptyFolder();
  /** What belongs to no commit. */
  readonly outside = emptyFolder();
  readonly plan = join(this.outside, "out");
  env: Record<string, string> = {
    PLATFORM_BASE_URL: "https://dev.example.com",
    PLATFORM_TOKEN: "canary-token",
    PULUMI_HOME: join(this.outside, "home"),
    PULUMI_STACK: "test",
  };

  constructor() {
    this.env.PATH = fakeEngine(this.outside, source(this.outside));
    // An engine of this version writes its events to a file.
    this.answer("version", { out: "v3.200.0\n" });
    this.answer("up", { out: "1 updated\n" });
    this.state({ manifest: { time: "2026-01-01" } });
    this.willDo(8);
  }

  static async start(): Promise<StubbedProject> {
    const project = new StubbedProject();
    project.write("Pulumi.yaml", "name: reports\nruntime: yaml\n");
    project.write(".gitignore", "Pulumi.test.yaml\n");
    await git(project.folder, "init", "--quiet");
    await project.commit("The first commit");
    return project;
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  /** Sets the state of the stack. */
  state(deployment: object): void {
    this.answer("stack export", { out: JSON.stringify({ version: 3, deployment }) });
  }

  /** Sets what the next previews show: an update to this hour of what the instance has. */
  willDo(hour: number, live = 7, plan = `{"hour":${hour}}`): void {
    const [before, after] = [live, hour].map((hourOfDay) => ({ inputs: { hourOfDay } }));
    const type = "platform:index:ReportSchedule";
    const metadata = { op: "update", urn, type, old: before, new: after };
    this.preview([{ resourcePreEvent: { metadata } }]);
    writeFileSync(join(this.outside, "plan"), plan);
  }

  /** Sets that the next previews delete so many schedules. */
  willDelete(
    count: number,
    { title, ...options }: { title?: string; retainOnDelete?: boolean } = {},
  ): void {
    const type = "platform:index:ReportSchedule";
    const events = Array.from({ length: count }, (_, at) => {
      const one = urn.replace("::weekly", `::report-${at}`);
      const additionalRecipients = [{ type: "EMAIL", value: `person-${at}@example.com` }];
      const inputs = {
        title: title ?? `Report ${at}`,
        schedule: { enabled: true, additionalRecipients },
      };
      const old = { urn: one, type, custom: true, id: `${at + 1}`, inputs, outputs: inputs };
      const metadata = { op: "delete", urn: one, type, old: { ...old, ...options } };
      return { resourcePreEvent: { metadata } };
    });
    this.preview(events);
    writeFileSync(join(this.outside, "plan"), "{}");
  }

  /** Sets the events of the next previews. */
  preview(events: readonly object[], code = 0): void {
    const lines = [...events, { summaryEvent: {} }].map((event) => `${engineLine(event)}\n`);
    writeFileSync(join(this.outside, "preview.events"), lines.join(""));
    this.answer("preview", { code });
  }

  /** Sets what a command of the engine answers. */
  answer(command: string, { out = "", err = "", code = 0 }: Answer): void {
    for (const [part, text] of Object.entries({ out, err, code: `${code}` })) {
      writeFileSync(join(this.outside, `${command}.${part}`), text);
    }
  }

  commit = (message: string) => commit(this.folder, message);

  run(...args: string[]): Promise<Run> {
    return cliHere(this.env, this.folder, ...args);
  }

  makePlan = (...args: string[]) => this.run("plan", "--out", this.plan, ...args);
  apply = (...args: string[]) => this.run("apply", "--plan", this.plan, ...args);

  file(name: string): string {
    return readFileSync(join(this.plan, name), "utf8");
  }

  /** The plan that the engine was given, if any. */
  applied(): string | undefined {
    const path = join(this.outside, "applied");
    return existsSync(path) ? readFileSync(path, "utf8") : undefined;
  }

  called(): string[] {
    return readFileSync(join(this.outside, "called"), "utf8").trim().split("\n");
  }

  remove(): void {
    for (const folder of [this.folder, this.outside]) rmSync(folder, { recursive: true });
  }
}
