import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join, relative, sep } from "node:path";
import { root } from "../engine/stacks/stack";
import { isWhole, onlyWhole } from "../harness/lives/sampled";
import { run } from "./command";
import { typescript } from "./programs";
import { Project, published, publishedNames } from "./project";

interface Manifest {
  name: string;
  main?: string;
  types?: string;
  bin?: Record<string, string>;
  /** A package that is only a command has none. */
  exports?: Record<string, string | Record<string, string>>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** What a package may contain in addition to the compiled files. */
const otherFiles =
  /^(package\.json|schema\.json|README\.md|LICENSE|CHANGELOG\.md|bin\/[\w-]+(\.js|\.cmd)?|src\/calendar\/page\/\w+\.(css|html))$/;
/** The first one is the sample. */
const resolutions = [
  ["node16", "node16"],
  ["bundler", "esnext"],
  // Our types reach those of zod, which this resolution cannot read without esModuleInterop.
  ["node10", "commonjs", "--skipLibCheck"],
] as const;
const compiled = /^dist\/(.+?)\.(?:d\.ts|(c?)js)$/;

describe("the published packages", () => {
  let project: Project;
  before(async () => (project = await Project.installed("npm")));

  const installed = (name: string) => join(project.folder, "node_modules", name);
  const filesOf = (name: string) =>
    readdirSync(installed(name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(installed(name), join(entry.parentPath, entry.name)))
      .map((path) => path.split(sep).join("/"))
      .filter((path) => !path.startsWith("node_modules/"));
  const manifestOf = (name: string) =>
    JSON.parse(readFileSync(join(installed(name), "package.json"), "utf8")) as Manifest;

  for (const name of publishedNames) {
    describe(name, () => {
      it("holds what is compiled from its sources, and nothing else", () => {
        const strangers = filesOf(name).filter((path) => {
          const [, module, kind = ""] = compiled.exec(path) ?? [];
          if (module === undefined) return !otherFiles.test(path);
          return !existsSync(join(root, published[name], "src", `${module}.${kind}ts`));
        });
        assert.deepEqual(strangers, []);
      });

      it("holds the license", () => {
        const license = readFileSync(join(installed(name), "LICENSE"), "utf8");
        assert.equal(license, readFileSync(join(root, "LICENSE"), "utf8"));
      });

      it("holds every file that its manifest names", () => {
        const { main, types, bin = {}, exports } = manifestOf(name);
        const targets = Object.values(exports ?? {}).flatMap((target) =>
          typeof target === "string" ? [target] : Object.values(target),
        );
        if (exports !== undefined) {
          assert.ok(main !== undefined && types !== undefined, "older resolvers know no exports");
          targets.push(main, types);
        }
        const missing = [...Object.values(bin), ...targets].filter(
          (path) => !existsSync(join(installed(name), path)),
        );
        assert.deepEqual(missing, []);
      });

      it("declares every module that it imports", () => {
        const { dependencies, peerDependencies } = manifestOf(name);
        const declared = [name, ...Object.keys({ ...dependencies, ...peerDependencies })];
        const used = filesOf(name)
          .filter((path) => /\.(js|d\.ts)$/.test(path))
          .flatMap((path) => importsOf(path, readFileSync(join(installed(name), path), "utf8")))
          .filter((module) => !module.startsWith(".") && !isBuiltin(module))
          .map((module) => /^(@[^/]+\/)?[^/]+/.exec(module)?.[0]);
        assert.deepEqual(
          [...new Set(used)].filter((module) => !declared.includes(module ?? "")),
          [],
        );
      });
    });
  }

  it("hold the page of pulumi-platform calendar", () => {
    const files = filesOf("pulumi-platform-cli");
    for (const part of ["src/calendar/page/page.css", "dist/calendar/page/main.cjs"]) {
      assert.ok(files.includes(part), part);
    }
  });

  for (const [resolution, module, ...more] of resolutions.slice(0, isWhole ? undefined : 1)) {
    onlyWhole(`have types that resolve with moduleResolution ${resolution}`, async () => {
      project.write(typescript);
      const tsc = join(installed("typescript"), "bin", "tsc");
      const options = ["--noEmit", "--strict", "--target", "es2022", ...more];
      const how = ["--module", module, "--moduleResolution", resolution];
      await run(project.folder, process.execPath, tsc, ...options, ...how, "index.ts");
    });
  }
});

function importsOf(path: string, text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "");
  const pattern = path.endsWith(".d.ts")
    ? /(?:\bfrom |\bimport\(|^import )"([^"]+)"/gm
    : /\b(?:require|import)\("([^"]+)"\)/g;
  return [...code.matchAll(pattern)].map(([, module]) => module ?? "");
}
