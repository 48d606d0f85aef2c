import { readObject, sourceOf, verbsOf } from "pulumi-platform-provider/contract";
import { Failure } from "../failure.js";
import type { Connection } from "../instances/connect.js";
import { labelOf } from "./finding.js";
import type { Candidate, Create, Decisions, Finding } from "./finding.js";
import { deadStackStep, managedElsewhere } from "./elsewhere.js";
import type { ManagingStack, ManagingStacks } from "./holders.js";
import type { StackInstances } from "./instances.js";
import { keyOf, reasonOf } from "./instances.js";
import type { Interrupted } from "./interrupted.js";
import { compared, hasSameKey, listObjects } from "./duplicates.js";
import type { Listed } from "./duplicates.js";
import { describeUncertainRun } from "./history.js";

type Progress = (what: string, done: number, total: number) => void;

/** An interrupted create, and the objects of its type that no stack manages. */
interface Search {
  about: Create;
  listed: Listed;
  exact: readonly Candidate[];
  similar: readonly Candidate[];
  /** Equal objects that other stacks manage. */
  held: readonly { object: Candidate; holder: ManagingStack }[];
}

/** Finds out the result of each interrupted operation. It only reads. */
export class Examination {
  readonly #lists = new Map<string, Promise<Listed>>();

  constructor(
    readonly instances: StackInstances,
    readonly holders: ManagingStacks,
    readonly decisions: Decisions,
    readonly progress: Progress,
  ) {}

  async examine(all: readonly Interrupted[]): Promise<Finding[]> {
    const findings = new Map<Interrupted, Finding>();
    const searches: Search[] = [];
    for (const [at, about] of all.entries()) {
      this.progress("what was interrupted", at, all.length);
      const finding = await this.#settled(about);
      if (finding !== undefined) findings.set(about, finding);
      else searches.push(await this.#search(about as Create));
    }
    const chosen = chosenObjects([...findings.values()]);
    for (const { exact, similar, ...look } of searches) {
      const isFree = ({ id }: Candidate) => !chosen.has(objectKey(look.about, id));
      const free = { ...look, exact: exact.filter(isFree), similar: similar.filter(isFree) };
      findings.set(look.about, this.#judged(free, searches));
    }
    return all.flatMap((about) => findings.get(about) ?? []);
  }

  /** The finding, if it needs no search for objects. */
  async #settled(about: Interrupted): Promise<Finding | undefined> {
    const { resource, operation, storedId, declared, inputs } = about;
    const settled = (reason: string, id?: string): Finding => {
      return { about, kind: "settled", reason, ...(id !== undefined && { id }) };
    };
    if (storedId !== undefined) return settled("The state has it already.", storedId);
    const { take, notDone } = this.decisions;
    if (notDone.has(about.urn) || notDone.has(about.name)) {
      return settled(`It did not happen, as you say. ${whatFollows(about, "does")}`);
    }
    const mails = resource.mail?.sent !== undefined && (resource.mail.to(inputs)?.length ?? 1) > 0;
    if (resource.kind === "action" ? resource.repeatable !== true : mails) {
      if (operation === "updating" && declared === undefined) {
        return settled("The program does not ask for it any more.");
      }
      return describeUncertainRun(about, await this.#connection(about), this.instances.stack);
    }
    if (resource.kind === "action" || operation === "updating") {
      return settled("The next up does it again, which does no harm.");
    }
    const { create } = verbsOf(resource, about.instance.operations);
    if (create?.repeatable === true) {
      return settled("The next up does it again, which does no harm.");
    }
    const adopted = declared?.adopt;
    if (typeof adopted === "string") return settled("The program adopts it.", adopted);
    if (declared?.allowDuplicate === true) {
      return settled("The program has allowDuplicate, so the next up creates another one.");
    }
    const chosen = take.get(about.urn) ?? take.get(about.name);
    return chosen === undefined ? undefined : this.#chosen(about as Create, chosen);
  }

  /** An object that a person named. */
  async #chosen(about: Create, id: string): Promise<Finding> {
    const { resource, inputs, instance } = about;
    const label = labelOf(about);
    const holder = this.holders.holderOf(resource, id, instance.baseUrl);
    if (holder !== undefined) {
      throw new Failure(
        [
          `--take ${about.name}=${id}: stack ${holder.stack} manages that object.`,
          ...deadStackStep(holder),
        ].join(" "),
      );
    }
    const connection = await this.instances.connect(instance);
    const source = sourceOf(resource, connection.instance);
    const reading = await readObject(source, id, inputs).catch((error: unknown) => {
      throw new Failure(`--take ${about.name}=${id}: ${reasonOf(error)}`);
    });
    if (reading?.found !== "present") {
      throw new Failure(
        `--take ${about.name}=${id}: the instance shows no such object for ${label}.`,
      );
    }
    const object = await compared(connection, resource, inputs, reading);
    return { about, kind: "found", object, isChosen: true };
  }

  async #search(about: Create): Promise<Search> {
    const { resource, inputs, instance } = about;
    const connection = await this.#connection(about);
    if (typeof connection === "string") {
      const listed = { objects: [], gaps: [{ reason: connection }], isList: false };
      return { about, listed, exact: [], similar: [], held: [] };
    }
    const listed = await this.#listed(connection, about);
    const holderOf = ({ id }: { id: string }) =>
      this.holders.holderOf(resource, id, instance.baseUrl);
    const named = listed.objects.filter(
      (one) => hasSameKey(resource, inputs, one.live) && holderOf(one)?.isOwn !== true,
    );
    const all = await Promise.all(named.map((one) => compared(connection, resource, inputs, one)));
    const exact = all.filter(({ differing }) => differing.length === 0);
    const isFree = (one: Candidate) => holderOf(one) === undefined;
    return {
      ...{ about, listed },
      exact: exact.filter(isFree),
      similar: all.filter((one) => isFree(one) && !exact.includes(one)),
      held: exact.flatMap((object) => {
        const holder = holderOf(object);
        return holder === undefined ? [] : [{ object, holder }];
      }),
    };
  }

  #listed(connection: Connection, { resource, instance }: Create): Promise<Listed> {
    const key = `${resource.name} ${keyOf(instance)}`;
    const known = this.#lists.get(key) ?? listObjects(connection, resource, this.progress);
    this.#lists.set(key, known);
    return known;
  }

  /** The instance, or why nothing can be read there. */
  #connection({ instance }: Interrupted): Promise<Connection | string> {
    return this.instances.connect(instance).catch(reasonOf);
  }

  #judged({ about, listed, exact, similar, held }: Search, searches: readonly Search[]): Finding {
    const open = (reason: string, candidates: readonly Candidate[] = []): Finding => {
      return { about, kind: "open", reason, candidates };
    };
    const [object, ...others] = exact;
    if (object === undefined) {
      if (!listed.isList) return open(unlisted(about, listed));
      if (held.length > 0) return managedElsewhere(about, held);
      if (similar.length > 0) {
        return open(
          "No object on the instance is the same, but one or more have the same name.",
          similar,
        );
      }
      if (listed.gaps.length > 0) {
        return open(
          `The list does not show such an object, but may not be complete: ${listed.gaps.map(({ reason }) => reason).join(" ")}`,
        );
      }
      return {
        about,
        kind: "settled",
        reason: `The instance has no such object. ${whatFollows(about, "creates")}`,
      };
    }
    if (others.length > 0) return open("Several objects on the instance are the same.", exact);
    const rivals = searches.filter((one) => one.about !== about && isRival(one, about, object));
    if (rivals.length > 0) {
      const names = rivals.map((one) => one.about.name).join(", ");
      return open(`The object can also belong to ${names}.`, exact);
    }
    if (this.holders.unread.length > 0) {
      const names = this.holders.unread.map(({ stack }) => stack).join(", ");
      return open(`A stack whose state could not be read may manage the object: ${names}.`, exact);
    }
    if (about.isPending && about.declared === undefined) {
      return open(
        "The program does not declare it any more. Declare it again, or delete the object on the instance.",
        exact,
      );
    }
    return { about, kind: "found", object };
  }
}

/** The objects that a person chose. Fails if an object is chosen twice. */
function chosenObjects(findings: readonly Finding[]): Map<string, string> {
  const chosen = new Map<string, string>();
  for (const finding of findings) {
    if (finding.kind !== "found") continue;
    const { about, object } = finding;
    const key = objectKey(about, object.id);
    const other = chosen.get(key);
    if (other !== undefined) {
      throw new Failure(
        `--take: id ${object.id} is given for ${other} and for ${about.name}. Only one resource can have an object.`,
      );
    }
    chosen.set(key, about.name);
  }
  return chosen;
}

const objectKey = ({ resource, instance }: Interrupted, id: string): string =>
  JSON.stringify([resource.name, keyOf(instance), id]);

const isRival = ({ about, exact }: Search, other: Create, { id }: Candidate): boolean =>
  about.resource === other.resource &&
  keyOf(about.instance) === keyOf(other.instance) &&
  exact.some((one) => one.id === id);

function unlisted({ resource, instance }: Create, { gaps }: Listed): string {
  const way =
    instance.operations === "documented" && resource.extended.list !== undefined
      ? ["No documented call lists them. With PLATFORM_OPERATIONS=extended this command can look."]
      : [];
  const others = gaps.filter(({ needs }) => way.length === 0 || needs !== "extended");
  const reasons = [...way, ...others.map(({ reason }) => reason)];
  return `Nobody can tell whether it was created. ${reasons.join(" ")}`.trim();
}

/** What becomes of an operation that did not happen. */
const whatFollows = ({ declared }: Interrupted, verb: "does" | "creates"): string =>
  declared === undefined
    ? "The program no longer declares it, so nothing is left to do."
    : `The next up ${verb} it.`;
