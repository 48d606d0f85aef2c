import {
  getFileMetadata,
  getRoles,
  isRefusal,
  listPermissions,
  sentence,
} from "pulumi-platform-provider/contract";
import type { PlatformError } from "pulumi-platform-provider/contract";
import type { Connection } from "../instances/connect.js";
import { wholeInstance } from "../inventory/inventory.js";
import { counted } from "../output/texts.js";
import type { Findings } from "./findings.js";
import { readGroups } from "./groups.js";
import { partyOf } from "./query.js";
import { InstanceReader } from "./reader.js";
import type { Wanted } from "./reader.js";
import { readSchedules } from "./schedules.js";
import type { ReportProgress } from "../output/progress.js";

/** The parts of an instance, in the order of the result. */
const lists: readonly [of: string, read: (reader: InstanceReader) => Promise<void>][] = [
  ["schedules", readSchedules],
  ["groups", readGroups],
  ["roles", readRoles],
];

/** Reads what an instance shows of ids, names and people. A part that it refuses becomes a gap. */
export async function readFindings(
  connection: Connection,
  wanted: Wanted,
  progress: ReportProgress,
): Promise<Findings> {
  const reader = new InstanceReader(connection, wanted, progress);
  const refused: PlatformError[] = [];
  for (const [of, read] of lists) {
    try {
      await read(reader);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refused.push(error);
      reader.gaps.push({ of, reason: sentence(error.reason) });
    }
  }
  const [error] = refused;
  // Without extended operations, nothing lists groups.
  if (error !== undefined && refused.length === (reader.isExtended ? 3 : 2)) throw error;
  await readShares(reader);
  await readFiles(reader);
  const { sightings, links } = reader;
  const warned = connection.warnings.map((reason) => ({ of: wholeInstance, reason }));
  return { sightings, links, gaps: [...reader.gaps, ...warned] };
}

async function readRoles(reader: InstanceReader): Promise<void> {
  reader.progress("list of roles", 0, 1);
  const { roles } = await getRoles.run(reader.connection.instance, { allowPartial: true });
  for (const { id, name } of roles as { id: string; name: string }[]) {
    reader.see("role", id, name, "the list of roles");
  }
}

async function readShares(reader: InstanceReader): Promise<void> {
  const of = "access to datasets";
  if (!reader.isExtended) {
    reader.needsExtended(of);
    return;
  }
  const datasets = reader.wanted.datasets.map((id) => ({ id }));
  const read = datasets.length === 0 ? "" : ` Read: ${counted(datasets.length, "dataset")}.`;
  const reason = `No call lists datasets.${read} Name others with --datasets.`;
  reader.gaps.push({ of, reason });
  await reader.eachNamed(of, datasets, async ({ id }) => {
    const list = await listPermissions(reader.connection.instance, id);
    for (const row of list.rows) {
      const to = partyOf(row.type, row.id);
      reader.link("share", id, "", to, row.accessLevel);
      reader.seeUser(to, row.name, `access to dataset ${id}`);
    }
    return list.complete ? undefined : `The list is cut: it shows ${list.shown}.`;
  });
}

async function readFiles(reader: InstanceReader): Promise<void> {
  const { files, filesetId } = reader.wanted;
  const all = files.map((id) => ({ id }));
  await reader.eachNamed("files", all, async ({ id: fileId }) => {
    const { instance } = reader.connection;
    const file: { name?: string; path?: string } = await getFileMetadata.run(instance, {
      filesetId,
      fileId,
    });
    reader.see("file", fileId, file.path ?? file.name, `fileset ${filesetId}`);
    return undefined;
  });
}
