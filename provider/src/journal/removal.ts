import { isS3Address } from "../settings/journalAddress";
import type { Place } from "./stores";

/** The command that removes an entry from a store. */
export function removalOf({ address, name }: Extract<Place, { address: string }>): string[] {
  if (!isS3Address(address))
    return ["psql", address, "-c", `DELETE FROM ${journalTable} WHERE name = '${name}'`];
  const { origin, folder } = partsOf(address);
  return ["aws", "s3", "rm", ...origin, `${folder}${name}`];
}

/** The table of the journal in PostgreSQL. */
export const journalTable = "pulumi_platform_journal";

function partsOf(address: string) {
  const { host, pathname, searchParams } = new URL(address);
  const endpoint = searchParams.get("endpoint");
  const scheme = searchParams.get("disableSSL") === "true" ? "http" : "https";
  const origin = endpoint === null ? [] : ["--endpoint-url", withScheme(endpoint, scheme)];
  return { origin, folder: `s3://${host}${pathname.replace(/\/*$/, "/")}` };
}

const withScheme = (host: string, scheme: string) =>
  host.includes("://") ? host : `${scheme}://${host}`;
