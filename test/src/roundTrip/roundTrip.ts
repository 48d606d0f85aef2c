import assert from "node:assert/strict";
import { performance } from "node:perf_hooks";
import { startSimulator } from "pulumi-platform-simulator";
import type { Call, Simulator } from "pulumi-platform-simulator";
import { cliWith } from "../cli/command";
import { clickTogether } from "./clickedInstance";
import type { Named, Sizes } from "./clickedInstance";
import { filledIn, onOther, onSame, truthOf } from "./truth";
import type { Sections } from "./truth";
import { Workspace } from "./workspace";

/** What goes from one instance to the next, and how. */
export interface Trip {
  operations: "extended" | "documented";
  provider: "plugin" | "dynamic";
  language: "typescript" | "yaml";
  seed: number;
  sizes: Sizes;
}

/** How much of the first instance the second one has. */
export interface Outcome {
  objects: { made: number; all: number };
  fields: { made: number; all: number };
  /** Calls of the export. */
  calls: number;
  seconds: Record<"export" | "takeOver" | "replicate", number>;
}

interface Report {
  exported: Record<string, number>;
  unseen: { type: string; id: string; fields: string[] }[];
  gaps: { of: string; reason: string }[];
}

/** Exports an instance, takes it over, and copies it to an empty one with other ids. Throws where something differs. */
export async function roundTrip(trip: Trip): Promise<Outcome> {
  const { operations: profile } = trip;
  const [dev, prod] = await Promise.all([startSimulator({ profile }), startSimulator({ profile })]);
  const settings = { operations: profile, scheduleFilter: "ALL" };
  const workspace = new Workspace({ dev, prod }, settings, cliWith);
  try {
    const named = await clickTogether(dev, trip.seed, trip.sizes);
    return await new Travel(trip, dev, prod, workspace, named).run();
  } finally {
    await Promise.all([dev.close(), prod.close()]);
    workspace.remove();
  }
}

class Travel {
  readonly #ids: string[];

  constructor(
    readonly trip: Trip,
    readonly dev: Simulator,
    readonly prod: Simulator,
    readonly workspace: Workspace,
    readonly named: Named,
  ) {
    const { datasets, cards, groups } = named;
    this.#ids = ["--datasets", datasets.join(","), "--cards", cards.join(",")];
    if (trip.operations === "documented") this.#ids.push("--groups", groups.join(","));
  }

  async run(): Promise<Outcome> {
    const { dev, prod } = this;
    prod.state.grants.manageAllContent = true;
    prod.state.lastIds.schedule += 500_000;
    prod.state.lastIds.group += 500_000;
    const [calls, mails] = [dev.calls.length, dev.outbox.length];
    const exporting = await timed(() => this.#export());
    const [read, isUnseen] = [dev.calls.length - calls, exporting.result];
    const takingOver = await timed(() => this.#takeOver());
    const replicating = await timed(() => this.#replicate());
    assert.deepEqual([dev.outbox.length, prod.outbox.length], [mails, 0], "nobody gets e-mail");
    return {
      ...this.#compare(isUnseen),
      calls: read,
      seconds: {
        export: exporting.seconds,
        takeOver: takingOver.seconds,
        replicate: replicating.seconds,
      },
    };
  }

  /** Exports, and returns the report. */
  async #export(): Promise<Report> {
    const { language, provider } = this.trip;
    const before = this.dev.calls.length;
    const args = ["--language", language, "--provider", provider, ...this.#ids];
    const { code, err } = await this.workspace.export("dev", ...args);
    const report = JSON.parse(this.workspace.read("dev/report.json")) as Report;
    assert.equal(code, report.gaps.length === 0 ? 0 : 1, err);
    assert.deepEqual(this.#calls(before), this.#expectedReads());
    return report;
  }

  /** Puts the objects of the first instance into a state, after which nothing is left to do. */
  async #takeOver(): Promise<void> {
    const before = this.dev.calls.length;
    await this.#pulumi(this.dev, "dev", "stack", "init", "dev");
    if (this.trip.provider === "plugin") {
      const take = ["import", "--file", "import.json", "--generate-code=false", "--yes"];
      await this.#pulumi(this.dev, "dev", ...take);
      await this.#diffWithState();
      await this.#pulumi(this.dev, "dev", "up", "--yes", "--skip-preview");
    } else {
      await this.#pulumi(this.dev, "dev", "up", "--yes", "--skip-preview");
    }
    assert.deepEqual(this.#calls(before, isWrite), this.#expectedWrites());
    await this.#pulumi(this.dev, "dev", "preview", "--refresh", "--expect-no-changes");
    await this.#diffWithState();
  }

  /** The state has everything that the instance shows. With documented operations, it shows less than the state. */
  async #diffWithState(): Promise<void> {
    if (this.trip.operations === "documented") return;
    const args = ["stack:dev", "dev", "--json"];
    const { code, out, err } = await this.workspace.runIn("dev", "diff", ...args);
    const { rows, notes } = JSON.parse(out) as { rows: object[]; notes: string[] };
    assert.deepEqual([code, rows], [0, []], err);
    const unmanaged = notes.filter((note) => note.includes("does not manage"));
    assert.deepEqual(unmanaged, []);
  }

  async #replicate(): Promise<void> {
    const { prod, workspace } = this;
    const before = this.dev.calls.length;
    assert.equal((await this.#map()).code, 1, "ids are open");
    const open = JSON.parse(workspace.read("dev/map.prod.json")) as Sections;
    workspace.write("dev/map.prod.json", JSON.stringify(filledIn(open)));
    const stack = this.trip.language === "yaml" ? ["--stack", "prod"] : [];
    const { code, out } = await this.#map(...stack);
    assert.equal(code, 0, out);
    await this.#pulumi(prod, "prod", "stack", "init", "prod");
    const isExtended = this.trip.operations === "extended";
    // Documented operations cannot enable a schedule later.
    if (!isExtended) await this.#pulumi(prod, "prod", "config", "set", "platform:mail", "live");
    await this.#pulumi(prod, "prod", "up", "--yes", "--skip-preview");
    if (isExtended) {
      assert.ok(prod.state.schedules.every(({ schedule: { enabled } }) => !enabled));
      const enabled = this.dev.state.schedules.filter(({ schedule }) => schedule.enabled).length;
      // Schedules that wait for go-live are no failure.
      assert.deepEqual(await this.#diff(0), Array(enabled).fill("muted"));
      await this.#pulumi(prod, "prod", "config", "set", "platform:mail", "live");
      await this.#pulumi(prod, "prod", "up", "--yes", "--skip-preview");
    }
    assert.deepEqual(await this.#diff(0), []);
    assert.deepEqual(this.#calls(before, isWrite), {}, "a copy only reads what it is made of");
  }

  /** Every field that the report does not call unseen has to be on the other instance. */
  #compare({ unseen, exported }: Report): Pick<Outcome, "objects" | "fields"> {
    const source = truthOf(this.dev, onOther);
    const copy = truthOf(this.prod, onSame);
    const objects = { made: 0, all: source.size };
    const fields = { made: 0, all: 0 };
    const unknown = new Map(unseen.map(({ id, fields: paths }) => [id, paths]));
    for (const [key, { kind, id, fields: told }] of source) {
      fields.all += Object.keys(told).length;
      if (exported[kind] === undefined) continue;
      const made = copy.get(key);
      assert.ok(made, `${key} has no copy`);
      objects.made++;
      for (const [path, value] of Object.entries(told)) {
        if (unknown.get(id)?.includes(path) === true) continue;
        assert.deepEqual(made.fields[path], value, `${path} of ${key}`);
        fields.made++;
      }
    }
    assert.equal(copy.size, objects.made, "the copy has nothing else");
    return { objects, fields };
  }

  #map(...args: string[]) {
    const out = ["--out", "map.prod.json"];
    return this.workspace.runIn("dev", "map", "dev", "prod", ...out, ...this.#ids, ...args);
  }

  /** What differs between the instances. */
  async #diff(expected: number): Promise<string[]> {
    const { operations } = this.trip;
    // Documented operations show groups by their ids only, and the rest not at all.
    const chosen = operations === "documented" ? ["--only", "schedules"] : this.#ids;
    const args = ["dev", "prod", "--map", "map.prod.json", "--json", ...chosen];
    const { code, out, err } = await this.workspace.runIn("dev", "diff", ...args);
    assert.equal(code, expected, out + err);
    return (JSON.parse(out) as { rows: { what: string }[] }).rows.map(({ what }) => what);
  }

  async #pulumi(instance: Simulator, stack: string, ...args: string[]): Promise<string> {
    const chosen = args[0] === "stack" ? [] : ["--stack", stack];
    const { code, out, err } = await this.workspace.pulumi("dev", instance, ...args, ...chosen);
    assert.equal(code, 0, `pulumi ${args.join(" ")}: ${out}${err}`);
    return out;
  }

  /** How often the first instance was called in which way. */
  #calls(since: number, isCounted: (call: Call) => boolean = () => true): Record<string, number> {
    const counted: Record<string, number> = {};
    for (const call of this.dev.calls.slice(since).filter(isCounted)) {
      counted[call.route] = (counted[call.route] ?? 0) + 1;
    }
    return counted;
  }

  #expectedReads(): Record<string, number> {
    const { schedules, groups } = this.trip.sizes;
    const { datasets, cards } = this.named;
    // Each list is read twice, and its last page is empty.
    const lists = (count: number, size: number) => 2 * (Math.ceil(count / size) + 1);
    return this.trip.operations === "documented"
      ? { [routes.schedules]: lists(schedules, 500), [routes.group]: groups }
      : {
          [routes.schedules]: lists(schedules, 500),
          [routes.schedule]: schedules,
          [routes.groups]: lists(groups, 100),
          // Once for the fields that no program holds, and once for the members.
          [routes.group]: 2 * groups,
          // An open group owns itself.
          [routes.owners]: this.dev.state.groups.filter(({ type }) => type !== "open").length,
          [routes.permissions]: datasets.length,
          [routes.certification]: datasets.length + cards.length,
        };
  }

  /** An adoption of what is as the program says writes nothing. What has no `adopt` is granted once more. */
  #expectedWrites(): Record<string, number> {
    const { operations, provider, sizes } = this.trip;
    return operations === "documented" || provider === "plugin"
      ? {}
      : { [routes.certify]: sizes.certifications, [routes.share]: sizes.shares };
  }
}

const routes = {
  schedules: "GET /api/content/v1/reportschedules",
  schedule: "GET /api/content/v1/reportschedules/{scheduleId}",
  group: "GET /api/content/v2/groups/{group}",
  groups: "GET /api/content/v2/groups/grouplist",
  owners: "GET /api/content/v2/groups/{group}/permissions",
  permissions: "GET /api/data/v3/datasources/{datasetId}/permissions",
  certification: "GET /api/tags/v3/{entityType}/{entityId}/system/CERTIFIED/state",
  certify: "PUT /api/tags/v3/{entityType}/{entityId}/system/CERTIFIED/state/ACTIVE",
  share: "POST /api/data/v3/datasources/{datasetId}/share",
};
const isWrite = ({ method }: Call): boolean => method !== "GET";

async function timed<Result>(work: () => Promise<Result>) {
  const start = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - start) / 1000 };
}
