import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../engine/stacks/stack";

interface Schema {
  language: Record<string, { packageName?: string; importBasePath?: string }>;
  keywords: string[];
  [name: string]: unknown;
}

const read = (...path: string[]) => readFileSync(join(root, ...path), "utf8");
const schema = JSON.parse(read("provider", "schema.json")) as Schema;
const { repository, version } = JSON.parse(read("package.json")) as {
  repository: string;
  version: string;
};
const slug = repository.replace("https://github.com/", "");
const pages = ["_index.md", "installation-configuration.md"];
const textOf = (page: string) => read("docs", page);

/** What Pulumi's registry checks before it lists a provider: `.github` and `.claude/commands` of pulumi/registry. */
describe("the registry of Pulumi finds", () => {
  it("a repository on GitHub with the name of the provider", () => {
    assert.match(slug, /^[\w-]+\/[\w-]+$/);
    assert.equal(slug.split("/")[1], `pulumi-${String(schema.name)}`);
    assert.equal(schema.repository, repository);
  });

  it("a version that can be a tag", () => {
    assert.match(`v${version}`, /^v\d+\.\d+\.\d+$/);
    assert.equal(schema.version, version);
  });

  it("what its list shows of the provider", () => {
    for (const name of ["displayName", "publisher", "description", "homepage", "license"])
      assert.ok(typeof schema[name] === "string" && schema[name] !== "", name);
    const categories = ["cloud", "database", "infrastructure", "monitoring", "network", "utility"];
    const [category, ...others] = schema.keywords.filter((word) => word.startsWith("category/"));
    assert.deepEqual(others, []);
    assert.ok(categories.includes(String(category).replace("category/", "")), category);
    assert.ok(schema.keywords.includes("kind/native"));
  });

  it("a logo in the tree of the release", () => {
    const [, path = ""] = /\/v[\d.]+\/(.+)$/.exec(String(schema.logoUrl)) ?? [];
    assert.equal(schema.logoUrl, `https://raw.githubusercontent.com/${slug}/v${version}/${path}`);
    assert.match(read(path), /^<svg [^]*<\/svg>\n$/);
  });

  it("the address from which the engine downloads the plugin, in each package that names it", () => {
    const url = `github://api.github.com/${slug}`;
    assert.equal(schema.pluginDownloadURL, url);
    for (const file of ["sdk/python/pulumi_platform", "sdk/go/platform"]) {
      const named = JSON.parse(read(file, "pulumi-plugin.json")) as { server?: string };
      assert.deepEqual([file, named.server], [file, url]);
    }
  });

  it("both pages, with what it reads at their tops", () => {
    for (const page of pages) {
      assert.ok(existsSync(join(root, "docs", page)), page);
      assert.match(textOf(page), /^---\ntitle: .+\nmeta_desc: .+\nlayout: package\n---\n/);
    }
  });

  it("a program for each language of the schema, and for YAML", () => {
    const [, chosen = ""] = /\{\{< chooser language "(.+)" >\}\}/.exec(textOf("_index.md")) ?? [];
    const languages = Object.keys(schema.language).map((name) =>
      name.replace("nodejs", "typescript"),
    );
    assert.deepEqual(chosen.split(",").sort(), [...languages, "yaml"].sort());
    for (const language of chosen.split(",")) {
      const tab = new RegExp(
        `\\{\\{% choosable language ${language} %\\}\\}\n\n\`\`\`${language}\n[^]+?\`\`\`\n\n\\{\\{% /choosable %\\}\\}`,
      );
      assert.match(textOf("_index.md"), tab);
    }
  });

  it("links that it can follow, and no pictures or HTML of its own address", () => {
    for (const page of pages) {
      const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link ?? "");
      assert.ok(links.length > 0, page);
      for (const link of links) assert.match(link, /^https:\/\/(?!.*\.md$)/);
      assert.doesNotMatch(textOf(page), /<(a|img) /);
    }
  });

  it("the packages and the plugin of the schema in the commands, and nothing that runs a download", () => {
    const text = textOf("installation-configuration.md");
    const { nodejs, go } = schema.language;
    for (const name of [nodejs?.packageName, "pulumi_platform", go?.importBasePath])
      assert.ok(text.includes(`[\`${String(name)}\`](https://`), name);
    const server = `v${version} --server ${String(schema.pluginDownloadURL)}`;
    assert.ok(text.includes(`pulumi plugin install resource ${String(schema.name)} ${server}`));
    assert.doesNotMatch(text, /\| *(ba)?sh\b|\bsudo\b|\beval\b/);
  });

  it("a module for Go below the repository", () => {
    const path = schema.language.go?.importBasePath ?? "";
    assert.ok(path.startsWith(`github.com/${slug}/`), path);
    assert.ok(existsSync(join(root, path.replace(`github.com/${slug}/`, ""), "go.mod")));
  });
});
