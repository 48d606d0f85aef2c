import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { hashOf } from "pulumi-platform-provider/contract";
import { Failure } from "../failure.js";
import { createFile, textIn } from "../files.js";
import { decrypt, encrypt, hasPassphrase, passphraseOf, passphraseVariable } from "./encryption.js";
import type { PlanFingerprint } from "./fingerprint.js";
import type { Steps } from "./steps.js";

/** The content of `plan.json`: names of resources and hashes of values, but no values. */
interface PlanMetadata extends PlanFingerprint {
  format: 2;
  /** When the plan was made. */
  time: string;
  steps: Steps;
  /** A hash of the other file. */
  plan: string;
  encrypted: boolean;
}

const metadataFile = "plan.json";
const clearFile = "pulumi-plan.json";
const encryptedFile = "pulumi-plan.enc";

/** The encrypted content: the plan of the engine, and the key of the hashes in `plan.json`. */
interface Body {
  key: string;
  plan: string;
}

/** Writes a plan of the engine with its fingerprint. */
export function writePlan(
  folder: string,
  content: Body,
  bound: Omit<PlanMetadata, "format" | "plan" | "encrypted">,
  encrypted: boolean,
): PlanMetadata {
  const clear = JSON.stringify(content);
  const metadata: PlanMetadata = { format: 2, ...bound, plan: hashOf(clear), encrypted };
  const text = `${JSON.stringify(metadata, null, 2)}\n`;
  const body = encrypted ? encrypt(clear, passphraseOf(), text) : clear;
  removePlan(folder);
  const file = encrypted ? encryptedFile : clearFile;
  createFile(join(folder, file), body, 0o600);
  createFile(join(folder, metadataFile), text, 0o600);
  return metadata;
}

/** Removes an earlier plan, so that a failed command leaves no plan. */
export function removePlan(folder: string): void {
  for (const file of [metadataFile, clearFile, encryptedFile]) {
    rmSync(join(folder, file), { force: true });
  }
}

/** Reads a plan with its fingerprint. */
export function readPlan(folder: string): Body & { metadata: PlanMetadata } {
  const path = join(folder, metadataFile);
  const text = textIn(path);
  if (text === undefined) {
    throw new Failure(
      `${folder} has no plan. Make one with \`pulumi-platform plan --out ${folder}\` on the commit that you want to apply.`,
    );
  }
  const metadata = parsed(path, text);
  if (!metadata.encrypted && hasPassphrase()) {
    throw new Failure(
      `${folder} has a plan in the clear, although ${passphraseVariable} is set: anybody can have written it. Make a new plan.`,
    );
  }
  const file = join(folder, metadata.encrypted ? encryptedFile : clearFile);
  if (!existsSync(file)) throw new Failure(`${file} is missing. Make a new plan.`);
  const clear = metadata.encrypted
    ? decrypt(readFileSync(file), passphraseOf(), text)
    : readFileSync(file, "utf8");
  if (hashOf(clear) !== metadata.plan) {
    throw new Failure(`${file} is not the plan that ${path} describes. Make a new plan.`);
  }
  return { metadata, ...(JSON.parse(clear) as Body) };
}

const texts = ["commit", "tree", "stack", "operations", "settings", "state", "time", "plan"];
const maps = ["versions", "steps"];

function parsed(path: string, text: string): PlanMetadata {
  const problem = new Failure(`${path} is not a plan of this version. Make a new plan.`);
  try {
    const value = JSON.parse(text) as PlanMetadata;
    const fields = value as unknown as Record<string, unknown>;
    const isWhole =
      (value as { format: unknown }).format === 2 &&
      typeof value.encrypted === "boolean" &&
      Array.isArray(value.instances) &&
      texts.every((name) => typeof fields[name] === "string") &&
      maps.every((name) => typeof fields[name] === "object" && fields[name] !== null);
    if (isWhole) return value;
  } catch {
    // The file is not JSON.
  }
  throw problem;
}
