// Stands in for actions/download-artifact: one artifact by its name, or all of a pattern into one folder.
import { cpSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

const { INPUT_NAME = "", INPUT_PATTERN = "", INPUT_PATH = "", GITOPS_ARTIFACTS = "" } = process.env;
const [prefix = ""] = INPUT_PATTERN.split("*");
const found = existsSync(GITOPS_ARTIFACTS) ? readdirSync(GITOPS_ARTIFACTS) : [];
for (const name of found) {
  if (INPUT_NAME === "" ? name.startsWith(prefix) : name === INPUT_NAME) {
    cpSync(join(GITOPS_ARTIFACTS, name), INPUT_PATH, { recursive: true });
  }
}
