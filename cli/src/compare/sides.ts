import { isSameInstance } from "pulumi-platform-provider/contract";
import { findProject } from "../stack/project.js";
import { isMuted, stackSettings } from "../stack/stackSettings.js";
import { problemOfPending, readState } from "../stack/state.js";
import type { State } from "../stack/state.js";
import { Failure } from "../failure.js";
import { connect } from "../instances/connect.js";
import type { Connection } from "../instances/connect.js";
import { isNamedLike, wholeStack } from "../inventory/inventory.js";
import type { Gap, Inventory } from "../inventory/inventory.js";
import { readInventory } from "../inventory/read.js";
import type { Selection } from "../inventory/read.js";
import { managedItems } from "../inventory/stack.js";
import type { ManagedItem } from "../inventory/stack.js";
import type { ReportProgress } from "../output/progress.js";

/** One of the two things that a command compares: an instance, or the state of a stack. */
export interface Side {
  name: string;
  /** The address of the instance. For a stack, the host of its objects, if it is known. */
  address: string;
  isStack: boolean;
  /** Remarks about this side for people. */
  notes: readonly string[];
  /** This side sends no e-mail. */
  isMuted: boolean;
  read: (wanted: Selection, progress: ReportProgress) => Promise<Inventory>;
}

const stackPrefix = "stack:";

/** Opens both sides. For a stack on several instances, only the objects on the other side's instance count. */
export async function openSides(nameA: string, nameB: string): Promise<[Side, Side]> {
  const [a, b] = await Promise.all([nameA, nameB].map(open));
  if (a === undefined || b === undefined) throw new TypeError("there are two sides");
  return [sideOf(a, b), sideOf(b, a)];
}

interface OpenedStack {
  name: string;
  stack: string;
  state: State;
  managed: ManagedItem[];
}

type Opened = { name: string; connection: Connection } | OpenedStack;

async function open(name: string): Promise<Opened> {
  if (!name.startsWith(stackPrefix)) return { name, connection: connect(name) };
  const stack = name.slice(stackPrefix.length);
  if (stack === "") throw new Failure(`Name the stack: ${stackPrefix}dev.`);
  const state = await readState(stack).catch((error: unknown) => {
    if (findProject() !== undefined || stack.split("/").length >= 3) throw error;
    throw new Failure(
      `${name} is the stack of a project, but neither this folder nor one above it has a Pulumi.yaml. Run the command in the folder of the project.`,
    );
  });
  return { name, stack, state, managed: managedItems(state.deployment) };
}

function sideOf(opened: Opened, other: Opened): Side {
  if ("connection" in opened) {
    const { name, connection } = opened;
    return {
      name,
      address: connection.settings.baseUrl,
      isStack: false,
      notes: [],
      isMuted: isMuted(name),
      read: (wanted, progress) =>
        readInstance(connection, wanted, (what, done, total) =>
          progress(`${what} of ${name}`, done, total),
        ),
    };
  }
  const { name, stack, state } = opened;
  const host = hostOfStack(opened, other);
  const managed = opened.managed.filter((one) => (one.host ?? host) === host);
  const left = opened.managed.length - managed.length;
  const pending = problemOfPending(stack, state);
  const gaps: Gap[] = pending === undefined ? [] : [{ of: wholeStack, reason: pending }];
  return {
    name,
    address: host ?? "",
    isStack: true,
    notes:
      left > 0
        ? [`Left out, because they are on other instances: ${left} of the objects of ${name}.`]
        : [],
    isMuted: isMuted(stack, state.deployment),
    read: async ({ kinds, filter }) => ({
      ...{ instance: name, address: host ?? "", operations: "state", gaps },
      items: managed
        .map(({ item }) => item)
        .filter(
          (item) =>
            kinds.includes(item.resource) && isNamedLike(item.resource, item.inputs, filter),
        ),
    }),
  };
}

/** The host of the instance whose objects count; undefined if neither the state nor the settings have it. */
function hostOfStack({ name, stack, managed }: OpenedStack, other: Opened): string | undefined {
  const hosts = [...new Set(managed.flatMap(({ host }) => host ?? []))];
  if (hosts.length <= 1) {
    const baseUrl = stackSettings(stack)["platform:baseUrl"];
    const given = typeof baseUrl === "string" ? baseUrl : undefined;
    return hosts[0] ?? (given !== undefined && URL.canParse(given) ? new URL(given).host : given);
  }
  const wanted = "connection" in other ? other.connection.settings.baseUrl : "";
  const found = hosts.find((host) => isSameInstance(host, wanted));
  if (found !== undefined) return found;
  throw new Failure(
    `${name} manages objects of several instances (${hosts.join(", ")}). Compare it with one of them.`,
  );
}

/** Whether the ids of both sides are ids of the same instance. */
export const haveSameIds = (a: Side, b: Side): boolean =>
  a.address !== "" && b.address !== "" && isSameInstance(a.address, b.address);

/** Reads an instance. A kind that it refuses becomes a gap, but not all kinds. */
async function readInstance(
  connection: Connection,
  wanted: Selection,
  progress: ReportProgress,
): Promise<Inventory> {
  const read = await readInventory(connection, { ...wanted, allowsRefusals: true }, progress);
  const [error, ...others] = read.refused ?? [];
  if (error !== undefined && others.length + 1 === wanted.kinds.length) throw error;
  return read;
}
