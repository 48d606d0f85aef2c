// The packages of this clone, in place of those in the registries.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../install.mjs";

const folder = "~/pulumi-platform";
const packed = `${folder}/dist/packages`;
const { version } = JSON.parse(readFileSync(join(root, "sdk/package.json"), "utf8"));

/** *Getting started* tells readers with a clone the same, in the section that is only for them. */
const rules = [
  [
    /https:\/\/github\.com\/pulumi-platform\/pulumi-platform\/tree\/main\/templates/g,
    `${packed}/templates`,
  ],
  [
    /(?<=npm install .*)(?<=\s)pulumi-platform(-\w+)?(?=\s|$)/gs,
    (name) => `${packed}/${name}-${version}.tgz`,
  ],
  [/(?<=pip install .*)(?<=\s)pulumi_platform(?=\s|$)/gs, `${packed}/$&-${version}.tar.gz`],
  [/npx --yes (pulumi-platform-simulator)/g, `${folder}/simulator/bin/$1.js`],
  [/npx --yes pulumi-platform-cli/g, `${folder}/cli/bin/pulumi-platform.js`],
  [/npx pulumi-platform export(?!.*--imports-only)/g, `$& --packages ${packed}`],
];

export const clone = {
  clone: root,
  simulator: join(root, "node_modules/.bin/pulumi-platform-simulator"),
  environment: {},
  values: {},
  textOf: (text) => text,
  commandOf: (command) =>
    rules.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), command),
};
