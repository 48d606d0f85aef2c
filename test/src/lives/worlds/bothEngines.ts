import { join } from "node:path";
import type { StateResource } from "../../engine/stacks/pulumiStack";
import { deletesIn, differ, normalized } from "../../harness/compare";
import type { ProviderCall } from "../../harness/sessions/providerCalls";
import type { Values } from "../../lifecycle/tables/row";
import { live } from "../making/living";
import type { Lived, Place } from "../making/living";
import type { Life } from "../making/steps";
import type { OpenWorld, Typing, World } from "./world";

/** What the engines are compared in: everything that a command did. */
interface Command {
  args: readonly string[];
  seen: Values;
  text: string;
  /** What it deleted, in order. */
  deletes: string[];
}

interface Side {
  place: Place;
}

/** A world that remembers what each command did. */
class RecordedWorld implements World {
  constructor(
    readonly world: World,
    readonly place: Place,
    readonly commands: Command[],
    readonly takeCalls: () => readonly ProviderCall[],
  ) {}

  async told(words: readonly string[], typing: Typing) {
    const { platforms } = this.place;
    const args = oneAtATime(words);
    const before = platforms.map(({ calls }) => calls.length);
    const told = await this.world.told(args, typing);
    const states: [string, unknown][] = [];
    for (const stack of await this.world.stacks()) {
      const { resources = [], pending_operations = [] } = await this.world.deployment(stack);
      states.push([
        stack,
        {
          resources: byUrn(resources),
          pending: pending_operations.map(({ type, resource }) => [type, normalized(resource)]),
        },
      ]);
    }
    const seen = {
      isWell: told.code === 0,
      ops: sorted(told.ops),
      failed: [...told.errors.keys()].sort(),
      calls: platforms.map(({ calls }, n) =>
        calls
          .slice(before[n])
          .map(({ route }) => route)
          .sort(),
      ),
      states: sorted(states),
    };
    this.commands.push({
      ...this.#withoutAddresses({ args, seen }),
      text: told.text,
      deletes: deletesIn(this.takeCalls()),
    });
    return told;
  }

  #withoutAddresses(command: Pick<Command, "args" | "seen">): Pick<Command, "args" | "seen"> {
    let text = JSON.stringify(command).replaceAll(join(this.folder(0), "..", ".."), "");
    for (const [n, { url }] of this.place.platforms.entries()) {
      text = text.replaceAll(url, `http://instance-${n}`);
    }
    return JSON.parse(text) as Pick<Command, "args" | "seen">;
  }

  deployment: World["deployment"] = (stack) => this.world.deployment(stack);
  stacks: World["stacks"] = () => this.world.stacks();
  set: World["set"] = (...args) => this.world.set(...args);
  folder: World["folder"] = (runner) => this.world.folder(runner);
  diskFull: World["diskFull"] = (...args) => this.world.diskFull(...args);
  clockAhead: World["clockAhead"] = (...args) => this.world.clockAhead(...args);
  realMs: World["realMs"] = (ms) => this.world.realMs(ms);
  close: World["close"] = () => this.world.close();
}

/** Resources that are changed at the same time enter the state in any order. */
const byUrn = (resources: readonly StateResource[]) =>
  sorted(resources.map((one) => [`${one.urn}${"delete" in one ? " (old)" : ""}`, normalized(one)]));

const parallelCommands = ["up", "preview", "refresh", "destroy", "import"];

/** Objects that are made at the same time get ids in any order, and all that follows depends on their ids. */
function oneAtATime(args: readonly string[]): readonly string[] {
  const isParallel = parallelCommands.includes(args[0] ?? "") && !args.includes("--parallel");
  return isParallel ? [...args, "--parallel", "1"] : args;
}

const sorted = (entries: Iterable<[string, unknown]>): Values =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));

/** Lives a life on both engines; where they differ, that is what it broke. */
export async function liveOnBoth(
  life: Life,
  real: Side & { open: OpenWorld; takeCalls: () => readonly ProviderCall[] },
  inProcess: Side & { open: (deleteOrder: () => readonly string[]) => OpenWorld },
): Promise<Lived> {
  const theirs: Command[] = [];
  const record =
    (open: OpenWorld, { place }: Side, commands: Command[]): OpenWorld =>
    async (...args) =>
      new RecordedWorld(await open(...args), place, commands, real.takeCalls);
  const lived = await live(life, record(real.open, real, theirs), real.place);
  const mine: Command[] = [];
  // The real engine deletes in no certain order, and the other one follows it.
  const open = inProcess.open(() => theirs[mine.length]?.deletes ?? []);
  await live(life, record(open, inProcess, mine), inProcess.place);
  for (const [at, their] of theirs.entries()) {
    const my = mine[at];
    const what =
      my === undefined
        ? ["the in-process engine ran no such command"]
        : differ({ args: my.args, ...my.seen }, { args: their.args, ...their.seen });
    if (what.length === 0) continue;
    const said = `in process:\n${my?.text}\nreal:\n${their.text}`;
    const invariant = "both engines do the same";
    const violation = { invariant, step: stepOf(at, theirs, lived), what, said };
    return { ...lived, violation };
  }
  return lived;
}

const typed = (args: readonly string[]) => args.join(" ").replace(/ --parallel 1$/, "");

/** The step with the command, of which the words of the steps tell; advice and previews have no own words. */
function stepOf(at: number, commands: readonly Command[], { words }: Lived): number {
  let step = 0;
  for (const { args } of commands.slice(0, at + 1)) {
    const found = words.findIndex(
      (one, n) => n >= step && one?.includes(`pulumi ${typed(args)}`) === true,
    );
    if (found >= 0) step = found;
  }
  return step;
}
