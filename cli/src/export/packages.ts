import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Failure } from "../failure.js";
import { manifest } from "../manifest.js";

/** A packed package that the project gets a copy of. */
export interface PackageCopy {
  name: string;
  file: string;
  /** Path of the original. */
  from: string;
  isForDevelopment?: boolean;
}

const howToPack = "Run npm run pack in the clone of pulumi-platform";

/** The folder with the packed packages: the given folder, or that of the clone. */
export function packagesFolder(given: string | undefined): string {
  const folder = given === undefined ? ofThisClone() : resolve(given);
  if (folder === undefined) {
    throw new Failure(
      `The packages are not in a registry yet. ${howToPack}, and name the folder that it prints with --packages.`,
    );
  }
  if (!existsSync(folder)) throw new Failure(`${folder} does not exist. ${howToPack} first.`);
  return folder;
}

function ofThisClone(): string | undefined {
  const root = join(import.meta.dirname, "..", "..", "..");
  try {
    const { name } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      name?: string;
    };
    return name === "pulumi-platform-workspace" ? join(root, "dist", "packages") : undefined;
  } catch {
    return undefined;
  }
}

/** The packages that the program needs. They have the version of this command. */
export function packagesFor(language: string, folder: string): PackageCopy[] {
  const copy = (name: string) => {
    const file = `${name}-${manifest.version}.tgz`;
    const from = join(folder, file);
    if (!existsSync(from)) throw new Failure(`${folder} does not contain ${file}. ${howToPack}.`);
    return { name, file, from };
  };
  return [
    ...(language === "typescript" ? [copy("pulumi-platform")] : []),
    copy("pulumi-platform-provider"),
    { ...copy("pulumi-platform-cli"), isForDevelopment: true },
  ];
}
