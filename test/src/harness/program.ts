import { resources } from "../../../provider/dist/catalog";
import { identityFrom } from "../../../provider/dist/state/identity";
import {
  hasSecretsKey,
  identityKey,
  ignoredKey,
  providerCodeKey,
  withoutStar,
} from "../../../provider/dist/dynamic/inputs";
import { secretSettings } from "../../../provider/dist/settings/fields";
import type { Declared } from "../engine/stacks/pulumiStack";
import type { Values } from "../lifecycle/tables/row";
import { dynamicPackage } from "./sessions/providers";
import { withoutReferences } from "./states/references";
import { plainGoal } from "./steps/registration";
import type { Alias, Goal } from "./steps/registration";
import type { Entry } from "./sessions/session";
import type { Timeouts } from "./states/state";
import { isUrn, providerTypeOf, rootStackUrn, urnOf } from "./states/urns";
import type { StackName } from "./states/urns";
import { holdsSecret, secret, unknownValue } from "./sessions/wire";

/** The options of a resource, with the names of other resources where a program has the resources. */
interface DeclaredOptions {
  entry?: Entry;
  /** The name of a resource before this one, or else of a component that the program makes. */
  parent?: string;
  dependsOn?: string | string[];
  provider?: string;
  aliases?: (string | { name?: string; type?: string; parent?: string | null })[];
  protect?: boolean;
  retainOnDelete?: boolean;
  deleteBeforeReplace?: boolean;
  import?: string;
  ignoreChanges?: string[];
  replaceOnChanges?: string[];
  replacementTrigger?: unknown;
  customTimeouts?: Record<string, string>;
}

/** All that a declaration can say here. */
const knownOptions = [
  ...["entry", "parent", "dependsOn", "provider", "aliases", "protect", "retainOnDelete"],
  ...["deleteBeforeReplace", "import", "ignoreChanges", "replaceOnChanges", "replacementTrigger"],
  "customTimeouts",
];

/** A test of what only the real engine does would pass without having tested it. */
function requireKnown(name: string, opts: object): void {
  for (const [option, value] of Object.entries(opts)) {
    if (value !== undefined && !knownOptions.includes(option))
      throw new Error(`${name}: only the real engine knows the option "${option}"`);
  }
}

/** The ids of what a program has registered, by key; empty where it does not know them. */
export type Ids = ReadonlyMap<string, string>;

/** A resource as the program registers it. */
export interface Declaration {
  urn: string;
  /** Its name in the program; of a provider, after the word `provider`. */
  key: string;
  /** The keys of what it waits for. */
  needs: readonly string[];
  /** The package whose default provider it uses; empty where it names a provider, or has none. */
  defaultOf: string;
  /** The key of an explicit provider. */
  provider: string;
  /** Its goal without a provider, with its inputs as far as they are known by then. */
  goal: (ids: Ids) => Goal;
}

const providerKey = (name: string) => `provider ${name}`;

const componentType = "test:index:Component";

const laterKey = "$later";

/** An argument that is known only when another resource of the program exists. */
export const later = (of: string, value: unknown): unknown => ({ [laterKey]: { of, value } });

/** What the file backend calls its only organization. */
const organization = "organization";

const tokenOf = (type: string, entry: Entry) =>
  entry === "dynamic" ? dynamicToken(type) : `platform:index:${type}`;

const dynamicToken = (type: string) => `${dynamicPackage}:dynamic/platform:${type}`;

/** What the classes of the SDKs make of the declarations of a test, for one stack. */
export function declarations(
  declared: readonly Declared[],
  providers: Readonly<Record<string, object>>,
  { entry, stack }: { entry: Entry; stack: StackName },
): Declaration[] {
  const all = new Map<string, Declaration>();
  const root = rootStackUrn(stack);
  for (const [name, args] of Object.entries(providers)) {
    const key = providerKey(name);
    all.set(key, { ...plain(stack, { type: providerTypeOf("platform"), name, args }), key });
  }
  for (const one of declared) {
    const opts = (one.opts ?? {}) as DeclaredOptions;
    requireKnown(one.name, opts);
    const parentName = opts.parent;
    if (parentName !== undefined && !all.has(parentName)) {
      all.set(parentName, plain(stack, { type: componentType, name: parentName }));
    }
    const parent = all.get(parentName ?? "")?.urn ?? root;
    const used = opts.entry ?? entry;
    const urn = urnOf(stack, { parent, type: tokenOf(one.type, used), name: one.name });
    all.set(one.name, resource({ ...one, opts }, { urn, parent, entry: used, stack, all }));
  }
  return [...all.values()];
}

/** A provider or a component. */
function plain(
  stack: StackName,
  { type, name, args = {} }: { type: string; name: string; args?: object },
): Declaration {
  const parent = rootStackUrn(stack);
  const entries = Object.entries(withoutUndefined(args as Values)).map(
    ([key, value]): [string, unknown] => [
      key,
      secretSettings.includes(key) ? secret(value) : value,
    ],
  );
  const custom = type !== componentType;
  const inputs = Object.fromEntries(entries);
  return {
    urn: urnOf(stack, { parent, type, name }),
    key: name,
    ...{ needs: [], defaultOf: "", provider: "" },
    goal: () => ({ ...plainGoal, type, name, custom, inputs, parent }),
  };
}

interface Place {
  urn: string;
  parent: string;
  entry: Entry;
  stack: StackName;
  all: ReadonlyMap<string, Declaration>;
}

function resource(
  { type, name, args, opts: written }: Omit<Declared, "opts"> & { opts: DeclaredOptions },
  { urn, parent, entry, stack, all }: Place,
): Declaration {
  const { rest, named } = withoutReferences(args);
  const given = withoutUndefined(rest);
  const token = tokenOf(type, entry);
  const isDynamic = entry === "dynamic";
  const opts = isDynamic ? ofClass(type, written) : written;
  const ofSdk = isDynamic ? dynamicInputs(type, token, { name, given, parent, stack, opts }) : {};
  const explicit = [opts.dependsOn ?? []].flat();
  const needs: Record<string, string[]> = {
    ...namesIn(given),
    ...Object.fromEntries(Object.entries(named).map(([input, other]) => [input, [other]])),
  };
  const urns = (names: readonly string[]) =>
    [...new Set(names)].map((other) => all.get(other)?.urn ?? other);
  const provider = opts.provider === undefined ? "" : providerKey(opts.provider);
  const used = [...explicit, ...Object.values(needs).flat()];
  return {
    ...{ urn, key: name, provider },
    needs: [...used, ...[opts.parent ?? [], provider].flat()],
    defaultOf: provider === "" ? (isDynamic ? dynamicPackage : "platform") : "",
    goal: (ids) => {
      const isKnown = (other: string) => ![undefined, "", unknownValue].includes(ids.get(other));
      const known = resolved(given, isKnown) as Values;
      const referenced = Object.entries(named).map(([input, other]) => {
        return [input, ids.get(other) || unknownValue] as const;
      });
      const inputs = { ...ofSdk, ...known, ...Object.fromEntries(referenced) };
      return {
        ...optionsOf(opts, { isDynamic, parent, stack, all, dynamic: dynamicToken(type), name }),
        ...{ type: token, name, custom: true, inputs, parent, provider: "" },
        dependencies: urns(used),
        propertyDependencies: Object.fromEntries(
          Object.keys(inputs).map((key) => [key, urns(needs[key] ?? [])]),
        ),
      };
    },
  };
}

function optionsOf(
  opts: DeclaredOptions,
  of: Omit<Place, "urn" | "entry"> & { isDynamic: boolean; dynamic: string; name: string },
) {
  const { protect, retainOnDelete, deleteBeforeReplace, replacementTrigger } = opts;
  const hasParent = opts.parent !== undefined;
  const urn = urnOf(of.stack, { parent: "", type: of.dynamic, name: of.name });
  const fromDynamic: Alias = hasParent ? { type: of.dynamic, parent: of.parent } : { urn };
  const own = (opts.aliases ?? []).map((alias): Alias => {
    if (typeof alias === "string") return { urn: alias };
    const { name, type, parent } = alias;
    if (parent === null) return { name, type, hasNoParent: true };
    if (parent === undefined) return { name, type, parent: of.parent };
    const above = isUrn(parent) ? parent : of.all.get(parent)?.urn;
    if (above === undefined) throw new Error(`invalid parent alias URN: invalid URN "${parent}"`);
    return { name, type, parent: above };
  });
  return {
    ...{ protect, retainOnDelete, deleteBeforeReplace, replacementTrigger },
    aliases: of.isDynamic ? own : [fromDynamic, ...own],
    importId: opts.import ?? "",
    ignoreChanges: opts.ignoreChanges ?? [],
    replaceOnChanges: opts.replaceOnChanges ?? [],
    timeouts: timeoutsOf(opts.customTimeouts),
  };
}

/** The options that `PlatformResource` of the SDK passes on. */
function ofClass(type: string, opts: DeclaredOptions): DeclaredOptions {
  const { inputs } = resources.find(({ name }) => name === type) ?? {};
  const { ignoreChanges: ignored } = opts;
  if (ignored === undefined) return opts;
  return { ...opts, ignoreChanges: withoutStar(ignored, Object.keys(inputs?.shape ?? {})) };
}

/** What `PlatformResource` of the SDK adds to the arguments. */
function dynamicInputs(
  type: string,
  token: string,
  of: { name: string; given: Values; parent: string; stack: StackName; opts: DeclaredOptions },
): Values {
  const { stack, project } = of.stack;
  const above = urnOf(of.stack, { parent: of.parent, type: "", name: "" }).split("::")[2] ?? "";
  const types = above.split("$").filter((one) => one !== "");
  return {
    [identityKey]: identityFrom([organization, project, stack], [...types, token, of.name]),
    ...(holdsSecret(of.given) && { [hasSecretsKey]: true }),
    ...(of.opts.ignoreChanges?.length && { [ignoredKey]: of.opts.ignoreChanges }),
    [providerCodeKey]: `exports.handler=()=>require("pulumi-platform/dynamic").${type}`,
  };
}

const withoutUndefined = (values: Values): Values => JSON.parse(JSON.stringify(values)) as Values;

interface Later {
  [laterKey]: { of: string; value: unknown };
}
const isLater = (value: object): value is Later => laterKey in value;

/** The names of other resources by the property that uses them. */
const namesIn = (values: Values): Record<string, string[]> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, laterIn(value)]));

function laterIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return isLater(value) ? [value[laterKey].of] : Object.values(value).flatMap(laterIn);
}

function resolved(value: unknown, isKnown: (name: string) => boolean): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => resolved(one, isKnown));
  if (isLater(value)) return isKnown(value[laterKey].of) ? value[laterKey].value : unknownValue;
  return Object.fromEntries(Object.entries(value).map(([k, one]) => [k, resolved(one, isKnown)]));
}

const timeoutsOf = (timeouts: Record<string, string> = {}): Timeouts =>
  Object.fromEntries(
    Object.entries(timeouts).map(([verb, text]) => [
      verb,
      Number.parseFloat(text) * (text.endsWith("m") ? 60 : 1),
    ]),
  );
