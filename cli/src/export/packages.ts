import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Failure } from "../failure.js";
import { manifest } from "../manifest.js";

/** A package that the project needs. */
export interface NeededPackage {
  name: string;
  /** Path of the packed package that the project gets a copy of. Without it, npm gets the package from its registry. */
  file?: string;
  isForDevelopment?: boolean;
}

const howToPack = "Run npm run pack in the clone of pulumi-platform";

/** The folder with the packed packages: the given folder, or that of the clone. Undefined outside of a clone. */
export function packagesFolder(given: string | undefined): string | undefined {
  const folder = given === undefined ? ofThisClone() : resolve(given);
  if (folder !== undefined && !existsSync(folder)) {
    throw new Failure(`${folder} does not exist. ${howToPack} first.`);
  }
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
export function packagesFor(language: string, folder: string | undefined): NeededPackage[] {
  const needed = (name: string) => {
    if (folder === undefined) return { name };
    const archive = `${name}-${manifest.version}.tgz`;
    const file = join(folder, archive);
    if (!existsSync(file))
      throw new Failure(`${folder} does not contain ${archive}. ${howToPack}.`);
    return { name, file };
  };
  return [
    ...(language === "typescript" ? [needed("pulumi-platform")] : []),
    needed("pulumi-platform-provider"),
    { ...needed("pulumi-platform-cli"), isForDevelopment: true },
  ];
}
