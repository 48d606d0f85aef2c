import { allFixtures } from "../fixtures/index";
import { withoutReferences } from "../harness/states/references";
import { plugins } from "../plugin/stack";
import type { Program } from "./project";

const firsts = allFixtures.map(({ declared }) => declared()[0]);
const named = firsts.flatMap(({ args }) => Object.values(withoutReferences(args).named));
const all = allFixtures.flatMap(({ declared }) => [...declared()]);

/** One of each resource, and the resources that these need. */
const declared = all.filter(
  ({ name }) => named.includes(name) || firsts.some((one) => one.name === name),
);
export const declaredNames = declared.map(({ name }) => name);

const declarations = declared
  // Each program declares this group in its own words.
  .filter(({ name }) => name !== "analysts")
  .map(({ type, name, args }) => {
    const { rest, named: others } = withoutReferences(args);
    const ids = Object.entries(others).map(([input, other]) => `${input}: ${other}.id, `);
    const fields = JSON.stringify(rest).slice(1);
    return `const ${name} = new platform.${type}("${name}", { ${ids.join("")}${fields});`;
  })
  .concat("const roles = platform.getRolesOutput();")
  .join("\n");

/** The same work in each kind of program. */
export const commonjs: Program = {
  type: "commonjs",
  file: "index.js",
  source: `
const pulumi = require("@pulumi/pulumi");
const platform = require("pulumi-platform");
${declarations}
new platform.Group("analysts", { name: pulumi.output("Analysts"), type: "open" });
exports.roleCount = roles.roles.apply((all) => all.length);
`,
};

export const typescript: Program = {
  type: "commonjs",
  file: "index.ts",
  source: `
import * as pulumi from "@pulumi/pulumi";
import * as platform from "pulumi-platform";
import { Group, type GroupArgs } from "pulumi-platform";
${declarations}
const args: GroupArgs = { name: pulumi.output("Analysts"), type: "open" };
export const group: pulumi.Output<string> = new Group("analysts", args).name;
export const roleCount: pulumi.Output<number> = roles.roles.apply((all) => all.length);
`,
};

export const onPlugin: Program = {
  ...typescript,
  source: typescript.source.replaceAll(`"pulumi-platform"`, `"pulumi-platform/plugin"`),
  project: plugins,
};

export const esm: Program = {
  type: "module",
  file: "index.js",
  source: `
import * as pulumi from "@pulumi/pulumi";
import * as platform from "pulumi-platform";
import { Group } from "pulumi-platform";
${declarations}
new Group("analysts", { name: pulumi.output("Analysts"), type: "open" });
export const roleCount = roles.roles.apply((all) => all.length);
`,
};

/** Runs the ESM program without an engine: prints what it makes, and how many roles it sees. */
export const mocks = `
import * as pulumi from "@pulumi/pulumi";
await pulumi.runtime.setMocks({
  newResource({ name, inputs }) {
    console.log(name);
    return { id: "1", state: inputs };
  },
  call: () => ({ roles: [{}, {}, {}, {}, {}] }),
});
const { roleCount } = await import("./index.js");
roleCount.apply((count) => console.log(count + " roles"));
`;
