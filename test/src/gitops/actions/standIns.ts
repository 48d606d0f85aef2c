import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What these actions install or keep is on this machine already. */
const needless = ["setup-node", "setup-go", "cache"];
const inputs: Record<string, string[]> = {
  checkout: ["token", "fetch-depth", "persist-credentials"],
  "upload-artifact": ["name", "path", "if-no-files-found"],
  "download-artifact": ["name", "pattern", "path"],
};
const modules: Record<string, string> = {
  checkout: "checkout",
  "upload-artifact": "uploadArtifact",
  "download-artifact": "downloadArtifact",
};

/**
 * Options for act: each pinned action of these workflows and actions is the stand-in of the same name. Other actions are
 * in workflows that do not run here; act says which it cannot fetch.
 */
export function standIns(github: string, folder: string): string[] {
  const texts = readdirSync(github, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".yml"))
    .map((file) => readFileSync(join(github, file), "utf8"));
  const pins = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/uses: (actions\/[\w-]+@\w+)/g)].map(([, pin]) => pin),
    ),
  );
  return [...pins].flatMap((pin = "") => {
    const name = pin.slice("actions/".length, pin.indexOf("@"));
    const module = modules[name];
    if (module === undefined && !needless.includes(name)) return [];
    const target = join(folder, name);
    mkdirSync(target, { recursive: true });
    const declared = (inputs[name] ?? []).map(
      (input) => `  ${input}: { default: ${input === "token" ? '"${{ github.token }}"' : '""'} }`,
    );
    writeFileSync(
      join(target, "action.yml"),
      `name: ${name}\ninputs:${declared.length === 0 ? " {}" : `\n${declared.join("\n")}`}\nruns: { using: node20, main: index.js }\n`,
    );
    writeFileSync(
      join(target, "index.js"),
      module === undefined ? "" : `require(${JSON.stringify(join(__dirname, `${module}.js`))});\n`,
    );
    return ["--local-repository", `${pin}=${target}`];
  });
}
