import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { kinds, startSimulator, tempers } from "pulumi-platform-simulator";
import type { FaultRule, Simulator, TemperName } from "pulumi-platform-simulator";
import type { Values } from "../lifecycle/row";
import { nameIn } from "../engine/pulumiStack";
import { deadlines } from "../harness/deadlines";
import { follow } from "./following";
import type { Ground } from "./following";
import { History } from "./history";
import { invariants } from "./invariants";
import { heldBy, keyOf, objectsOn } from "./objects";
import type { Held, ObjectKey } from "./objects";
import { isPartial } from "./observed";
import type { Message, Moment, Observed, Previewed } from "./observed";
import { Program } from "./program";
import type { Life, Option, Step } from "./steps";
import type { OpenWorld, World } from "./world";

/** Of the provider's clock. */
const deadlineSeconds = 20;
const names = ["dev", "prod", "test", "one", "two", "three"];
const users = [1_000_001, 1_000_002, 6_789_456_782];

interface StackSlot {
  name: string;
  instance: number;
  token: number;
  operations: "documented" | "extended";
  mail: string;
  checkpoints: boolean;
  exports: string[];
  /** The instance that it began with. */
  home: number;
  /** The ids that are confirmed to be absent. */
  confirmed: string[];
}

/** Something that an invariant forbids. */
export interface Violation {
  invariant: string;
  /** Counted from 0. */
  step: number;
  what: readonly string[];
  /** What the command said. */
  said: string;
}

export interface Lived {
  violation?: Violation;
  /** What each step turned out to be; absent where there was nothing to do it with. */
  words: (string | undefined)[];
  /** What was met, for the table of coverage. */
  met: string[];
}

type CommandStep = Extract<Step, { kind: "command" }>;

/** The simulators are started once for each place where lives are lived. */
export class Place {
  private constructor(readonly platforms: readonly Simulator[]) {}

  static async open(): Promise<Place> {
    const platforms = [];
    for (let n = 0; n < 2; n++) platforms.push(await startSimulator({ profile: "extended" }));
    return new Place(platforms);
  }

  async close(): Promise<void> {
    for (const platform of this.platforms) await platform.close();
  }
}

/** Lives one life, until an invariant breaks or it is over. */
export async function live(life: Life, openWorld: OpenWorld, place: Place): Promise<Lived> {
  const living = await Living.begin(life, openWorld, place);
  try {
    return await living.live();
  } finally {
    await living.end();
  }
}

class Living {
  readonly #history = new History();
  readonly #program: Program;
  readonly #stacks: StackSlot[];
  readonly #lostJournals = new Map<number, number>();
  readonly #met: string[] = [];

  private constructor(
    readonly life: Life,
    readonly world: World,
    readonly place: Place,
  ) {
    const { setup } = life;
    this.#program = new Program(setup.entry);
    this.#stacks = names.slice(0, setup.stacks).map((name, n) => ({
      name,
      instance: n % setup.instances,
      token: 0,
      operations: setup.operations,
      mail: "live",
      checkpoints: setup.checkpoints,
      exports: [],
      home: n % setup.instances,
      confirmed: [],
    }));
  }

  static async begin(life: Life, openWorld: OpenWorld, place: Place): Promise<Living> {
    for (const platform of place.platforms) {
      platform.reset();
      platform.state.users.push({
        id: 1_000_002,
        displayName: "Other",
        emailAddress: "other@example.com",
      });
      users.forEach((user, n) => (platform.state.tokens[`token-${n}`] = user));
    }
    // No two instances give the same ids.
    const [, second] = place.platforms;
    if (second)
      Object.assign(second.state.lastIds, { schedule: 8_000_000_000, group: 9_000_000_000 });
    const stacks = names.slice(0, life.setup.stacks);
    const living = new Living(life, await openWorld(stacks, life.setup.runners), place);
    for (const stack of stacks) await living.#configure(stack);
    return living;
  }

  async end(): Promise<void> {
    await this.world.close();
    for (const platform of this.place.platforms) platform.clearFaults();
  }

  async live(): Promise<Lived> {
    const words: (string | undefined)[] = [];
    for (const [at, step] of this.life.steps.entries()) {
      const done = await this.#take(step);
      words.push(done?.words);
      if (done?.observed === undefined) continue;
      const violation = this.#judge(done.observed, at);
      if (violation !== undefined) return { violation, words, met: this.#met };
    }
    return { words, met: this.#met };
  }

  #judge(observed: Observed, step: number): Violation | undefined {
    const slot = this.#slot(observed.stack);
    const judged = {
      observed,
      replaced: this.#replacedBy(observed),
      parents: new Set(
        this.#program.parts.filter(({ opts }) => opts.parent !== undefined).map(({ name }) => name),
      ),
      history: this.#history,
      declared: this.#declared(slot),
      mail: slot.mail,
      operations: slot.operations,
    };
    for (const { name, broken } of invariants) {
      const what = broken(judged);
      if (what.length > 0) return { invariant: name, step, what, said: observed.told.text };
    }
    return undefined;
  }

  /** The names of the resources whose replacement the command or the program asks for. */
  #replacedBy({ args, before, stack }: Observed): Set<string> {
    const held = before.held.get(stack) ?? [];
    const isAsked = ({ urn, isTainted }: Held) =>
      isTainted || args.some((word, at) => word === "--replace" && args[at + 1] === urn);
    const triggered = this.#program.parts.filter(
      ({ opts }) => opts.replacementTrigger !== undefined,
    );
    return new Set([...held.filter(isAsked), ...triggered].map(({ name }) => name));
  }

  async #take(step: Step): Promise<{ words: string; observed?: Observed } | undefined> {
    switch (step.kind) {
      case "program": {
        const isDone = this.#program.edit(step.edit, step.pick, step.value, this.#freeIds());
        if (!isDone) return undefined;
        this.#shareAdopted();
        const now = this.#program.parts.map(
          ({ type, name, subject, content, opts, extra, aliases }) =>
            `${type} ${name}=${subject}.${content}${aliases.length > 0 ? ` was ${aliases}` : ""}${JSON.stringify({ ...opts, ...extra }).replace("{}", "")}`,
        );
        return { words: `program: ${step.edit} → ${now.join("; ")}` };
      }
      case "setting":
        return this.#setting(step);
      case "instance":
        return this.#act(step);
      case "command":
        return this.#command(step);
      case "advice":
        return this.#follow();
    }
  }

  #file(name: string): string {
    return join(this.world.folder(0), "..", "..", name);
  }

  async #command(step: CommandStep): Promise<{ words: string; observed?: Observed } | undefined> {
    const stack = step.stack % this.#stacks.length;
    const slot = this.#slot(stack);
    const args = await this.#argsOf(step, slot);
    if (args === undefined) return undefined;
    const before = await this.#moment();
    const platform = this.#platform(slot.instance);
    const [callsBefore, mailsBefore] = [
      platform.calls.length,
      this.place.platforms.map(({ outbox }) => outbox.length),
    ];
    const previewed = await this.#previewed(step, slot, args);
    const rule = step.fault && this.#rule(step.fault);
    const fault = rule && platform.fault(rule);
    const { cut } = step;
    const file = this.#file("messages.jsonl");
    rmSync(file, { force: true });
    const typing = this.#typing(slot, step.runner);
    const told = await this.world.told(args, {
      ...typing,
      env: { ...typing.env, PLATFORM_MESSAGES: file },
      cut: cut && { how: cut.how, isNow: () => platform.calls.length - callsBefore >= cut.after },
    });
    platform.clearFaults();
    if (told.code === 0) await this.#renamed(step.name, args, slot);
    const isFaulted = (fault?.injected ?? 0) > 0;
    if (isFaulted) this.#disturb("fault");
    if (cut !== undefined) this.#disturb("cut");
    if (cut !== undefined || isFaulted) this.#history.hadCut = true;
    const calls = platform.calls.slice(callsBefore);
    const after = await this.#moment();
    const observed: Observed = {
      name: step.name,
      args,
      stack,
      instance: slot.instance,
      options: step.options,
      told,
      before,
      after,
      calls,
      mails: this.place.platforms.flatMap(({ outbox }, instance) =>
        outbox.slice(mailsBefore[instance]).map((mail) => ({ ...mail, instance })),
      ),
      messages: messagesIn(file),
      previewed,
      cut: cut?.how,
      isFaulted,
      silentMs: told.silentMs,
    };
    this.#note(observed);
    this.#last = { step, observed };
    this.#met.push(`${step.name} × ${this.life.setup.entry}`);
    for (const one of step.options) this.#met.push(`${step.name} ${one}`);
    if (isFaulted && fault) this.#met.push(`${step.name} × fault ${fault.kind}`);
    if (cut) this.#met.push(`${step.name} × ${cut.how}`);
    const how = [
      ...(rule ? [`with fault ${JSON.stringify(rule)}${isFaulted ? "" : " (not met)"}`] : []),
      ...(cut ? [`${cut.how} after ${cut.after} calls`] : []),
    ];
    const words = `${slot.name} on runner ${step.runner % this.life.setup.runners}: pulumi ${args.join(" ")} ${how.join(", ")} → ${told.code}`;
    return { words, observed };
  }

  /** The same command as a preview, where nothing disturbs the update that follows it. */
  async #previewed(
    step: CommandStep,
    slot: StackSlot,
    args: readonly string[],
  ): Promise<Previewed | undefined> {
    const { name, options, fault, cut } = step;
    if (name !== "up" || !options.includes("previewed") || fault || cut) return undefined;
    const file = this.#file("previewed.jsonl");
    rmSync(file, { force: true });
    const typing = this.#typing(slot, step.runner);
    const env = { ...typing.env, PLATFORM_MESSAGES: file };
    const words = args.filter(
      (word) => !["up", "--yes", "--skip-preview", "--continue-on-error"].includes(word),
    );
    const told = await this.world.told(["preview", ...words], { ...typing, env });
    return { told, messages: messagesIn(file) };
  }

  /** What the invariants have to know of a command before they judge it. */
  #note({ name, args, stack, before, after, calls, options, told, messages }: Observed): void {
    const { madeBy, released, shared, touched } = this.#history;
    const made = [...after.objects.keys()].filter((key) => !before.objects.has(key));
    // What an earlier, killed run asked for can happen now: nobody can tell whose an object is then.
    const own = calls.filter(({ method, worked }) => method !== "GET" && worked).length;
    for (const key of made) if (!madeBy.has(key) && made.length <= own) madeBy.set(key, stack);
    const managed = (moment: Moment, of = stack) =>
      new Set((moment.held.get(of) ?? []).flatMap(({ keys }) => keys));
    const now = managed(after);
    const lost = [...managed(before)].filter((key) => !now.has(key));
    if (["state delete", "stack import", "stack rm"].includes(name))
      for (const key of lost) released.add(key);
    if (name === "stack import" || name === "import") for (const key of now) shared.add(key);
    // A program can take over what another stack has: nothing shows that. Within a stack the provider has to refuse it.
    for (const [other, held] of before.held) {
      for (const { keys } of other === stack ? [] : held) {
        for (const key of keys) if (this.#adopted.has(key)) shared.add(key);
      }
    }
    if (name === "up" || name === "destroy") {
      // What a resource with retainOnDelete leaves behind.
      for (const one of before.held.get(stack) ?? [])
        if (one.isRetained) for (const key of one.keys) released.add(key);
    }
    const reads = name === "refresh" || options.includes("refresh");

    // What two stacks share goes for both.
    for (const key of before.objects.keys()) {
      if (!after.objects.has(key) && /Permission|Certification/.test(key))
        this.#history.touch(
          key,
          this.#stacks.map((_, n) => n).filter((n) => n !== stack),
        );
    }
    if (!reads || isPartial({ args }) || told.code !== 0) return;
    // Of some objects it says that it could not find out whether they are there.
    const inDoubt = messages.flatMap(({ id, kind }) =>
      id === undefined || kind === "notice" ? [] : [id],
    );
    const left = [...(touched.get(stack) ?? [])].filter((key) =>
      inDoubt.some((id) => key.endsWith(`/${id}`)),
    );
    touched.set(stack, new Set(left));
  }

  async #argsOf(
    { name, pick, options }: CommandStep,
    slot: StackSlot,
  ): Promise<string[] | undefined> {
    const held = await this.#heldOf(slot);
    const one = held[pick % Math.max(1, held.length)];
    const urn = one?.urn;
    const urns = (flag: Option) => {
      const other = held[(pick + flag.length) % Math.max(1, held.length)]?.urn;
      return other === undefined ? [] : [`--${flag}`, other];
    };
    const flags = options.flatMap((option) => {
      switch (option) {
        case "refresh":
          return name === "up" || name === "preview" ? ["--refresh"] : [];
        case "target":
          return options.includes("exclude") ? [] : urns(option);
        case "exclude":
          return urns(option);
        case "replace":
          return name === "up" || name === "preview" ? urns(option) : [];
        case "previewed":
          return [];
        case "parallel":
          return ["--parallel", "1"];
        case "continue":
          return name === "up" || name === "destroy" ? ["--continue-on-error"] : [];
      }
    });
    switch (name) {
      case "up":
        return ["up", "--yes", "--skip-preview", ...flags];
      case "refresh":
      case "destroy":
        return [name, "--yes", "--skip-preview", ...flags];
      case "preview":
        return ["preview", ...flags];
      case "cancel":
        return ["cancel", "--yes"];
      case "state delete":
        return urn === undefined
          ? undefined
          : ["state", "delete", urn, "--yes", "--force", "--target-dependents"];
      case "state rename": {
        const free = ["x", "y", "z"].find((other) => held.every((h) => h.name !== other));
        return urn === undefined || free === undefined
          ? undefined
          : ["state", "rename", urn, free, "--yes"];
      }
      case "state move": {
        const other = this.#stacks.find((s) => s !== slot && s.instance === slot.instance);
        if (urn === undefined || other === undefined) return undefined;
        return ["state", "move", "--source", slot.name, "--dest", other.name, urn, "--yes"];
      }
      case "state protect":
      case "state unprotect":
      case "state taint":
      case "state untaint":
        return urn === undefined ? undefined : [...name.split(" "), urn, "--yes"];
      case "stack rename": {
        const used = await this.world.stacks();
        const free = names.find((other) => !used.includes(other));
        return free === undefined ? undefined : ["stack", "rename", free];
      }
      case "stack init": {
        const used = await this.world.stacks();
        const free = names.find((other) => !used.includes(other));
        return free === undefined || this.#stacks.length >= names.length
          ? undefined
          : ["stack", "init", free];
      }
      case "stack export": {
        const file = this.#file(`export-${slot.name}-${slot.exports.length}.json`);
        slot.exports.push(file);
        return ["stack", "export", "--file", file];
      }
      case "stack import": {
        const file = slot.exports[pick % Math.max(1, slot.exports.length)];
        return file === undefined ? undefined : ["stack", "import", "--file", file];
      }
      case "import": {
        const free = ["x", "y", "z"].find((other) => held.every((h) => h.name !== other));
        const [type, ids] = Object.entries(this.#freeIds())[pick % 2] ?? ["Group", []];
        const id = ids[pick % Math.max(1, ids.length)];
        if (free === undefined || id === undefined || this.#program.entry !== "plugin")
          return undefined;
        return [
          "import",
          `platform:index:${type}`,
          free,
          id,
          "--yes",
          "--generate-code=false",
          "--protect=false",
        ];
      }
      case "plan":
        return ["preview", "--save-plan", this.#file("plan.json"), ...flags];
    }
  }

  async #renamed(
    name: CommandStep["name"],
    args: readonly string[],
    slot: StackSlot,
  ): Promise<void> {
    const [last = ""] = args.slice(-1);
    if (name === "stack rename") {
      slot.name = last;
      // As everybody pulls the renamed file of settings.
      await this.#configure(last);
      await this.world.set(last, "mail", slot.mail);
      const confirmed = slot.confirmed.join(",");
      await this.world.set(last, "confirmAbsent", confirmed === "" ? undefined : confirmed);
    }
    if (name !== "stack init") return;
    this.#stacks.push({ ...structuredClone(slot), name: last, exports: [], confirmed: [] });
    await this.#configure(last);
  }

  #last?: { step: CommandStep; observed: Observed };

  /** Follows what the last failure advises, twice at most: then it has to be mended. */
  async #follow(): Promise<{ words: string; observed?: Observed } | undefined> {
    const last = this.#last;
    if (last === undefined || last.observed.told.code === 0) return undefined;
    if (!["up", "refresh", "destroy"].includes(last.step.name)) return undefined;
    if (last.step.options.includes("continue")) return undefined;
    const { observed: failed } = last;
    let { observed } = last;
    const taken: string[] = [];
    const again = { added: new Set<Option>(), removed: new Set<Option>() };
    for (let round = 0; round < 2 && observed.told.code !== 0; round++) {
      const slot = this.#slot(observed.stack);
      const failures = observed.messages.filter(
        ({ kind }) => kind === "error" || kind === "failure",
      );
      // Without a message of its own a failure was the engine's.
      if (failures.length === 0) return undefined;
      for (const message of failures) {
        const words = await follow(message, await this.#ground(message, observed, slot, again));
        if (words === undefined)
          return {
            words: `no advice can be followed: ${message.code} ${JSON.stringify(message.advice)}`,
          };
        taken.push(words);
      }
      const rest = { ...last.step, fault: undefined, cut: undefined };
      const options = [...new Set([...rest.options, ...again.added])].filter(
        (one) => !again.removed.has(one),
      );
      const done = await this.#command({ ...rest, options });
      if (done?.observed === undefined) return { words: taken.join("; ") };
      observed = done.observed;
    }
    this.#met.push(
      `advice of ${failed.messages.find(({ kind }) => kind === "error" || kind === "failure")?.code} followed`,
    );
    return { words: `advice: ${taken.join("; ")}`, observed: { ...observed, followed: failed } };
  }

  async #ground(
    message: Message,
    { told, stack, args }: Observed,
    slot: StackSlot,
    again: { added: Set<Option>; removed: Set<Option> },
  ): Promise<Ground> {
    const platform = this.#platform(slot.instance);
    const held = await this.#heldOf(slot);
    const all = (await this.#moment()).held;
    const managed = new Set([...all.values()].flat().map(({ id }) => id));
    const name = [...told.errors].find(([, text]) => text.includes(message.text.slice(0, 80)))?.[0];
    const declared = this.#declared(slot).find((one) => one.name === name);
    const names = [name, ...(this.#program.parts.find((one) => one.name === name)?.aliases ?? [])];
    const own = held.find((one) => names.includes(one.name) && !one.isOld);
    const { title, name: groupName } = (declared?.args ?? {}) as { title?: string; name?: string };
    const found = [
      ...platform.state.schedules.filter((one) => one.title === title),
      ...platform.state.groups.filter((one) => one.name === groupName),
    ].find(({ id }) => !managed.has(String(id)));
    return {
      program: this.#program,
      platform,
      held,
      name,
      elsewhere: new Set(
        [...all].filter(([n]) => n !== stack).flatMap(([, ones]) => ones.map(({ id }) => id)),
      ),
      args,
      isTainted: own?.isTainted === true,
      urn: own?.urn,
      again: (added, removed) => {
        for (const one of added) if (one === "--refresh") again.added.add("refresh");
        for (const one of removed) if (one === "--replace") again.removed.add("replace");
      },
      isElsewhere: slot.instance !== slot.home,
      unmanagedId: found === undefined ? undefined : String(found.id),
      run: async (args) => {
        await this.world.told(args, this.#typing(slot, 0));
        this.#history.touched.delete(stack);
      },
      set: async (setting, value, add) => {
        if (setting === "operations")
          slot.operations = value === "extended" ? "extended" : "documented";
        else if (setting === "baseUrl") {
          if (slot.instance === slot.home) return false;
          slot.instance = slot.home;
        } else if (setting === "mail")
          await this.world.set(slot.name, "mail", (slot.mail = String(value)));
        else if (setting === "confirmAbsent" && add !== undefined) {
          slot.confirmed.push(...add);
          await this.world.set(slot.name, "confirmAbsent", slot.confirmed.join(","));
        } else return false;
        return true;
      },
    };
  }

  #typing(slot: StackSlot, runner: number) {
    return {
      stack: slot.name,
      runner,
      env: this.#env(slot, runner),
      declared: this.#declared(slot),
      providers: Object.fromEntries(
        [...this.#program.providers].map((name) => [name, this.#providerArgs(slot)]),
      ),
    };
  }

  #env(slot: StackSlot, runner: number): Record<string, string | undefined> {
    const { platform } = { platform: this.#platform(slot.instance) };
    const lost = this.#lostJournals.get(runner % this.life.setup.runners) ?? 0;
    const folder = this.world.folder(runner % this.life.setup.runners);
    const journal = this.life.setup.sharesJournal
      ? join(folder, "..", `journal-${lost}`)
      : join(folder, `journal-${lost}`);
    return {
      PULUMI_HOME: folder,
      PLATFORM_JOURNAL: journal,
      PLATFORM_BASE_URL: platform.url,
      PLATFORM_TOKEN: `token-${slot.token}`,
      PLATFORM_OPERATIONS: slot.operations,
      ...(slot.checkpoints ? {} : { PULUMI_SKIP_CHECKPOINTS: "true" }),
    };
  }

  #providerArgs(slot: StackSlot): Values {
    const { url } = this.#platform(slot.instance);
    return { baseUrl: url, token: `token-${slot.token}`, operations: slot.operations };
  }

  #declared(slot: StackSlot) {
    return this.#program.declared(this.life.setup.namesTheStack ? ` ${slot.name}` : "");
  }

  async #configure(stack: string): Promise<void> {
    for (const [name, seconds] of Object.entries(deadlines(deadlineSeconds)))
      await this.world.set(stack, name, String(seconds));
  }

  async #setting({ change, stack: n, runner, value }: Extract<Step, { kind: "setting" }>) {
    const slot = this.#slot(n % this.#stacks.length);
    const at = runner % this.life.setup.runners;
    switch (change) {
      case "operations":
        slot.operations = slot.operations === "extended" ? "documented" : "extended";
        break;
      case "mail": {
        const next = ["live", "muted", "redirect:safe@example.com"][value % 3] ?? "live";
        slot.mail = next;
        await this.world.set(slot.name, "mail", next);
        break;
      }
      case "token":
        if (this.life.setup.tokens < 2) return undefined;
        slot.token = value % this.life.setup.tokens;
        this.#disturb("token");
        break;
      case "address":
        if (this.life.setup.instances < 2) return undefined;
        slot.instance = (slot.instance + 1) % this.life.setup.instances;
        this.#disturb("address");
        break;
      case "checkpoints":
        slot.checkpoints = !slot.checkpoints;
        break;
      case "journal lost":
      case "journal elsewhere":
        this.#lostJournals.set(at, (this.#lostJournals.get(at) ?? 0) + 1);
        this.#disturb("journal");
        break;
      case "disk full":
        this.world.diskFull(at, value % 3 > 0);
        this.#disturb("disk");
        break;
      case "clock ahead":
        this.world.clockAhead(at, value % 2 > 0 ? 600_000 : 0);
        break;
    }
    return {
      words: `${slot.name}: ${change} → ${JSON.stringify(slot, ["instance", "token", "operations", "mail", "checkpoints"])}`,
    };
  }

  #act({ act, instance: n, pick, value }: Extract<Step, { kind: "instance" }>) {
    const instance = n % this.life.setup.instances;
    const { state } = this.#platform(instance);
    const platform = this.#platform(instance);
    const all = this.#stacks.map((_, at) => at);
    const touch = (type: string, id: unknown) =>
      this.#history.touch(keyOf(instance, type, String(id)), all);
    const schedule = state.schedules[pick % Math.max(1, state.schedules.length)];
    const group = state.groups[pick % Math.max(1, state.groups.length)];
    const ofGroup = value % 3 === 0;
    this.#disturb("act");
    switch (act) {
      case "make": {
        if (schedule === undefined) return undefined;
        const id = ++state.lastIds.schedule;
        state.schedules.push({ ...structuredClone(schedule), id });
        this.#history.madeBy.set(keyOf(instance, "ReportSchedule", String(id)), "person");
        return { words: `instance ${instance}: copy schedule ${schedule.id} as ${id}` };
      }
      case "change":
        if (ofGroup && group !== undefined) {
          group.description = `by hand ${value}`;
          touch("Group", group.id);
          return { words: `instance ${instance}: change group ${group.id}` };
        }
        if (schedule === undefined) return undefined;
        schedule.schedule.hourOfDay = 20 + (value % 4);
        touch("ReportSchedule", schedule.id);
        return { words: `instance ${instance}: change schedule ${schedule.id}` };
      case "delete":
        if (ofGroup && group !== undefined) {
          state.groups = state.groups.filter((one) => one !== group);
          touch("Group", group.id);
          return { words: `instance ${instance}: delete group ${group.id}` };
        }
        if (schedule === undefined) return undefined;
        state.schedules = state.schedules.filter((one) => one !== schedule);
        touch("ReportSchedule", schedule.id);
        return { words: `instance ${instance}: delete schedule ${schedule.id}` };
      case "transfer":
        if (schedule === undefined) return undefined;
        schedule.ownerId = users[value % users.length] ?? schedule.ownerId;
        touch("ReportSchedule", schedule.id);
        this.#history.given.add(keyOf(instance, "ReportSchedule", String(schedule.id)));
        return {
          words: `instance ${instance}: schedule ${schedule.id} belongs to ${schedule.ownerId}`,
        };
      case "temper": {
        const known = Object.keys(tempers).filter(
          (one) => one !== "no-extended" && one !== "slow-text",
        );
        const next = known[value % known.length];
        if (next === undefined || value % 3 === 0) platform.temper();
        else platform.temper(next as TemperName);
        this.#met.push(`temper ${next}`);
        return { words: `instance ${instance}: temper ${value % 3 === 0 ? "none" : next}` };
      }
    }
  }

  #rule({ kind: k, target, skip, times }: NonNullable<CommandStep["fault"]>): FaultRule {
    const kind = kinds[k % kinds.length] ?? "close";
    const targets: Pick<FaultRule, "method" | "path">[] = [
      {},
      { method: "POST" },
      { method: "GET" },
      { method: "PUT" },
      { method: "DELETE" },
      { method: "POST", path: "reportschedules$" },
      { method: "GET", path: "reportschedules$" },
      { method: "POST", path: "sendnow|notifications|share" },
    ];
    const moments = ["before", "after", "mid-answer", "mid-body"] as const;
    const isList = ["empty-list", "truncated-list", "unstable-order", "wrong-instance"].includes(
      kind,
    );
    return {
      // What is written to another instance is not to be found here.
      ...(kind === "wrong-instance" ? { method: "GET" } : targets[target % targets.length]),
      kind,
      skip,
      times,
      ...(isList ? {} : { moment: moments[(k + target) % moments.length] }),
      ...(kind === "status" && {
        status: [429, 403, 500, 404, 401, 503, 409][target % 7],
        ...(times === 0 && { times: 2 }),
      }),
      ...(kind === "delay" && { delayMs: 1_500 }),
      ...(kind === "body" && { body: ["", "{}", "OK", "[]"][target % 4] }),
    };
  }

  #disturb(what: keyof typeof explains): void {
    for (const code of explains[what]) this.#history.disturbances.add(code);
  }

  /** The ids of objects that nothing manages, by type. */
  #freeIds(): Record<string, string[]> {
    const { state } = this.#platform(this.#slot(0).instance);
    return {
      ReportSchedule: state.schedules.map(({ id }) => String(id)),
      Group: state.groups.map(({ id }) => String(id)),
    };
  }

  #shareAdopted(): void {
    for (const { type, extra, opts } of this.#program.parts) {
      for (const id of [extra.adopt, opts.import]) {
        if (typeof id !== "string") continue;
        for (let n = 0; n < this.life.setup.instances; n++) {
          // An import asks no other resource of the program, and warns.
          if (id === opts.import) this.#history.shared.add(keyOf(n, type, id));
          else this.#adopted.add(keyOf(n, type, id));
        }
      }
    }
  }

  /** Objects that a person asked a resource to take over. */
  readonly #adopted = new Set<ObjectKey>();

  async #moment(): Promise<Moment> {
    const objects = new Map<ObjectKey, Values>();
    this.place.platforms.forEach((platform, n) => {
      for (const [key, values] of objectsOn(n, platform)) objects.set(key, values);
    });
    const held = new Map<number, Held[]>();
    for (const [n, slot] of this.#stacks.entries()) held.set(n, await this.#heldOf(slot));
    return { objects, held };
  }

  async #heldOf({ name }: StackSlot): Promise<Held[]> {
    const deployment = await this.world.deployment(name);
    return heldBy(deployment, (host) => {
      const at = this.place.platforms.findIndex(({ url }) => new URL(url).host === host);
      return at < 0 ? undefined : at;
    });
  }

  #slot(n: number): StackSlot {
    const slot = this.#stacks[n];
    if (slot === undefined) throw new Error(`there is no stack ${n}`);
    return slot;
  }

  #platform(n: number): Simulator {
    const platform = this.place.platforms[n];
    if (platform === undefined) throw new Error(`there is no instance ${n}`);
    return platform;
  }
}

/** Which failures what happened can explain from then on. */
const explains = {
  fault: [
    "unknown_state",
    "timed_out",
    "unreachable",
    "server_error",
    "unexpected_answer",
    "partial_list",
    "twin_exists",
    "rate_limited",
    "forbidden",
    "unauthorized",
    "not_found",
    "not_offered",
    "conflict",
    "invalid_answer",
    "redirected",
    "blocked",
    "html",
    "bad_request",
    "interrupted",
  ],
  cut: ["unknown_state", "interrupted", "twin_exists", "journal_unusable"],
  token: ["unknown_state", "forbidden", "not_found", "unauthorized", "twin_exists"],
  address: ["another_instance", "unknown_state", "not_found"],
  journal: ["twin_exists", "unknown_state"],
  disk: ["journal_unusable", "unknown_state", "twin_exists"],
  act: [
    "unknown_state",
    "twin_exists",
    "not_found",
    "forbidden",
    "another_instance",
    "partial_list",
    "bad_request",
    "unexpected_answer",
    "not_offered",
  ],
} satisfies Record<string, string[]>;

function messagesIn(file: string): Message[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Message);
}
export { nameIn };
