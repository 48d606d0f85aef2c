import {
  compared,
  fetchDetails,
  pluralOf,
  readObject,
  sourceOf,
  verbsOf,
  nameIn,
} from "pulumi-platform-provider/contract";
import type { Existing, ObjectResource } from "pulumi-platform-provider/contract";
import { Failure } from "../failure.js";
import { notListed, readable, readInventory } from "../inventory/read.js";
import { runPreview } from "../preview/run.js";
import type { Preview } from "../preview/types.js";
import { openOperations } from "../stack/state.js";
import type { State } from "../stack/state.js";
import { unsavedOf } from "../stack/unsaved.js";
import { withoutSecrets } from "../stack/values.js";
import { comparisonOf } from "./finding.js";
import type { Candidate, Verdict } from "./finding.js";
import { ifUnread, StackInstances } from "./instances.js";
import { keyOfInstance, interruptedIn, labelOf, whatFollows } from "./interrupted.js";
import type { Interrupted } from "./interrupted.js";
import { readManagers, releasing } from "../inventory/managingStacks.js";
import type { Managers } from "../inventory/managingStacks.js";
import { uncertainRun } from "./uncertainRuns.js";
import type { ReportProgress } from "../output/progress.js";

/** The words of a person about resources, by their names or URNs. */
export interface Decisions {
  take: ReadonlyMap<string, string>;
  notDone: ReadonlySet<string>;
}

/** The objects of a type that people can take for the declared one. */
export interface Listed<Row = Candidate> {
  objects: readonly Row[];
  /** Why further objects can exist. */
  gaps: readonly string[];
  /** Whether the instance lists objects of this kind at all. */
  isList: boolean;
}

/** What a look showed: of a create, objects to judge together with those of other creates. */
type Evidence = ({ kind: "list" } & Listed) | { kind: "object"; object: Candidate } | Verdict;

export interface Facts {
  stack: string;
  operations: readonly { about: Interrupted; evidence: Evidence }[];
  /** Errors of the preview, without which the creates of a run without checkpoints are unknown. */
  problems: readonly string[];
  /** Stacks whose state could not be read. They can manage any object. */
  unread: Managers["unread"];
  /** Objects that killed runs created, and that neither the state nor the program has. */
  givenUp: readonly string[];
  /** The names of the resources of the program whose delete was interrupted, as in a destroy. */
  deleting: readonly string[];
}

/** Gathers what is known of an interrupted run. It only reads. */
export async function gatherFacts(
  stack: string,
  state: State,
  decisions: Decisions,
  progress: ReportProgress,
): Promise<Facts> {
  const preview = await runPreview({ stack });
  const interrupted = interruptedIn(state, preview);
  const { problems, project, changes } = preview;
  const givenUp = await givenUpIn(stack, state, preview);
  const deleting = deletingIn(state, preview);
  const unjudged = { stack, problems, givenUp, deleting };
  if (interrupted.length === 0) return { ...unjudged, operations: [], unread: [] };
  const managers = await readManagers(state, { stack, project, changes });
  const mayHaveRun = interrupted.filter((one) => lookFor(one, decisions) === "history");
  const reader = new EvidenceReader(new StackInstances(stack), managers, progress, mayHaveRun);
  const operations = [];
  for (const [at, about] of interrupted.entries()) {
    progress("what was interrupted", at, interrupted.length);
    operations.push({ about, evidence: await reader.read(about, decisions) });
  }
  return { ...unjudged, operations, unread: managers.unread };
}

/** The program decides about the objects that it declares: its next run takes them over. */
async function givenUpIn(
  stack: string,
  { deployment: { resources } }: State,
  { changes, instances, problems }: Preview,
): Promise<string[]> {
  // A failed preview does not show all that the program declares.
  if (problems.length > 0) return [];
  const addresses = new Set(instances.flatMap(({ baseUrl }) => baseUrl || []));
  const unsaved = await Promise.all([...addresses].map((address) => unsavedOf(stack, address)));
  const isKnown = (id: string) =>
    resources?.some((one) => one.id === id) === true ||
    changes.some(({ earlier }) => earlier?.text.includes(id));
  return unsaved
    .flat()
    .filter(({ id }) => !isKnown(id))
    .map(({ type, id }) => `${readable.find(({ name }) => name === type)?.noun ?? type} ${id}`);
}

/** Only a destroy, or a replacement that deletes first, deletes what the program declares. */
function deletingIn({ deployment }: State, { declared = [] }: Preview): string[] {
  const urns = openOperations(deployment).flatMap(({ type, resource }) =>
    type === "deleting" && resource.delete !== true ? resource.urn : [],
  );
  return [...new Set(urns)].filter((urn) => declared.includes(urn)).map(nameIn);
}

/** What the state, the program and the person settle; otherwise what the instance must show. */
function lookFor(about: Interrupted, { notDone }: Decisions): Verdict | "history" | "object" {
  const { resource, operation, storedId, declared, inputs, name, urn, earlier } = about;
  const settled = (reason: string, id?: string): Verdict => ({ kind: "settled", reason, id });
  if (storedId !== undefined) return settled("The state has it already.", storedId);
  const isNotDone = notDone.has(urn) || notDone.has(name);
  if (earlier?.has === "request") {
    if (isNotDone) throw new Failure(`--not-done ${name}: ${journalHas} ${sendingAgain(about)}`);
    return settled(`${journalHas} ${earlier.text}`);
  }
  if (isNotDone) {
    return settled(`It did not happen, as you say. ${whatFollows(about, "does")}`);
  }
  const isAction = resource.kind === "action";
  const mails = resource.mail?.sent !== undefined && (resource.mail.to(inputs)?.length ?? 1) > 0;
  const isOnce = isAction ? resource.repeatable !== true : mails;
  const isRepeated =
    isAction ||
    operation === "updating" ||
    verbsOf(resource, about.instance.operations).create?.repeatable === true;
  if ((isOnce || isRepeated) && declared === undefined) return settled(givenUp(operation));
  if (isOnce) return "history";
  if (isRepeated) return settled("The next up does it again, which does no harm.");
  const { adopt, allowDuplicate } = declared ?? {};
  if (typeof adopt === "string") return settled("The program adopts it.", adopt);
  return allowDuplicate === true
    ? settled("The program has allowDuplicate, so the next up creates another one.")
    : "object";
}

/** No later run repeats what the program does not ask for any more, or undoes it. */
const givenUp = (operation: Interrupted["operation"]): string =>
  operation === "creating"
    ? "The program does not ask for it any more. If it was done, look on the instance whether it has to be undone."
    : "The program does not ask for it any more, but the instance can have it. To put back what the program has: PLATFORM_READ_DETAILS=refresh pulumi up --refresh";

const journalHas =
  "The journal of this machine has the request, so the next up does not make it again.";

const sendingAgain = ({ resource }: Interrupted): string =>
  resource.kind === "action"
    ? "To make it again, run pulumi up, then change its `triggers`."
    : "To e-mail somebody again, run pulumi up, remove them from the program, run pulumi up, and add them again.";

const extendedList =
  "No documented call lists them. With PLATFORM_OPERATIONS=extended this command can look.";

class EvidenceReader {
  readonly #lists = new Map<string, Promise<Listed<Existing>>>();

  constructor(
    readonly instances: StackInstances,
    readonly managers: Managers,
    readonly progress: ReportProgress,
    /** What must not run again before a person decided about it. */
    readonly mayHaveRun: readonly Interrupted[],
  ) {}

  async read(about: Interrupted, decisions: Decisions): Promise<Evidence> {
    const look = lookFor(about, decisions);
    if (typeof look === "object") return look;
    const { resource, name, urn } = about;
    if (look === "history" || resource.kind === "action") {
      return uncertainRun(about, this.instances, this.mayHaveRun);
    }
    const id = decisions.take.get(urn) ?? decisions.take.get(name);
    return id === undefined
      ? this.#search(about, resource)
      : { kind: "object", object: await this.#named(about, resource, id) };
  }

  async #named(about: Interrupted, resource: ObjectResource, id: string): Promise<Candidate> {
    const fail = (reason: string): never => {
      throw new Failure(`--take ${about.name}=${id}: ${reason}`);
    };
    const { instance } = await this.instances.connect(about.instance);
    const source = sourceOf(resource, instance);
    const reading = await readObject(source, id, about.inputs).catch(ifUnread(fail));
    if (reading?.found !== "present")
      return fail(`the instance shows no such object for ${labelOf(about)}.`);
    const object = await this.#detailed(about, resource, reading);
    const { manager } = object;
    if (manager === undefined) return object;
    return fail([`stack ${manager.stack} manages that object.`, ...releasing(manager)].join(" "));
  }

  async #search(about: Interrupted, resource: ObjectResource): Promise<Evidence> {
    const key = `${resource.name} ${keyOfInstance(about.instance)}`;
    const unread = (reason: string) => ({ objects: [], gaps: [reason], isList: false });
    const list = this.#lists.get(key) ?? this.#list(about, resource).catch(ifUnread(unread));
    this.#lists.set(key, list);
    const { objects, ...shown } = await list;
    const inputs = withoutSecrets(about.inputs);
    const alike = objects.filter(({ live }) => {
      const { likeness } = compared(resource, inputs, live);
      // Only what began in a run can have another name since.
      return likeness !== undefined && (likeness !== "renamed" || about.isPending);
    });
    const detailed = alike.map((one) => this.#detailed(about, resource, one));
    return { kind: "list", ...shown, objects: await Promise.all(detailed) };
  }

  /** Lists the objects of a type, without their details. */
  async #list(about: Interrupted, resource: ObjectResource): Promise<Listed<Existing>> {
    const connection = await this.instances.connect(about.instance);
    const wanted = { kinds: [resource], ids: {}, isListOnly: true };
    const { items, gaps, unlisted = [] } = await readInventory(connection, wanted, this.progress);
    const isExtended = about.instance.operations === "extended";
    const noList = isExtended || resource.extended.list === undefined ? notListed : extendedList;
    return {
      objects: items.map(({ inputs, ...item }) => ({ ...item, live: inputs })),
      // No option of this command names ids.
      gaps: gaps.map(({ needs, reason }) => (needs === "ids" ? noList : reason)),
      isList: !unlisted.includes(pluralOf(resource)),
    };
  }

  /** Compares an object first as the list shows it, then with its details. */
  async #detailed(about: Interrupted, resource: ObjectResource, listed: Existing) {
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
