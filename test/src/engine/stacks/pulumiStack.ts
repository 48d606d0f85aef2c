import type { CustomResource } from "@pulumi/pulumi";
import type * as sdk from "pulumi-platform";

/** The classes that the SDK has. */
export type ResourceName = {
  [Name in keyof typeof sdk]: (typeof sdk)[Name] extends new (...args: never[]) => CustomResource
    ? Name
    : never;
}[keyof typeof sdk];

/** The functions that the SDK has: each also takes outputs. */
export type FunctionName = {
  [Name in keyof typeof sdk]: `${Name}Output` extends keyof typeof sdk ? Name : never;
}[keyof typeof sdk];

/** A resource of the program under test. */
export interface Declared {
  type: ResourceName;
  name: string;
  args: Record<string, unknown>;
  opts?: Record<string, unknown>;
}

export interface Run {
  code: number;
  /** Standard output and error, in the order in which they came. */
  text: string;
}

/** What a command did to each resource by its own account, and what it told of each, by name. */
export interface Told extends Run {
  ops: Map<string, string[]>;
  /** The properties that are shown to differ, as in `update schedule.hourOfDay`; not those of a refresh. */
  differences: Map<string, string[]>;
  errors: Map<string, string>;
  /** Warnings and whatever else is worth a line. */
  notices: Map<string, string>;
}

/** A deployed resource as it stands in the state. */
export interface StateResource {
  urn: string;
  type: string;
  id?: string;
  inputs?: Record<string, unknown>;
  outputs?: Record<string, unknown>;
}

export interface Deployment {
  resources?: StateResource[];
  /** What a killed engine had begun, by its own account. */
  pending_operations?: { type: string; resource: StateResource }[];
}

/**
 * A stack as a test uses it: the commands of the CLI, and what they tell. There are two: one that the real
 * engine runs, and one that stands in for the engine within the process of the tests.
 */
export abstract class PulumiStack {
  /** What the commands find in their environment. */
  abstract readonly env: Record<string, string | undefined>;

  /** Sets what the program declares from now on. */
  abstract declare(resources: readonly Declared[]): void;

  /** Sets the providers that the program makes on the plugin, by name. */
  abstract provide(providers: Record<string, object>): void;

  /** Runs a command, which may fail. */
  abstract pulumi(...args: string[]): Promise<Run>;

  /** Runs a command, which may fail, and sorts what it tells by the resource that it is about. */
  abstract told(...args: string[]): Promise<Told>;

  /** The state as `stack export` shows it. */
  abstract deployment(): Promise<Deployment>;

  /** Where a secret is in the clear: in what the engine printed, in the state, or in a written file. */
  abstract leaks(secret: string): Promise<string[]>;

  /** Removes everything that it wrote. */
  abstract remove(): void;

  /** Runs a command that must succeed. */
  async ok(...args: string[]): Promise<string> {
    const { code, text } = await this.pulumi(...args);
    if (code !== 0) throw new Error(`pulumi ${args.join(" ")} ended with ${code}:\n${text}`);
    return text;
  }

  /** Runs a command that must fail, and returns what it said. */
  async fails(...args: string[]): Promise<string> {
    const { code, text } = await this.pulumi(...args);
    if (code === 0) throw new Error(`pulumi ${args.join(" ")} succeeded:\n${text}`);
    return text;
  }

  /** What a command does to which resource: \`update weekly\`, sorted, without what stays the same. */
  async steps(...args: string[]): Promise<string[]> {
    const { code, text, ops } = await this.told(...args);
    if (code !== 0) throw new Error(`pulumi ${args.join(" ")} ended with ${code}:\n${text}`);
    const steps = [...ops].flatMap(([name, done]) =>
      done.filter((op) => op !== "same" && op !== "refresh").map((op) => `${op} ${name}`),
    );
    return [...new Set(steps)].sort();
  }

  /** The resources in the state, by name. */
  async state(): Promise<Record<string, StateResource>> {
    const { resources = [] } = await this.deployment();
    return Object.fromEntries(
      resources
        .filter(({ type }) => !type.startsWith("pulumi:"))
        .map((resource) => [nameIn(resource.urn), resource]),
    );
  }
}

/** The name at the end of a URN. */
export const nameIn = (urn: string): string => urn.split("::").pop() ?? "";
