import { AsyncLocalStorage } from "node:async_hooks";
import type { dynamic } from "@pulumi/pulumi";
import { resources } from "../catalog";
import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { driftKey } from "../lifecycle/drift";
import { placeKey } from "../lifecycle/instanceIdentity";
import type { Lifecycle } from "../lifecycle/lifecycle";
import type { Problem } from "../lifecycle/problems";
import { cannotMove } from "../lifecycle/messages";
import { lift, lower, sentinel } from "../definition/unknowns";
import { redactor } from "../wire/redact";
import { Host } from "../lifecycle/host";
import { Lifecycles } from "./lifecycles";
import { inform, warn } from "./log";

/**
 * Inputs that the definitions do not have. Users write only `instance`. The state keeps `identity` and
 * `instance` with the outputs, as a read is given no inputs. `__private` says that the program marked some of
 * the inputs as secret, which the host does not tell.
 */
const ours = ["__provider", "identity", "instance", "__private", driftKey];
const kept = ["identity", "instance", "__private"];

const host = new Host();
const namespace = "platform:";

/** What the verb that runs must not say. */
const hiding = new AsyncLocalStorage<(text: string) => string>();

/**
 * The settings of this process. The host caches a provider before it awaits `configure`, so verbs can run
 * before `configure` returned: it must do its work before its first await, and has none.
 */
const say = (line: string) => void inform(hiding.getStore()?.(line) ?? line);
const lifecycles = new Lifecycles(say, host.leaving);

/** Pulumi's dynamic provider for one resource. */
function dynamicProvider(resource: Resource): dynamic.ResourceProvider {
  return {
    configure: ({ config }) => {
      host.watch(process.argv[2]);
      lifecycles.configure((name) => config.get(`${namespace}${name}`), namesIn(config));
      return Promise.resolve();
    },

    check: (olds: Values, news: Values) =>
      surfacing([news, olds], async (hide, isPrivate) => {
        // The engine shows the value of a property that it is told to name.
        const failure = ({ property, reason }: Problem) =>
          isPrivate && property !== ""
            ? { property: "", reason: `${property}: ${hide(reason)}` }
            : { property, reason: hide(reason) };
        const fail = (property: string, reason: string) => ({
          inputs: news,
          failures: [failure({ property, reason })],
        });
        if (news.instance !== undefined && typeof news.instance !== "string") {
          return fail("instance", "must be a name from platform:instances, written as plain text");
        }
        if (news.instance === sentinel) {
          return fail("instance", "must be known in the preview: write it as plain text");
        }
        let current: Lifecycle;
        try {
          current = lifecycles.of(news.instance);
        } catch (error) {
          return fail(news.instance === undefined ? "" : "instance", (error as Error).message);
        }
        const isKnown = "__provider" in olds;
        const moved = isKnown && olds.instance !== news.instance ? oldOf(olds, current) : undefined;
        if (moved !== undefined && !moved.canDelete(resource)) {
          return fail("instance", cannotMove(resource, olds, moved.place.name, current.place.name));
        }
        const lifted = lift(without(news, ours)) as Values;
        const checked = await current.check({
          resource,
          old: isKnown && moved === undefined ? (lift(olds) as Values) : undefined,
          inputs: lifted,
          identity: news.identity as string | undefined,
        });
        for (const doubt of checked.doubts) await warn(hide(doubt));
        if (checked.notice !== undefined) await inform(hide(checked.notice));
        const inputs =
          checked.inputs === lifted ? news : { ...news, ...(lower(checked.inputs) as Values) };
        return { inputs, failures: checked.problems.map(failure) };
      }),

    diff: (id: string, olds: Values, news: Values) =>
      surfacing([news, olds], async (hide) => {
        const current = lifecycles.of(nameOf(news));
        const renamed = olds.instance !== news.instance;
        // An object cannot move: under another name there may be the same instance, or another one.
        if (renamed && olds[placeKey] !== current.place.name) {
          return { changes: true, replaces: ["instance"], deleteBeforeReplace: false };
        }
        const inputs = lift(without(news, ours)) as Values;
        const { changed, replaces, notice } = current.diff({ resource, state: olds, inputs });
        if (changed.length > 0) current.mustBeHere(resource, id, olds);
        if (notice !== undefined) await inform(hide(notice));
        return { changes: renamed || changed.length > 0, replaces, deleteBeforeReplace: true };
      }),

    create: (news: Values) =>
      surfacing([news], async (hide) => {
        const inputs = without(news, ours);
        const identity = news.identity as string | undefined;
        const current = lifecycles.of(nameOf(news));
        const { id, state, warning } = await current.create({ resource, inputs, identity });
        if (warning !== undefined) await warn(hide(warning));
        return { id, outs: plain({ ...state, ...only(news, kept) }) };
      }),

    read: (id: string, props: Values) =>
      surfacing([props], async (hide) => {
        const read = await lifecycles.of(nameOf(props)).read({ resource, id, state: props });
        if (read === undefined) return { id: "", props: {} };
        if (read.warning !== undefined) await warn(hide(read.warning));
        const ourOwn = only(props, kept);
        return {
          id,
          props: plain({ ...read.state, ...ourOwn }),
          inputs: plain({ ...read.inputs, ...ourOwn }),
        };
      }),

    update: (id: string, olds: Values, news: Values) =>
      surfacing([news, olds], async (hide) => {
        const inputs = without(news, ours);
        const identity = news.identity as string | undefined;
        const current = lifecycles.of(nameOf(news));
        const { state, warning } = await current.update({
          resource,
          id,
          state: olds,
          inputs,
          identity,
        });
        if (warning !== undefined) await warn(hide(warning));
        return { outs: plain({ ...state, ...only(news, kept) }) };
      }),

    delete: (id: string, props: Values) =>
      surfacing([props], () =>
        lifecycles.of(nameOf(props)).delete({
          resource,
          id,
          state: props,
          identity: props.identity as string | undefined,
        }),
      ),
  };
}

/** The settings that are given, also those that there are none of: Pulumi keeps all, but shows only each. */
function namesIn(config: dynamic.Config): string[] {
  const { rawConfig = {} } = config as { rawConfig?: Values };
  return Object.keys(rawConfig)
    .filter((key) => key.startsWith(namespace))
    .map((key) => key.slice(namespace.length));
}

/** The name of an object's instance. */
function nameOf({ instance }: Values): string | undefined {
  return typeof instance === "string" ? instance : undefined;
}

/** Where an object is that the program has on another instance by now; undefined where that is the same one. */
function oldOf(olds: Values, current: Lifecycle): Lifecycle | undefined {
  let old: Lifecycle;
  try {
    old = lifecycles.of(nameOf(olds));
  } catch {
    // The name has left the configuration: the state tells where the object is.
    return undefined;
  }
  return old.place.name === current.place.name ? undefined : old;
}

/** What `pulumi-platform/dynamic` exports: a provider by the name of each resource. */
export const dynamicProviders: Record<string, dynamic.ResourceProvider> = Object.fromEntries(
  resources.map((resource) => [resource.name, dynamicProvider(resource)]),
);

/**
 * Pulumi prints the stack and the class of an error that a dynamic provider throws: ours are for users. What
 * the program marked as secret is hidden in all that is said.
 */
async function surfacing<Result>(
  values: readonly Values[],
  verb: (hide: (text: string) => string, isPrivate: boolean) => Promise<Result>,
): Promise<Result> {
  const isPrivate = values.some((each) => each.__private === true);
  const hide = isPrivate ? redactor(textsIn(values)) : (text: string) => text;
  try {
    return await host.run(() => hiding.run(hide, () => verb(hide, isPrivate)));
  } catch (error) {
    const shown = error instanceof Error ? error : new Error(String(error));
    throw Object.defineProperties(new Error(hide(shown.message)), {
      name: { value: "" },
      stack: { value: "" },
    });
  }
}

function textsIn(value: unknown): string[] {
  // Shorter ones are part of every sentence.
  if (typeof value === "string") return value.length < 4 ? [] : [value];
  return typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => (ours.includes(key) ? [] : textsIn(inner)))
    : [];
}

/** The engine's protocol has no undefined values. */
function plain(values: Values): Values {
  return JSON.parse(JSON.stringify(values)) as Values;
}

function without(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

function only(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}
