import { ConfigureRequest, CheckRequest } from "@pulumi/pulumi/proto/provider_pb";
import { Host } from "../../../provider/dist/lifecycle/host";
import { Engine } from "../../../provider/dist/plugin/engine";
import { Objects } from "../../../provider/dist/plugin/objects";
import { Service } from "../../../provider/dist/plugin/service";
import { Session } from "../../../provider/dist/plugin/session";
import { structOf } from "../../../provider/dist/plugin/values";
import { programOf } from "../engine/stack";
import { dynamicProviders, withoutEnvironment } from "../provider/provider";
import type { Config } from "../provider/provider";
import type { ResourceName } from "../provider/inputs";
import type { Values } from "./row";

/** What the engine's state holds of a resource. */
interface Held {
  inputs?: Values;
  outputs?: Values;
}

/** A way in which the engine reaches the provider; the table is the same through each. */
export interface Face {
  name: string;
  /** Declares what `resources.json` lists; `instances.json` says what the names of `instance` stand for. */
  program: string;
  /** Calls each function that `functions.json` lists in both forms, and exports lists of what they give. */
  functions: string;
  /** The properties that a change is refused for. */
  refuses: (config: Config, type: ResourceName, held: Held, news: Values) => Promise<string[]>;
  /** Every command begins with a look at the objects that one list shows. */
  looks: boolean;
  /** A preview tells which fields differ. */
  tells: boolean;
  /** What nothing is to be told of keeps its state with a warning; else the command fails. */
  goesOnInDoubt: boolean;
  /** What is read once serves all that goes through one provider; else it serves the objects of one address. */
  sharesByProvider: boolean;
}

const functionsOf = (name: string) => `
const pulumi = require("@pulumi/pulumi");
const platform = require("${name}");
const functions = JSON.parse(require("fs").readFileSync("functions.json", "utf8")).map(
  ({ name, args, costs }) => ({ name, args: costs ? { ...args, callInPreview: true } : args }),
);
exports.plain = functions.map(({ name, args }) => platform[name](args));
const outputsOf = (args) =>
  Object.fromEntries(Object.entries(args).map(([name, value]) => [name, pulumi.output(value)]));
exports.outputs = functions.map(({ name, args }) => platform[name + "Output"](outputsOf(args)));
`;

const dynamic = {
  name: "dynamic",
  program: programOf("pulumi-platform"),
  functions: functionsOf("pulumi-platform"),
  async refuses(config, type, { inputs, outputs }, news) {
    const { [type]: provider } = await dynamicProviders(config);
    const checked = await provider.check?.(outputs, { ...inputs, ...news });
    return (checked?.failures ?? []).map(({ property }) => property);
  },
  // Pulumi gives a dynamic provider no way to say so.
  looks: false,
  tells: false,
  // It only looks where somebody asks for that, who is to know that it failed.
  goesOnInDoubt: false,
  sharesByProvider: false,
} as const satisfies Face;

const plugin = {
  name: "plugin",
  // What `instance` names for the other face, an explicit provider is here.
  program: `
const platform = require("pulumi-platform/plugin");
const read = (file) => JSON.parse(require("fs").readFileSync(file, "utf8"));
const instances = read("instances.json");
const providers = {};
for (const { type, name, args } of read("resources.json").resources) {
  const { instance, ...inputs } = args;
  if (instance) providers[instance] ??= new platform.Provider(instance, instances[instance]);
  new platform[type](name, inputs, { provider: providers[instance] });
}
`,
  functions: functionsOf("pulumi-platform/plugin"),
  async refuses(config, type, { inputs = {} }, news) {
    withoutEnvironment();
    const session = new Session(new Engine(undefined), new Host());
    new Service(session).configure(new ConfigureRequest().setArgs(structOf(config)));
    const checked = await new Objects(session).check(
      new CheckRequest()
        .setType(`platform:index:${type}`)
        .setOlds(structOf(inputs))
        .setNews(structOf({ ...news, instance: undefined })),
    );
    return checked.getFailuresList().map((failure) => failure.getProperty());
  },
  looks: true,
  tells: true,
  // Every command looks, asked or not: a doubt would stop them all.
  goesOnInDoubt: true,
  // Each provider of a program is a process.
  sharesByProvider: true,
} as const satisfies Face;

export const faces = [dynamic, plugin] as const;
export type FaceName = (typeof faces)[number]["name"];
