import { allFixtures } from "../fixtures/index";
import { plugins } from "../plugin/stack";
import type { Program } from "./project";

/** One of each resource; each program declares the group in its own words. */
const declared = allFixtures.map(({ declared }) => declared()[0]);
export const declaredNames = declared.map(({ name }) => name);

const declarations = declared
  .filter(({ type }) => type !== "Group")
  .map(({ type, name, args: { scheduleOf, ...args } }) => {
    const reference = scheduleOf === undefined ? "" : `scheduleId: ${scheduleOf as string}.id, `;
    const fields = JSON.stringify(args).slice(1);
    return `const ${name} = new platform.${type}("${name}", { ${reference}${fields});`;
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
