import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

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

/** Options for act: each pinned action of these workflows is the stand-in of the same name. */
export function standIns(workflows: string, folder: string): string[] {
  const texts = readdirSync(workflows).map((file) => readFileSync(join(workflows, file), "utf8"));
  const pins = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/uses: (actions\/[\w-]+@\w+)/g)].map(([, pin]) => pin),
    ),
  );
  return [...pins].flatMap((pin = "") => {
    const name = pin.slice("actions/".length, pin.indexOf("@"));
    const module = modules[name];
    if (module === undefined) throw new Error(`There is no stand-in for the action ${name}.`);
    const target = join(folder, name);
    mkdirSync(target, { recursive: true });
    const declared = (inputs[name] ?? []).map(
      (input) => `  ${input}: { default: ${input === "token" ? '"${{ github.token }}"' : '""'} }`,
    );
    writeFileSync(
      join(target, "action.yml"),
      `name: ${name}\ninputs:\n${declared.join("\n")}\nruns: { using: node20, main: index.js }\n`,
    );
    writeFileSync(
      join(target, "index.js"),
      `require(${JSON.stringify(join(__dirname, `${module}.js`))});\n`,
    );
    return ["--local-repository", `${pin}=${target}`];
  });
}
