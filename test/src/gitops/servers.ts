import { join } from "node:path";
import { Postgres, S3 } from "./backends";
import { Gitea } from "./gitea";
import { preparePackages } from "./packages";
import type { Packages } from "./packages";
import { parts } from "./parts";
import type { PartName } from "./parts";

/** Where each part is, or why it cannot be had. */
export type FoundParts = Map<PartName, { path: string } | { reason: string }>;

export async function findParts(wanted: ReadonlySet<PartName>): Promise<FoundParts> {
  const found: FoundParts = new Map();
  // One at a time: a build uses the whole machine.
  for (const name of wanted) {
    found.set(
      name,
      await parts[name].find().then(
        (path) => ({ path }),
        (error: unknown) => ({ reason: (error as Error).message }),
      ),
    );
  }
  return found;
}

/** What all scenarios share. A scenario only uses what it says that it needs. */
export class Servers {
  #postgres?: Postgres;
  #s3?: S3;

  private constructor(
    readonly folder: string,
    readonly forge: Gitea,
    readonly packages: Packages,
    private readonly found: FoundParts,
  ) {}

  /** Starts what the found parts can start. */
  static async start(folder: string, found: FoundParts): Promise<Servers> {
    const packages = await preparePackages(join(folder, "packages"));
    const forge = await Gitea.start(pathOf(found, "gitea"), join(folder, "gitea"));
    await forge.call("admin", "POST", "/orgs", { username: "team" });
    const servers = new Servers(folder, forge, packages, found);
    const has = (name: PartName) => "path" in (found.get(name) ?? {});
    if (has("postgres")) {
      const data = join(folder, "postgres");
      servers.#postgres = await Postgres.start(pathOf(found, "postgres"), data);
    }
    if (has("versitygw")) {
      servers.#s3 = await S3.start(pathOf(found, "versitygw"), join(folder, "s3"));
    }
    return servers;
  }

  get postgres(): Postgres {
    return this.#postgres ?? missing("postgres");
  }

  get s3(): S3 {
    return this.#s3 ?? missing("versitygw");
  }

  /** Empty where no scenario needs it. */
  get act(): string {
    return this.found.has("act") ? pathOf(this.found, "act") : "";
  }

  get gitlabCiLocal(): string {
    return pathOf(this.found, "gitlabCiLocal");
  }
}

function pathOf(found: FoundParts, name: PartName): string {
  const part = found.get(name);
  return part !== undefined && "path" in part ? part.path : missing(name);
}

function missing(name: PartName): never {
  throw new Error(`${parts[name].name} is not there.`);
}
