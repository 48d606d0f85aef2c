import type { dynamic } from "@pulumi/pulumi";
import * as dynamicConfig from "@pulumi/pulumi/cmd/dynamic-provider/config";
import type { Values } from "../../lifecycle/tables/row";
import type { Answer, Checked, Difference, Known, ProviderSession, Subject } from "./session";
import type { VirtualProcess } from "../virtual/virtualProcess";
import { sent, withoutSecrets } from "./wire";

const { Config } = dynamicConfig as unknown as {
  Config: new (raw: Values, project: string) => dynamic.Config;
};

/** What the `__provider` of a resource loads. */
const entryPoint = require.resolve("pulumi-platform/dynamic");
/** What the functions of a program run. */
const functions = require.resolve("pulumi-platform-provider");

interface FunctionCall {
  name: string;
  args: Values;
  config: (key: string) => unknown;
}
interface Called {
  result?: Values;
  error?: Error;
  warnings: readonly string[];
}
interface Functions {
  runFunction: (call: FunctionCall) => Promise<Called>;
}

/** The name of a provider in the text of `__provider`. */
const providerName = (text: unknown) => /\.(\w+)$/.exec(String(text))?.[1] ?? "";

/**
 * What Pulumi's host of dynamic providers does with a process: `cmd/dynamic-provider/index.js` of
 * `@pulumi/pulumi`, without its server. It knows no secrets and no previews, and tells `read` no inputs.
 */
export class DynamicSession implements ProviderSession {
  readonly #providers: Record<string, dynamic.ResourceProvider>;
  readonly #configured = new Set<string>();
  #config: Values = {};

  constructor(
    readonly process: VirtualProcess,
    /** Shows a warning of a function, which the SDK logs. */
    readonly warn: (line: string) => void = () => undefined,
  ) {
    this.#providers = process.load(entryPoint) as Record<string, dynamic.ResourceProvider>;
  }

  /** The host has no opinion of its arguments, and is told them when it is configured. */
  checkConfig(_self: unknown, _olds: unknown, news: Values): Promise<Checked> {
    return Promise.resolve({ inputs: news, failures: [] });
  }

  diffConfig(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  configure(_self: unknown, args: Values): Promise<void> {
    this.#config = args;
    return Promise.resolve();
  }

  check(_subject: Subject, olds: Values | undefined, news: Values): Promise<Checked> {
    return this.#run(news, async (provider, given) => {
      const old = plain(olds ?? {});
      const checked = (await provider.check?.(old, given)) as Partial<Checked> | undefined;
      const { inputs = given, failures = [] } = checked ?? {};
      inputs.__provider = given.__provider;
      return { inputs: sent(inputs), failures };
    });
  }

  diff(_subject: Subject, old: Known, news: Values): Promise<Difference> {
    return this.#run(news, async (provider, given) => {
      const found = (await provider.diff?.(old.id, plain(old.outputs), given)) ?? {};
      return {
        changes: found.changes === true,
        replaces: (found.replaces ?? []).length > 0,
        deleteBeforeReplace: found.deleteBeforeReplace === true,
      };
    });
  }

  create(_subject: Subject, inputs: Values): Promise<Answer> {
    return this.#run(inputs, async (provider, given) => {
      const made = await provider.create(given);
      return { id: made.id, outputs: including(made.outs as unknown, given) };
    });
  }

  read(_subject: Subject, old: Known): Promise<Answer | undefined> {
    return this.#run(old.outputs, async (provider, given) => {
      const read = await provider.read?.(old.id, given);
      if (read === undefined) return { ...old };
      if (!read.id) return undefined;
      const [props, live] = [read.props, read.inputs] as [Values?, Values?];
      const inputs = live && including(live, given);
      return { id: read.id, outputs: including(props, given), inputs };
    });
  }

  update(_subject: Subject, old: Known, news: Values): Promise<Answer> {
    return this.#run(news, async (provider, given) => {
      const done = await provider.update?.(old.id, plain(old.outputs), given);
      return { outputs: including(done?.outs as unknown, given) };
    });
  }

  delete(_subject: Subject, old: Known): Promise<void> {
    return this.#run(old.outputs, (provider, given) =>
      Promise.resolve(provider.delete?.(old.id, given)),
    );
  }

  /** In the process of the program, as these functions are. */
  async invoke(name: string, args: Values): Promise<Values> {
    const config = (key: string) => this.#config[`platform:${key}`];
    const { runFunction } = this.process.load(functions) as Functions;
    const called = await this.process.run(() => runFunction({ name, args: plain(args), config }));
    const { result = {}, error, warnings } = called;
    for (const line of warnings) this.warn(line);
    if (error !== undefined) throw error;
    return sent(result);
  }

  #run<Result>(
    props: Values,
    verb: (provider: dynamic.ResourceProvider, given: Values) => Promise<Result>,
  ): Promise<Result> {
    return this.process.run(async () => {
      const given = plain(props);
      const name = providerName(given.__provider);
      const provider = this.#providers[name];
      if (provider === undefined) throw new Error(`there is no dynamic provider "${name}"`);
      if (!this.#configured.has(name)) {
        this.#configured.add(name);
        await provider.configure?.({ config: new Config(this.#config, "program") });
      }
      return verb(provider, given);
    });
  }
}

const plain = (values: Values): Values => sent(withoutSecrets(values) as Values);

const including = (result: unknown, { __provider }: Values): Values =>
  sent({ ...(result as Values | undefined), __provider });
