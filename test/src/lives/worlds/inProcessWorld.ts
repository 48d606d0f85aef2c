import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { victimOf } from "../../faults/cases/moments";
import { Backend } from "../../harness/states/backend";
import { InProcessStack } from "../../harness/inProcessStack";
import type { Options } from "../../harness/inProcessStack";
import { quickFolder } from "../../harness/quickFolder";
import type { Entry } from "../../harness/sessions/session";
import { Clock } from "../../harness/virtual/clock";
import { Machine } from "../../harness/virtual/machine";
import { Silence } from "../judging/silence";
import type { Typing, World } from "./world";

/** How many times faster than time the clocks of a life run. */
export const haste = 20;
const lookMs = 1;
/** Longer than others wait for a heartbeat, by the clock of the machines. */
const stoppedMs = 30_000;

interface Runner {
  project: InProcessStack;
  machine: Machine;
  silence: Silence;
}

/** Stacks, runners and machines within this process. */
export class InProcessWorld implements World {
  readonly #backend = new Backend();
  readonly #root = quickFolder("life");
  readonly #clock = new Clock(haste);
  readonly #runners: Runner[];

  constructor(
    entry: Entry,
    names: readonly string[],
    runners: number,
    deleteOrder?: Options["deleteOrder"],
  ) {
    const [first = "dev"] = names;
    for (const name of names) this.#backend.create(name);
    this.#runners = Array.from({ length: runners }, (_, n) => {
      const machine = new Machine(`runner-${n}`, this.#clock);
      const home = this.folder(n);
      const silence = new Silence(haste);
      const onShown = (line?: string) => silence.broken(line);
      const backend = this.#backend;
      const options: Options = { name: first, home, backend, machine, onShown, deleteOrder };
      return { machine, silence, project: new InProcessStack(entry, {}, options) };
    });
  }

  folder(runner: number): string {
    return join(this.#disk, `home-${runner}`);
  }

  async told(args: readonly string[], typing: Typing) {
    const { project, machine, silence } = this.#runner(typing.runner);
    for (const name of Object.keys(project.env)) Reflect.deleteProperty(project.env, name);
    Object.assign(project.env, typing.env);
    project.declare(typing.declared);
    project.provide(typing.providers);
    silence.begin();
    const running = project.told(...args, "--stack", typing.stack);
    const { fullDisk } = machine;
    const cutting = typing.cut && this.#cut(this.#runner(typing.runner), typing.cut, running);
    const told = await running;
    const silentMs = silence.end();
    await cutting;
    machine.fullDisk = fullDisk;
    return { ...told, silentMs };
  }

  async #cut(
    { project, machine, silence }: Runner,
    { how, isNow, meanwhile }: NonNullable<Typing["cut"]>,
    running: Promise<unknown>,
  ): Promise<void> {
    const over = new AbortController();
    void running.finally(() => over.abort()).catch(() => undefined);
    while (!isNow() && !over.signal.aborted) await sleep(lookMs);
    if (over.signal.aborted) return;
    const providers = project.providers();
    if (how === "disk full") {
      machine.fullDisk = this.#disk;
      return;
    }
    if (how.startsWith("interrupt")) project.interrupt();
    if (how === "interrupt") return;
    const victim = victimOf(how);
    if (how === "interrupt twice") project.interrupt();
    else if (victim !== undefined) project.kill(victim);
    else {
      for (const one of providers) one.stop();
      await sleep(this.#clock.realMs(stoppedMs));
      await meanwhile?.();
      for (const one of providers) one.continue();
      silence.skip();
    }
  }

  deployment(stack: string) {
    return Promise.resolve(this.#backend.deployment(stack));
  }

  stacks() {
    return Promise.resolve(this.#backend.names());
  }

  async set(stack: string, name: string, value: string | undefined): Promise<void> {
    for (const { project } of this.#runners) {
      const setting = `platform:${name}`;
      if (value === undefined) await project.pulumi("config", "rm", setting, "--stack", stack);
      else await project.ok("config", "set", setting, value, "--stack", stack);
    }
  }

  diskFull(runner: number, isFull: boolean): void {
    this.#runner(runner).machine.fullDisk = isFull ? this.#disk : undefined;
  }

  clockAhead(runner: number, ms: number): void {
    this.#runner(runner).machine.aheadMs = ms;
  }

  realMs(ms: number): number {
    return this.#clock.realMs(ms);
  }

  close(): Promise<void> {
    for (const { project } of this.#runners) project.remove();
    rmSync(this.#root, { recursive: true, force: true });
    return Promise.resolve();
  }

  get #disk(): string {
    return join(this.#root, "disk");
  }

  #runner(n: number) {
    const runner = this.#runners[n % this.#runners.length];
    if (runner === undefined) throw new Error("there is no runner");
    return runner;
  }
}
