import {
  compared,
  fetchDetails,
  pluralOf,
  readObject,
  sourceOf,
} from "pulumi-platform-provider/contract";
import type { Existing, ObjectResource } from "pulumi-platform-provider/contract";
import { Failure } from "../failure.js";
import { DetailCache } from "../inventory/details.js";
import { notListed, readInventory } from "../inventory/read.js";
import type { Watcher } from "../inventory/read.js";
import { runPreview } from "../preview/run.js";
import { stackSettings } from "../stack/stackSettings.js";
import type { State } from "../stack/state.js";
import { withoutSecrets } from "../stack/values.js";
import { comparisonOf } from "./comparison.js";
import type { Comparison } from "./comparison.js";
import { ifUnread, StackInstances } from "./instances.js";
import { instanceKey, interruptedIn, labelOf, lookFor } from "./interrupted.js";
import type { Decisions, Interrupted, Settled } from "./interrupted.js";
import { readManagers, releasing } from "./managingStacks.js";
import type { Managers, ManagingStack } from "./managingStacks.js";
import { historyOf } from "./uncertainRuns.js";

/** An object on the instance that the interrupted run may have created. */
export interface Candidate extends Comparison {
  id: string;
  /** The stack that manages it. */
  manager?: ManagingStack;
}

/** What a list shows. */
interface List<Row> {
  objects: readonly Row[];
  /** Why further objects can exist. */
  gaps: readonly string[];
  /** Whether the instance lists objects of this kind at all. */
  isList: boolean;
}

/** The objects of a type that people can take for the declared one. */
export type Listed = { kind: "list" } & List<Candidate>;

/** What a look showed. */
type Evidence =
  | Settled
  | { kind: "history"; lines: readonly string[] }
  /** An object that a person named. */
  | { kind: "object"; object: Candidate }
  | Listed;

export interface Facts {
  stack: string;
  operations: readonly { about: Interrupted; evidence: Evidence }[];
  /** Errors of the preview, without which the creates of a run without checkpoints are unknown. */
  problems: readonly string[];
  /** Stacks whose state could not be read. They can manage any object. */
  unread: Managers["unread"];
  /** The value of platform:mail in the settings of the stack. */
  mail?: unknown;
}

/** Gathers what is known of an interrupted run. It only reads. */
export async function gatherFacts(
  stack: string,
  state: State,
  decisions: Decisions,
  progress: Watcher["progress"],
): Promise<Facts> {
  const preview = await runPreview({ stack });
  const interrupted = interruptedIn(state, preview);
  const { problems } = preview;
  const { "platform:mail": mail } = stackSettings(stack);
  if (interrupted.length === 0) return { stack, operations: [], problems, unread: [], mail };
  const managers = await readManagers(state, preview, stack);
  const reader = new EvidenceReader(new StackInstances(stack), managers, progress);
  const operations = [];
  for (const [at, about] of interrupted.entries()) {
    progress("what was interrupted", at, interrupted.length);
    operations.push({ about, evidence: await reader.read(about, decisions) });
  }
  return { stack, operations, problems, unread: managers.unread, mail };
}

const extendedList =
  "No documented call lists them. With PLATFORM_OPERATIONS=extended this command can look.";

class EvidenceReader {
  readonly #lists = new Map<string, Promise<List<Existing>>>();

  constructor(
    readonly instances: StackInstances,
    readonly managers: Managers,
    readonly progress: Watcher["progress"],
  ) {}

  async read(about: Interrupted, decisions: Decisions): Promise<Evidence> {
    const look = lookFor(about, decisions);
    if (typeof look === "object") return look;
    const { resource, name, urn } = about;
    if (look === "history" || resource.kind === "action") {
      return { kind: "history", lines: await historyOf(about, this.instances) };
    }
    const id = decisions.take.get(urn) ?? decisions.take.get(name);
    return id === undefined
      ? this.#search(about, resource)
      : { kind: "object", object: await this.#named(about, resource, id) };
  }

  async #named(about: Interrupted, resource: ObjectResource, id: string): Promise<Candidate> {
    const failure = (reason: string) => new Failure(`--take ${about.name}=${id}: ${reason}`);
    const { instance } = await this.instances.connect(about.instance);
    const reading = await readObject(sourceOf(resource, instance), id, about.inputs).catch(
      ifUnread((reason) => {
        throw failure(reason);
      }),
    );
    if (reading?.found !== "present") {
      throw failure(`the instance shows no such object for ${labelOf(about)}.`);
    }
    const object = await this.#detailed(about, resource, reading);
    const { manager } = object;
    if (manager === undefined) return object;
    const told = `stack ${manager.stack} manages that object.`;
    throw failure([told, ...releasing(manager)].join(" "));
  }

  async #search(about: Interrupted, resource: ObjectResource): Promise<Listed> {
    const key = `${resource.name} ${instanceKey(about.instance)}`;
    const unread = (reason: string) => ({ objects: [], gaps: [reason], isList: false });
    const list = this.#lists.get(key) ?? this.#list(about, resource).catch(ifUnread(unread));
    this.#lists.set(key, list);
    const { objects, ...rest } = await list;
    const inputs = withoutSecrets(about.inputs);
    const alike = objects.filter(
      ({ live }) => compared(resource, inputs, live).likeness !== undefined,
    );
    const detailed = alike.map((one) => this.#detailed(about, resource, one));
    return { kind: "list", objects: await Promise.all(detailed), ...rest };
  }

  /** Lists the objects of a type, without their details. */
  async #list(about: Interrupted, resource: ObjectResource): Promise<List<Existing>> {
    const connection = await this.instances.connect(about.instance);
    const wanted = { kinds: [resource], ids: {}, isListOnly: true };
    const watcher = { progress: this.progress, details: new DetailCache() };
    const { items, gaps, unlisted = [] } = await readInventory(connection, wanted, watcher);
    const isList = !unlisted.includes(pluralOf(resource));
    const isOfExtended =
      !isList && about.instance.operations === "documented" && resource.extended.list !== undefined;
    return {
      objects: items.map(({ inputs, ...item }) => ({ ...item, live: inputs })),
      gaps: [
        ...(isOfExtended ? [extendedList] : []),
        ...gaps
          .filter(({ needs }) => !isOfExtended || needs !== "extended")
          // No option of this command names ids.
          .map(({ needs, reason }) => (needs === "ids" ? notListed : reason)),
      ],
      isList,
    };
  }

  /** Compares an object first as the list shows it, then with its details. */
  async #detailed(
    about: Interrupted,
    resource: ObjectResource,
    listed: Existing,
  ): Promise<Candidate> {
    const { id } = listed;
    const candidate = ({ live }: Pick<Existing, "live">): Candidate => {
      const manager = this.managers.of(resource, id, about.instance.baseUrl);
      return { id, manager, ...comparisonOf(resource, about.inputs, live) };
    };
    const first = candidate(listed);
    if (first.differing.length > 0) return first;
    const { instance } = await this.instances.connect(about.instance);
    const read = () => fetchDetails(sourceOf(resource, instance), listed);
    const detailed = instance.lasting(`details of ${resource.name} ${id}`, read);
    return candidate(await detailed.catch(ifUnread(() => listed)));
  }
}
