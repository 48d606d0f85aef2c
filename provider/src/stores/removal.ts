import { isS3Address, s3Location } from "../settings/journalAddress";
import type { Place } from "./stores";

/** The command that removes an entry from a store. */
export function removalOf({ address, name }: Extract<Place, { address: string }>): string[] {
  if (!isS3Address(address))
    return ["psql", address, "-c", `DELETE FROM ${journalTable} WHERE name = '${name}'`];
  const { bucket, prefix, endpoint, region, profile } = s3Location(address);
  const options = Object.entries({
    "--endpoint-url": endpoint,
    "--region": region,
    "--profile": profile,
  });
  const given = options.flatMap(([option, value]) => (value === undefined ? [] : [option, value]));
  return ["aws", "s3", "rm", ...given, `s3://${bucket}/${prefix}${name}`];
}

/** The table of the journal in PostgreSQL. */
export const journalTable = "pulumi_platform_journal";
