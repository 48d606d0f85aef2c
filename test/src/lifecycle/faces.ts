import { dynamicProviders } from "../provider/provider";
import type { Config } from "../provider/provider";
import type { ResourceName } from "../provider/inputs";
import type { Values } from "./row";

/** A way in which the engine reaches the provider; the table is the same through each. */
export interface Face {
  name: string;
  /** Declares what `resources.json` lists. */
  program: string;
  /** Calls each function that `functions.json` lists in both forms, and exports lists of what they give. */
  functions: string;
  /** The properties that a change is refused for. */
  refuses: (config: Config, type: ResourceName, olds: Values, news: Values) => Promise<string[]>;
}

const dynamic = {
  name: "dynamic",
  program: `
const platform = require("pulumi-platform");
const { resources } = JSON.parse(require("fs").readFileSync("resources.json", "utf8"));
for (const { type, name, args } of resources) new platform[type](name, args);
`,
  functions: `
const pulumi = require("@pulumi/pulumi");
const platform = require("pulumi-platform");
const functions = JSON.parse(require("fs").readFileSync("functions.json", "utf8")).map(
  ({ name, args, costs }) => ({ name, args: costs ? { ...args, callInPreview: true } : args }),
);
exports.plain = functions.map(({ name, args }) => platform[name](args));
exports.outputs = functions.map(({ name, args }) => platform[name + "Output"](pulumi.output(args)));
`,
  async refuses(config: Config, type: ResourceName, olds: Values, news: Values) {
    const { [type]: provider } = await dynamicProviders(config);
    const checked = await provider.check?.(olds, news);
    return (checked?.failures ?? []).map(({ property }) => property);
  },
} as const satisfies Face;

export const faces = [dynamic] as const;
export type FaceName = (typeof faces)[number]["name"];
