import type { dynamic } from "@pulumi/pulumi";
import { resources } from "../catalog";
import type { Resource, Values } from "../define";
import { driftKey } from "../engine/drift";
import { Lifecycle } from "../engine/lifecycle";
import { lift } from "../engine/unknowns";
import { readSettings } from "../settings";
import { Host } from "./host";
import { warn } from "./log";

/** Inputs that no user writes. The state keeps `identity` with the outputs, as a read is given no inputs. */
const hidden = ["__provider", "identity", driftKey];

/**
 * The settings of this process. The host caches a provider before it awaits `configure`, so verbs can run
 * before `configure` returned: it must do its work before its first await, and has none.
 */
let configuration: (name: string) => unknown = () => undefined;
let lifecycle: Lifecycle | undefined;
const host = new Host();

function running(): Lifecycle {
  return (lifecycle ??= new Lifecycle(readSettings(configuration)));
}

/** Pulumi's dynamic provider for one resource. */
function dynamicProvider(resource: Resource): dynamic.ResourceProvider {
  return {
    configure: ({ config }) => {
      host.watch(process.argv[2]);
      configuration = (name) => config.get(`platform:${name}`);
      return Promise.resolve();
    },

    check: (olds: Values, news: Values) =>
      surfacing(async () => {
        const inputs = without(news, hidden);
        let current: Lifecycle;
        try {
          current = running();
        } catch (error) {
          return { inputs: news, failures: [{ property: "", reason: (error as Error).message }] };
        }
        const { problems, doubts } = await current.check({
          resource,
          old: "__provider" in olds ? (lift(olds) as Values) : undefined,
          inputs: lift(inputs) as Values,
          identity: news.identity as string | undefined,
        });
        for (const doubt of doubts) await warn(doubt);
        return { inputs: news, failures: problems };
      }),

    diff: (_id: string, olds: Values, news: Values) =>
      surfacing(async () => {
        const { changed, replaces } = running().diff({
          resource,
          state: olds,
          inputs: lift(without(news, hidden)) as Values,
        });
        return { changes: changed.length > 0, replaces, deleteBeforeReplace: true };
      }),

    create: (news: Values) =>
      surfacing(async () => {
        const inputs = without(news, hidden);
        const identity = news.identity as string | undefined;
        const { id, state, warning } = await running().create({ resource, inputs, identity });
        if (warning !== undefined) await warn(warning);
        return { id, outs: plain({ ...state, identity: news.identity }) };
      }),

    read: (id: string, props: Values) =>
      surfacing(async () => {
        const read = await running().read({ resource, id, state: props });
        if (read === undefined) return { id: "", props: {} };
        if (read.warning !== undefined) await warn(read.warning);
        const { identity } = props;
        return {
          id,
          props: plain({ ...read.state, identity }),
          inputs: plain({ ...read.inputs, identity }),
        };
      }),

    update: (id: string, olds: Values, news: Values) =>
      surfacing(async () => {
        const inputs = without(news, hidden);
        const identity = news.identity as string | undefined;
        const request = { resource, id, state: olds, inputs, identity };
        const { state, warning } = await running().update(request);
        if (warning !== undefined) await warn(warning);
        return { outs: plain({ ...state, identity: news.identity }) };
      }),

    delete: (id: string, props: Values) =>
      surfacing(() =>
        running().delete({
          resource,
          id,
          state: props,
          identity: props.identity as string | undefined,
        }),
      ),
  };
}

/** What `pulumi-platform/dynamic` exports: a provider by the name of each resource. */
export const dynamicProviders: Record<string, dynamic.ResourceProvider> = Object.fromEntries(
  resources.map((resource) => [resource.name, dynamicProvider(resource)]),
);

/** Pulumi prints the stack and the class of an error that a dynamic provider throws: ours are for users. */
async function surfacing<Result>(verb: () => Promise<Result>): Promise<Result> {
  try {
    return await host.run(verb);
  } catch (error) {
    const shown = error instanceof Error ? error : new Error(String(error));
    throw Object.defineProperties(new Error(shown.message), {
      name: { value: "" },
      stack: { value: "" },
    });
  }
}

/** The engine's protocol has no undefined values. */
function plain(values: Values): Values {
  return JSON.parse(JSON.stringify(values)) as Values;
}

function without(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}
