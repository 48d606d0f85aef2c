import type { Simulator } from "pulumi-platform-simulator";
import { weekly } from "../engine/declarations";
import type { Declared } from "../engine/stack";
import type { Random } from "./random";

/** The page of the schedule that is never deleted: the first that a program declares. */
const anchorPage = 1;

const levels = ["CO_OWNER", "CAN_EDIT", "CAN_SHARE", "CAN_VIEW"];

interface Grant {
  type: string;
  id: string;
  accessLevel: string;
}

/** A program that changes at random. Each edit returns what it did, for the log. */
export class ChangingProgram {
  #resources: Declared[] = [];
  #made = 0;

  constructor(readonly random: Random) {
    // What is sent needs a report that stays: without its schedule it would be another one.
    this.#resources = [{ ...this.#schedule(), name: "anchor" }];
  }

  get resources(): Declared[] {
    return structuredClone(this.#resources);
  }

  edit(): string {
    const edits: (() => string | undefined)[] = [
      () => this.#add(this.#schedule()),
      () => this.#add(this.#group()),
      () => this.#remove(),
      () => this.#changeSchedule(),
      () => this.#changeSchedule(),
      () => this.#changeGroup(),
      () => this.#add(this.#share()),
      () => this.#changeShare(),
      () => this.#add(this.#certification()),
      () => this.#certifyAnother(),
      () => this.#turnSwitch(),
      () => this.#send(),
      () => this.#execute(),
    ];
    return this.random.of(edits)() ?? this.#add(this.#schedule());
  }

  #add(resource: Declared): string {
    this.#resources.push(resource);
    return `add ${resource.name}`;
  }

  #remove(): string | undefined {
    const removable = this.#resources.filter(({ name }) => name !== "anchor");
    if (removable.length === 0) return undefined;
    const gone = this.random.of(removable);
    this.#resources = this.#resources.filter((resource) => resource !== gone);
    return `remove ${gone.name}`;
  }

  #changeSchedule(): string {
    const mine = this.#resources.filter(({ type }) => type === "ReportSchedule");
    const { name, args } = this.random.of(mine) as ReturnType<typeof weekly>;
    const field = this.random.of(["title", "hourOfDay", "enabled", "recipients"]);
    if (field === "title") args.title = `Report ${++this.#made}`;
    if (field === "hourOfDay") args.schedule.hourOfDay = this.random.below(24);
    if (field === "enabled") args.schedule.enabled = !args.schedule.enabled;
    if (field === "recipients") {
      const value = `reader-${++this.#made}@example.com`;
      args.schedule.additionalRecipients = [{ type: "EMAIL", value }];
    }
    return `change ${field} of ${name}`;
  }

  #changeGroup(): string | undefined {
    const mine = this.#resources.filter(({ type }) => type === "Group");
    if (mine.length === 0) return undefined;
    const { name, args } = this.random.of(mine);
    args.description = `Description ${++this.#made}`;
    return `change description of ${name}`;
  }

  /** Those who are told by mail are named for the first time, so that a second mail is seen. */
  #changeShare(): string | undefined {
    const mine = this.#resources.filter(({ type }) => type === "DatasetShare");
    if (mine.length === 0) return undefined;
    const { name, args } = this.random.of(mine);
    const [first, ...others] = args.permissions as [Grant, ...Grant[]];
    if (args.sendEmail !== true) first.accessLevel = this.random.of(levels);
    const kept = this.random.chance(0.5) ? [first, ...others] : others;
    args.permissions = [...kept, this.#grant()];
    return `change permissions of ${name}`;
  }

  #certifyAnother(): string | undefined {
    const mine = this.#resources.filter(({ type }) => type === "Certification");
    if (mine.length === 0) return undefined;
    const { name, args } = this.random.of(mine);
    args.entityId = this.#certification().args.entityId;
    return `certify another with ${name}`;
  }

  #turnSwitch(): string {
    const there = this.#resources.find(({ type }) => type === "ScheduledReportEmails");
    const enabled = this.random.chance(0.5);
    if (there === undefined) {
      return this.#add({ type: "ScheduledReportEmails", name: "mail", args: { enabled } });
    }
    there.args.enabled = enabled;
    return "turn the switch";
  }

  /** Each sending goes to an address of its own, so that a second mail is seen. */
  #send(): string {
    const value = `sent-${++this.#made}@example.com`;
    const type = this.random.of(["ReportSend", "ReportNotification"] as const);
    const recipients =
      type === "ReportSend" ? [{ type: "EMAIL", value }] : [{ emailAddress: value }];
    return this.#run(type, { scheduleOf: "anchor", recipients });
  }

  /** Each execution is of a stream of its own, so that a second one is seen. */
  #execute(): string {
    const wait = this.random.chance(0.5) ? { waitMinutes: 1 } : {};
    return this.#run("StreamExecution", { streamId: String(5000 + ++this.#made), ...wait });
  }

  #run(type: Declared["type"], args: Declared["args"]): string {
    const there = this.#resources.find((resource) => resource.type === type);
    if (there === undefined || this.random.chance(0.3)) {
      return this.#add({ type, name: `run-${this.#made}`, args });
    }
    there.args = args;
    return `run ${there.name} again`;
  }

  #schedule(): Declared {
    const { type, args } = weekly();
    const number = ++this.#made;
    const schedule = { ...args.schedule, hourOfDay: this.random.below(24) };
    // Titles that several have in common are what makes objects hard to tell apart.
    const title = `Report ${number % 4 === 0 ? "of all" : number}`;
    return { type, name: `report-${number}`, args: { ...args, title, schedule, pageId: number } };
  }

  #grant(): Grant {
    const type = this.random.of(["USER", "GROUP"]);
    return { type, id: String(++this.#made), accessLevel: this.random.of(levels) };
  }

  /** Some share one dataset, each with people of its own. */
  #share(): Declared {
    const datasetId = `0f6a3a2e-5d6b-4f0e-9a51-00000000000${this.random.below(4)}`;
    const args = { datasetId, permissions: [this.#grant(), this.#grant()] };
    const mailing = this.random.chance(0.5) && { sendEmail: true };
    return { type: "DatasetShare", name: `share-${++this.#made}`, args: { ...args, ...mailing } };
  }

  #certification(): Declared {
    const number = ++this.#made;
    const args = { entityType: "CARD", entityId: String(number) };
    return { type: "Certification", name: `certification-${number}`, args };
  }

  #group(): Declared {
    const number = ++this.#made;
    const type = this.random.of(["open", "closed", "dynamic"]);
    const args = { name: `Group ${number}`, description: "As it was made", type };
    return { type: "Group", name: `group-${number}`, args };
  }
}

/** Somebody changes the instance by hand: at most one thing is deleted at a time. */
export function editByHand({ state, outbox }: Simulator, random: Random): string {
  const deletable = state.schedules.filter(({ pageId }) => pageId !== anchorPage);
  const schedule = state.schedules.length > 0 ? random.of(state.schedules) : undefined;
  const group = state.groups.length > 0 ? random.of(state.groups) : undefined;
  const what = random.of([
    "hour",
    "description",
    "delete schedule",
    "delete group",
    "unshare",
    "withdraw",
  ]);
  if (what === "hour" && schedule) {
    schedule.schedule.hourOfDay = random.below(24);
    return `by hand: hour of ${schedule.id}`;
  }
  if (what === "description" && group) {
    group.description = "Changed by hand";
    return `by hand: description of ${group.id}`;
  }
  if (what === "delete schedule" && deletable.length > 0) {
    const gone = random.of(deletable);
    state.schedules = state.schedules.filter((one) => one !== gone);
    return `by hand: delete schedule ${gone.id}`;
  }
  if (what === "delete group" && group) {
    state.groups = state.groups.filter((one) => one !== group);
    return `by hand: delete group ${group.id}`;
  }
  // Who gets access again is told again: nobody who was told already loses it.
  const told = new Set(outbox.map(({ to }) => to));
  const unshareable = state.shares.filter(
    ({ type, granteeId, accessLevel }) =>
      accessLevel !== "OWNER" && !told.has(`${type}:${granteeId}`),
  );
  if (what === "unshare" && unshareable.length > 0) {
    const gone = random.of(unshareable);
    state.shares = state.shares.filter((one) => one !== gone);
    return `by hand: unshare ${gone.id}`;
  }
  if (what === "withdraw" && state.certifications.length > 0) {
    const gone = random.of(state.certifications);
    state.certifications = state.certifications.filter((one) => one !== gone);
    return `by hand: withdraw ${gone.id}`;
  }
  return "by hand: nothing";
}
