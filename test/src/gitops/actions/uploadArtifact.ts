// Stands in for actions/upload-artifact: keeps the files in a folder of the test.
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

const { INPUT_NAME = "", INPUT_PATH = "", GITOPS_ARTIFACTS = "" } = process.env;
if (existsSync(INPUT_PATH)) {
  cpSync(INPUT_PATH, join(GITOPS_ARTIFACTS, INPUT_NAME), { recursive: true });
} else if (process.env["INPUT_IF-NO-FILES-FOUND"] === "error") {
  throw new Error(`There is no file ${INPUT_PATH}.`);
}
