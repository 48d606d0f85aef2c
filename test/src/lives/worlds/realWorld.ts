import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { processes } from "../../engine/stacks/processes";
import { secretsProvider } from "../../engine/stacks/secretsKeeper";
import { end } from "../../engine/stacks/stack";
import type { Running } from "../../engine/stacks/stack";
import type { Deployment, Told } from "../../engine/stacks/pulumiStack";
import { cutShort } from "./realCut";
import type { RealProject } from "./realProject";
import { SmallDisk } from "./smallDisk";
import type { Typing, World } from "./world";

/** These tell what they do to which resource. */
const engineCommands = ["up", "preview", "refresh", "destroy", "import"];
/** A command that prints nothing for so long waits for ever. */
const patienceMs = 240_000;

/** Stacks and runners of the real engine. The runners are homes on one machine, and work in one folder. */
export class RealWorld implements World {
  readonly #root = mkdtempSync(join(tmpdir(), "pulumi-platform-life-"));
  readonly #disk = new SmallDisk(join(this.#root, "disk"));
  readonly #full = new Set<number>();
  readonly #aheadMs = new Map<number, number>();
  readonly #cut: Running[] = [];

  constructor(
    readonly project: RealProject,
    names: readonly string[],
    readonly runners: number,
  ) {
    project.begin(names);
    for (let n = 0; n < runners; n++) {
      mkdirSync(this.folder(n), { recursive: true });
      mkdirSync(join(this.#root, `home-${n}`));
    }
  }

  folder(runner: number): string {
    return join(this.#root, "disk", `home-${runner % this.runners}`);
  }

  async told(args: readonly string[], typing: Typing) {
    const { stack } = this.project;
    const runner = typing.runner % this.runners;
    const aheadMs = this.#aheadMs.get(runner) ?? 0;
    this.project.setEnvironment({
      ...typing.env,
      // Only the journal is on the disk that can be full.
      PULUMI_HOME: join(this.#root, `home-${runner}`),
      ...(aheadMs > 0 && {
        NODE_OPTIONS: `--require=${join(__dirname, "clockAhead.js")}`,
        PLATFORM_TEST_AHEAD_MS: String(aheadMs),
      }),
    });
    stack.declare(typing.declared);
    stack.provide(typing.providers);
    this.#disk.setFull(this.#full.has(runner));
    if (typing.cut?.how === "disk full") this.#disk.mount();
    const over = new AbortController();
    const running = this.#run(wordsFor(args, typing.stack)).finally(() => over.abort());
    const watched = this.#watch(over.signal);
    const fillDisk = () => this.#disk.setFull(true);
    const cut = typing.cut && (await cutShort(stack, typing.cut, over.signal, fillDisk));
    if (cut) this.#cut.push(cut);
    const told = await running;
    await watched;
    this.#disk.setFull(false);
    if (/kill|twice/.test(typing.cut?.how ?? "")) this.#mend(typing.stack);
    return { ...told, silentMs: typing.cut?.how.startsWith("stop") === true ? 0 : stack.silentMs };
  }

  async #run(args: string[]): Promise<Told> {
    const { stack } = this.project;
    if (engineCommands.includes(args[0] ?? "")) return stack.told(...args);
    const none = { ops: new Map(), differences: new Map(), errors: new Map(), notices: new Map() };
    return { ...(await stack.pulumi(...args)), ...none };
  }

  /** Ends a command that waits for ever, which the time of its silence shows. */
  async #watch(isOver: AbortSignal): Promise<void> {
    await sleep(patienceMs, undefined, { signal: isOver }).catch(() => undefined);
    if (!isOver.aborted) this.project.stack.abort();
  }

  /** What a person does with the state file that a killed engine left half written. */
  #mend(stack: string): void {
    const file = this.project.stateFile(stack);
    try {
      JSON.parse(readFileSync(file, "utf8"));
    } catch {
      for (const part of ["", ".attrs"]) copyFileSync(`${file}.bak${part}`, `${file}${part}`);
    }
  }

  deployment(stack: string): Promise<Deployment> {
    const { checkpoint } = JSON.parse(readFileSync(this.project.stateFile(stack), "utf8")) as {
      checkpoint: { latest?: Deployment | null };
    };
    return Promise.resolve(checkpoint.latest ?? {});
  }

  stacks(): Promise<string[]> {
    const files = readdirSync(this.project.states).filter((name) => name.endsWith(".json"));
    return Promise.resolve(files.map((name) => name.replace(".json", "")));
  }

  /** Writes to the file of the settings as `pulumi config set` does, which takes as long as a command. */
  set(stack: string, name: string, value: string | undefined): Promise<void> {
    const file = this.project.settingsFile(stack);
    const setting = `  platform:${name}: `;
    const lines = readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "" && line !== "config:" && !line.startsWith(setting));
    const isSetting = (line: string) => line.startsWith("  ");
    const set = value === undefined ? [] : [setting + JSON.stringify(value)];
    const settings = [...lines.filter(isSetting), ...set];
    const config = settings.length === 0 ? [] : ["config:", ...settings];
    const others = lines.filter((line) => !isSetting(line));
    writeFileSync(file, [...others, ...config, ""].join("\n"));
    return Promise.resolve();
  }

  diskFull(runner: number, isFull: boolean): void {
    if (isFull) this.#full.add(runner);
    else this.#full.delete(runner);
  }

  clockAhead(runner: number, ms: number): void {
    this.#aheadMs.set(runner, ms);
  }

  realMs(ms: number): number {
    return ms;
  }

  /** Providers can outlive their engine, and must not call the instance of the next life. */
  #orphans(): number[] {
    const cut = this.#cut.flatMap(({ providers }) => providers);
    if (cut.length === 0) return [];
    // The id of a process that has ended can be another's.
    const isOrphan = ({ pid, ancestors }: { pid: number; ancestors: number[] }) =>
      cut.includes(pid) && ancestors.length <= 1;
    return processes()
      .filter(isOrphan)
      .map(({ pid }) => pid);
  }

  close(): Promise<void> {
    end("provider", { engine: 0, providers: this.#orphans() });
    this.#disk.close();
    rmSync(this.#root, { recursive: true, force: true });
    return Promise.resolve();
  }
}

/** The words for the CLI, which does not take `--stack` where other words name the stacks. */
function wordsFor(args: readonly string[], stack: string): string[] {
  const [first, second] = args;
  if (first === "stack" && second === "init") return [...args, secretsProvider];
  if (first === "state" && second === "move") return [...args];
  // The in-process engine imports at once.
  const more = first === "import" ? ["--skip-preview"] : [];
  return [...args, ...more, "--stack", stack];
}
