import type { Simulator } from "pulumi-platform-simulator";
import type { Declared, ResourceName } from "../engine/pulumiStack";
import { allFixtures, fixtures, resourceNames } from "../fixtures/index";
import type { Random } from "./random";

/** A program that changes at random. Each edit returns what it did, for the log. */
export class ChangingProgram {
  #resources: Declared[] = [];
  #made = 0;

  constructor(readonly random: Random) {
    // What is sent needs a report that stays: without its schedule it would be another one. Members need a group.
    this.#resources = [
      { type: "ReportSchedule", name: "anchor", args: this.#inputs("ReportSchedule") },
      { type: "Group", name: "anchorGroup", args: { name: "Anchor", type: "closed" } },
    ];
  }

  get resources(): Declared[] {
    return structuredClone(this.#resources);
  }

  edit(): string {
    const removable = this.#resources.filter(({ name }) => !name.startsWith("anchor"));
    if (removable.length > 0 && this.random.chance(0.1)) {
      const gone = this.random.of(removable);
      this.#resources = this.#resources.filter((resource) => resource !== gone);
      return `remove ${gone.name}`;
    }
    const type = this.random.of(resourceNames);
    const mine = this.#resources.filter((resource) => resource.type === type);
    const { row, atRandom } = fixtures[type];
    const isAnother = row.single !== true && this.random.chance(0.4);
    if (mine.length === 0 || isAnother) return this.#add(type);
    const { name, args } = this.random.of(mine);
    if (atRandom.change !== undefined) {
      atRandom.change(args, this.random, this.#number);
      return `change ${name}`;
    }
    this.#resources = this.#resources.map((one) =>
      one.name === name ? { ...one, args: this.#inputs(type) } : one,
    );
    return `run ${name} again`;
  }

  readonly #number = (): number => ++this.#made;

  #inputs(type: ResourceName): Declared["args"] {
    return fixtures[type].atRandom.make(this.random, this.#number);
  }

  #add(type: ResourceName): string {
    const args = this.#inputs(type);
    const name = `${type}-${this.#number()}`;
    this.#resources.push({ type, name, args });
    return `add ${name}`;
  }
}

/** Somebody changes the instance by hand: at most one thing is deleted at a time. */
export function editByHand(platform: Simulator, random: Random): string {
  const edits = allFixtures.flatMap(({ atRandom: { byHand } }) => byHand ?? []);
  return `by hand: ${random.of(edits)(platform, random) ?? "nothing"}`;
}
