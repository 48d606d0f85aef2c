import type { dynamic } from "@pulumi/pulumi";
import { resources } from "../catalog";
import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import {
  dynamicInputsOf,
  dynamicOutputsOf,
  hasSecretsKey,
  identityKey,
  ignoredKey,
  instanceKey,
  providerCodeKey,
  withoutDynamicInputs,
} from "./inputs";
import type { Secrets } from "../report/redaction";
import { ProviderProcess } from "../process/providerProcess";
import { Lifecycles } from "./lifecycles";
import type { MessageSubject } from "../report/messageFile";
import { diagnosticsOf } from "../report/notices";
import { messageFile, tell } from "./log";
import { lift, lower } from "./unknowns";
import { withoutStack } from "./withoutStack";
import type { PlatformError } from "../messages/errors";

const namespace = "platform:";

const providerProcess = new ProviderProcess();
const lifecycles = new Lifecycles(
  (text) => void tell({}, diagnosticsOf([], [{ text }])),
  providerProcess,
);
const textOf = lifecycles.settingsFailures.textOf.bind(lifecycles.settingsFailures);

/** The providers that Pulumi's `dynamic` module loads, by the names of their resources. */
export const dynamicProviders: Record<string, dynamic.ResourceProvider> = Object.fromEntries(
  resources.map((resource) => [resource.name, dynamicProvider(resource)]),
);

/** Pulumi's dynamic provider for one resource: a translation of its protocol to the lifecycle. */
function dynamicProvider(resource: Resource): dynamic.ResourceProvider {
  /** Runs a verb for the resource of these values, and writes its error to the message file. */
  const answer = async <Result>(
    values: Values,
    id: string | undefined,
    verb: (subject: MessageSubject) => Promise<Result>,
  ): Promise<Result> => {
    const { identity } = about(resource, values);
    const subject = { resource: resource.name, identity, id };
    try {
      return await providerProcess.run(() => verb(subject));
    } catch (failed) {
      const cause = lifecycles.refusedStoredToken(failed, values) ?? failed;
      const error = cause instanceof Error ? cause : new Error(String(cause));
      const text = textOf(error.message, (error as Partial<PlatformError>).code);
      messageFile.error(subject, error, text);
      throw withoutStack(text);
    }
  };
  return {
    // The host caches a provider before it awaits `configure`, so a verb can run before `configure` returns. Therefore
    // `configure` works synchronously.
    configure: ({ config }) => {
      providerProcess.watch(process.argv[2]);
      lifecycles.configure({
        config: (name) => config.get(`${namespace}${name}`),
        projectConfig: (name) => config.get(name),
        names: settingNamesIn(config),
      });
      return Promise.resolve();
    },

    check: (olds: Values, news: Values) =>
      answer(news, undefined, async (subject) => {
        lifecycles.isOfProgram = true;
        const failure = lifecycles.failureOf(news);
        if (failure !== undefined) {
          const reason = textOf(failure.reason, failure.code);
          messageFile.failures(subject, [{ ...failure, reason }]);
          return { inputs: news, failures: [{ property: "", reason }] };
        }
        const checked = await lifecycles.of(news).check({
          ...about(resource, news),
          old: providerCodeKey in olds ? valuesOf(olds) : undefined,
          inputs: valuesOf(news),
          hidden: { inputs: secretsIn(news), oldInputs: secretsIn(olds) },
          choice: lifecycles.choiceOf(resource, olds, news),
        });
        await tell(subject, checked);
        messageFile.failures(subject, checked.failures);
        return {
          inputs: { ...dynamicInputsOf(news), ...(lower(checked.inputs) as Values) },
          failures: checked.failures.map(({ reason }) => ({ property: "", reason })),
        };
      }),

    diff: (id: string, olds: Values, news: Values) =>
      answer(news, id, async (subject) => {
        const { differences, deleteBeforeReplace, stable, ...rest } = await lifecycles
          .of(news)
          .diff({
            ...about(resource, news),
            id,
            storedIdentity: olds[identityKey] as string | undefined,
            // Without this write, a delete would use the old identity and would not be recognized.
            stateOnlyPaths: [identityKey, instanceKey].filter((key) => olds[key] !== news[key]),
            state: withoutDynamicInputs(olds),
            inputs: valuesOf(news),
            ignored: news[ignoredKey] as string[] | undefined,
            hidden: { inputs: secretsIn(news), state: secretsIn(olds) },
            choice: lifecycles.choiceOf(resource, olds, news),
          });
        await tell(subject, rest);
        return {
          changes: differences.length > 0,
          replaces: differences.filter(({ replaces }) => replaces).map(({ path }) => path),
          deleteBeforeReplace,
          stables: [...stable],
        };
      }),

    create: (news: Values) =>
      answer(news, undefined, async (subject) => {
        const created = await lifecycles.of(news).create({
          ...about(resource, news),
          inputs: withoutDynamicInputs(news),
          hidden: { inputs: secretsIn(news) },
        });
        await tell({ ...subject, id: created.id }, created);
        return { id: created.id, outs: plain({ ...created.state, ...dynamicOutputsOf(news) }) };
      }),

    read: (id: string, props: Values) =>
      answer(props, id, async (subject) => {
        const read = await lifecycles.of(props).read({
          ...about(resource, props),
          id,
          state: withoutDynamicInputs(props),
          hidden: { state: secretsIn(props) },
        });
        if (read === undefined) return { id: "", props: {} };
        await tell(subject, read);
        const { state, inputs } = read;
        const kept = dynamicOutputsOf(props);
        return { id, props: plain({ ...state, ...kept }), inputs: plain({ ...inputs, ...kept }) };
      }),

    update: (id: string, olds: Values, news: Values) =>
      answer(news, id, async (subject) => {
        const updated = await lifecycles.of(news).update({
          ...about(resource, news),
          id,
          state: withoutDynamicInputs(olds),
          inputs: withoutDynamicInputs(news),
          ignored: news[ignoredKey] as string[] | undefined,
          hidden: { inputs: secretsIn(news), state: secretsIn(olds) },
        });
        await tell(subject, updated);
        return { outs: plain({ ...updated.state, ...dynamicOutputsOf(news) }) };
      }),

    delete: (id: string, props: Values) =>
      answer(props, id, async (subject) => {
        const hidden = { state: secretsIn(props) };
        await tell(
          subject,
          await lifecycles
            .of(props)
            .delete({ ...about(resource, props), id, state: withoutDynamicInputs(props), hidden }),
        );
      }),
  };
}

/** The resource of a verb. */
function about(resource: Resource, values: Values) {
  return { resource, identity: values[identityKey] as string | undefined };
}

/** The host says only that something is secret, so everything counts as secret. */
function secretsIn(values: Values): Secrets {
  return {
    values: withoutDynamicInputs(values),
    paths: values[hasSecretsKey] === true ? "everything" : [],
  };
}

function valuesOf(values: Values): Values {
  return lift(withoutDynamicInputs(values)) as Values;
}

/** The names of all given settings, including unknown ones. Pulumi's public interface returns only single settings. */
function settingNamesIn(config: dynamic.Config): string[] {
  const { rawConfig = {} } = config as { rawConfig?: Values };
  return Object.keys(rawConfig)
    .filter((key) => key.startsWith(namespace))
    .map((key) => key.slice(namespace.length));
}

/** The engine's protocol has no undefined values. */
function plain(values: Values): Values {
  return JSON.parse(JSON.stringify(values)) as Values;
}
