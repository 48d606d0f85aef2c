import { fetchDetails, pluralOf, readObject, sourceOf } from "pulumi-platform-provider/contract";
import type { Existing, ObjectResource } from "pulumi-platform-provider/contract";
import { Failure } from "../failure.js";
import type { Connection } from "../instances/connect.js";
import { DetailCache } from "../inventory/details.js";
import { notListed, readInventory } from "../inventory/read.js";
import type { Watcher } from "../inventory/read.js";
import { runPreview } from "../preview/run.js";
import { stackSettings } from "../stack/stackSettings.js";
import type { State } from "../stack/state.js";
import { historyOf } from "./history.js";
import { reasonOf, StackInstances } from "./instances.js";
import { instanceKey, interruptedIn, labelOf, lookFor } from "./interrupted.js";
import type { Decisions, Interrupted, Look } from "./interrupted.js";
import type { Candidate, Evidence, Facts, Listed } from "./judge.js";
import { likenessOf } from "./likeness.js";
import { ManagingStacks } from "./managingStacks.js";

type Progress = Watcher["progress"];
/** The objects of a type, before anything is compared. */
type ReadList = Pick<Listed, "gaps" | "isList"> & { objects: readonly Existing[] };

/** Gathers what is known of an interrupted run. It only reads. */
export async function gatherFacts(
  stack: string,
  state: State,
  decisions: Decisions,
  progress: Progress,
): Promise<Facts> {
  const preview = await runPreview({ stack });
  const interrupted = interruptedIn(state, preview);
  const { problems } = preview;
  const { "platform:mail": mail } = stackSettings(stack);
  if (interrupted.length === 0) return { stack, operations: [], problems, unread: [], mail };
  const managing = await ManagingStacks.read(state, preview, stack);
  const reader = new EvidenceReader(new StackInstances(stack), managing, progress);
  const operations = [];
  for (const [at, about] of interrupted.entries()) {
    progress("what was interrupted", at, interrupted.length);
    operations.push({ about, evidence: await reader.read(about, lookFor(about, decisions)) });
  }
  return { stack, operations, problems, unread: managing.unread, mail };
}

class EvidenceReader {
  readonly #lists = new Map<string, Promise<ReadList>>();

  constructor(
    readonly instances: StackInstances,
    readonly managing: ManagingStacks,
    readonly progress: Progress,
  ) {}

  async read(about: Interrupted, look: Look): Promise<Evidence> {
    if (look.kind === "settled") return look;
    if (look.kind === "object") {
      return { kind: "object", object: await this.#named(about, look.resource, look.id) };
    }
    const connection = await this.instances.connect(about.instance).catch(reasonOf);
    return look.kind === "history"
      ? { kind: "history", lines: await historyOf(about, connection) }
      : this.#search(about, look.resource, connection);
  }

  /** An object that a person named. */
  async #named(about: Interrupted, resource: ObjectResource, id: string): Promise<Candidate> {
    const connection = await this.instances.connect(about.instance);
    const source = sourceOf(resource, connection.instance);
    const reading = await readObject(source, id, about.inputs).catch((error: unknown) => {
      throw new Failure(`--take ${about.name}=${id}: ${reasonOf(error)}`);
    });
    if (reading?.found !== "present") {
      throw new Failure(
        `--take ${about.name}=${id}: the instance shows no such object for ${labelOf(about)}.`,
      );
    }
    return this.#detailed(about, resource, connection, reading);
  }

  async #search(
    about: Interrupted,
    resource: ObjectResource,
    connection: Connection | string,
  ): Promise<Listed> {
    if (typeof connection === "string") {
      return { kind: "list", resource, objects: [], gaps: [{ reason: connection }], isList: false };
    }
    const key = `${resource.name} ${instanceKey(about.instance)}`;
    const list = this.#lists.get(key) ?? this.#list(resource, connection);
    this.#lists.set(key, list);
    const { objects, ...rest } = await list;
    const alike = objects.filter(
      ({ live }) => likenessOf(resource, about.inputs, live).likeness !== undefined,
    );
    const compared = alike.map((one) => this.#detailed(about, resource, connection, one));
    return { kind: "list", resource, objects: await Promise.all(compared), ...rest };
  }

  /** Lists the objects of a type, without their details. */
  async #list(resource: ObjectResource, connection: Connection): Promise<ReadList> {
    try {
      const wanted = { kinds: [resource], ids: {}, isListOnly: true };
      const watcher = { progress: this.progress, details: new DetailCache() };
      const { items, gaps, unlisted = [] } = await readInventory(connection, wanted, watcher);
      return {
        objects: items.map(({ inputs, ...item }) => ({ ...item, live: inputs })),
        // No option of this command names ids.
        gaps: gaps.map((one) => (one.needs === "ids" ? { ...one, reason: notListed } : one)),
        isList: !unlisted.includes(pluralOf(resource)),
      };
    } catch (error) {
      return { objects: [], gaps: [{ reason: reasonOf(error) }], isList: false };
    }
  }

  /** Compares an object first as the list shows it, then with its details. */
  async #detailed(
    about: Interrupted,
    resource: ObjectResource,
    { instance }: Connection,
    listed: Existing,
  ): Promise<Candidate> {
    const first = this.#candidate(about, resource, listed);
    if (first.differing.length > 0) return first;
    const read = () => fetchDetails(sourceOf(resource, instance), listed);
    const detailed = await instance
      .lasting(`details of ${resource.name} ${listed.id}`, read)
      .catch((error: unknown) => {
        reasonOf(error);
        return listed;
      });
    return this.#candidate(about, resource, { id: listed.id, live: detailed.live });
  }

  #candidate(
    { inputs, instance }: Interrupted,
    resource: ObjectResource,
    { id, live }: Pick<Existing, "id" | "live">,
  ): Candidate {
    const manager = this.managing.of(resource, id, instance.baseUrl);
    return { id, live, manager, ...likenessOf(resource, inputs, live) };
  }
}
