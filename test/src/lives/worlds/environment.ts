import { join } from "node:path";
import type { Simulator } from "pulumi-platform-simulator";
import type { Declared } from "../../engine/stacks/pulumiStack";
import { deadlines } from "../../harness/sessions/deadlines";
import { rootStackType } from "../../harness/states/urns";
import type { Values } from "../../lifecycle/tables/row";
import { Coverage } from "../coverage";
import type { FreeIds } from "../making/edits";
import type { ExceptionName } from "../judging/exceptions";
import { History } from "../history";
import { heldBy, objectsOn } from "../judging/objects";
import type { Held, ObjectKey } from "../judging/objects";
import type { Moment, Observed } from "../judging/observed";
import type { Place } from "../making/place";
import { Program } from "../making/program";
import { stackSlots } from "./stackSlot";
import type { StackSlot } from "./stackSlot";
import type { CommandStep, Setup } from "../making/steps";
import type { Hostility } from "../making/hostility";
import type { Lateness } from "../judging/lateness";
import type { World } from "./world";

/** Of the provider's clock: two real seconds, because a busy machine holds up a process for one. */
const deadlineSeconds = 40;

/** What a life takes place in: its program, stacks, runners and instances, as they are now. */
export class Environment {
  readonly history = new History();
  readonly program: Program;
  readonly stacks: StackSlot[];
  /** How many journals each runner has lost. */
  readonly lostJournals = new Map<number, number>();
  readonly coverage = new Coverage();
  /** The instances that show writes late. */
  readonly late = new Map<number, Lateness>();
  /** The instances that are hostile. */
  readonly hostile = new Map<number, Hostility>();
  /** The variables with the token of a provider that a person set. */
  readonly tokenVariables = new Set<string>();
  /** How often each exception was used. */
  readonly exceptions = new Map<ExceptionName, number>();
  /** The last command. */
  last?: { step: CommandStep; observed: Observed };

  constructor(
    readonly setup: Setup,
    readonly world: World,
    readonly place: Place,
  ) {
    this.program = new Program(setup.entry);
    this.stacks = stackSlots(setup);
  }

  useException(name: ExceptionName): void {
    this.coverage.meet("exceptions used", name);
    this.exceptions.set(name, (this.exceptions.get(name) ?? 0) + 1);
  }

  slot(n: number): StackSlot {
    const slot = this.stacks[n];
    if (slot === undefined) throw new Error(`there is no stack ${n}`);
    return slot;
  }

  platform(n: number): Simulator {
    const platform = this.place.platforms[n];
    if (platform === undefined) throw new Error(`there is no instance ${n}`);
    return platform;
  }

  /** A file that all runners see. */
  file(name: string): string {
    return join(this.world.folder(0), "..", "..", name);
  }

  declared(slot: StackSlot): Declared[] {
    return this.program.declared(this.setup.namesTheStack ? ` ${slot.name}` : "");
  }

  async moment(): Promise<Moment> {
    const objects = new Map<ObjectKey, Values>();
    this.place.platforms.forEach((platform, n) => {
      for (const [key, values] of objectsOn(n, platform)) objects.set(key, values);
    });
    const held = new Map<number, Held[]>();
    for (const [n, slot] of this.stacks.entries()) held.set(n, await this.heldOf(slot));
    return { objects, held };
  }

  async heldOf({ name }: StackSlot): Promise<Held[]> {
    const deployment = await this.world.deployment(name);
    return heldBy(deployment, (host) => {
      const at = this.place.platforms.findIndex(({ url }) => new URL(url).host === host);
      return at < 0 ? undefined : at;
    });
  }

  /** Everything that the state of a stack has but the stack itself: components and providers, too. */
  async urnsOf({ name }: StackSlot): Promise<string[]> {
    const { resources = [] } = await this.world.deployment(name);
    return resources.filter(({ type }) => type !== rootStackType).map(({ urn }) => urn);
  }

  freeIds(): FreeIds {
    const { state } = this.platform(this.slot(0).instance);
    return {
      ReportSchedule: state.schedules.map(({ id }) => String(id)),
      Group: state.groups.map(({ id }) => String(id)),
    };
  }

  async configure(stack: string): Promise<void> {
    for (const [name, seconds] of Object.entries(deadlines(deadlineSeconds)))
      await this.world.set(stack, name, String(seconds));
  }

  typing(slot: StackSlot, runner: number) {
    return {
      stack: slot.name,
      runner,
      env: this.#env(slot, runner),
      declared: this.declared(slot),
      providers: Object.fromEntries(
        [...this.program.providers].map((name) => [name, this.#providerArgs(slot)]),
      ),
    };
  }

  #env(slot: StackSlot, runner: number): Record<string, string | undefined> {
    const at = runner % this.setup.runners;
    const lost = this.lostJournals.get(at) ?? 0;
    const folder = this.world.folder(at);
    const journal = this.setup.sharesJournal
      ? join(folder, "..", `journal-${lost}`)
      : join(folder, `journal-${lost}`);
    return {
      PULUMI_HOME: folder,
      PLATFORM_JOURNAL: journal,
      PLATFORM_VISIBILITY_DELAY_SECONDS: String(this.setup.visibilityDelaySeconds ?? 0),
      PLATFORM_BASE_URL: this.platform(slot.instance).url,
      ...Object.fromEntries(
        ["PLATFORM_TOKEN", ...this.tokenVariables].map((name) => [
          name,
          this.place.token(slot.token),
        ]),
      ),
      PLATFORM_OPERATIONS: slot.operations,
      ...(slot.checkpoints ? {} : { PULUMI_SKIP_CHECKPOINTS: "true" }),
    };
  }

  #providerArgs(slot: StackSlot): Values {
    const { url } = this.platform(slot.instance);
    const confirmed = slot.confirmed.length > 0 && { confirmAbsent: slot.confirmed };
    const { operations } = slot;
    return { baseUrl: url, token: this.place.token(slot.token), operations, ...confirmed };
  }
}
