import { startPostgres, startS3, s3Credentials } from "../harness/journalServers";
import type { JournalServer } from "../harness/journalServers";
import { phaseNames, phases, runCycle } from "./cycle";
import type { Cycle, RunOptions } from "./cycle";
import { BenchInstance } from "./instance";
import type { Options } from "./options";
import { median, table } from "./table";

/** S3 is reached over a network. */
const delayOfS3Ms = 10;
const folder = "folder";

/** The plugin with its journal in a folder and in each store whose server is installed, in turns. */
export async function compareJournals(
  { sizes, latencyMs, repeat }: Options,
  run: RunOptions,
): Promise<{ cycles: Cycle[]; text: string }> {
  const instance = await BenchInstance.start(latencyMs);
  const servers = { PostgreSQL: await startPostgres(), S3: await startS3() };
  const missing = Object.keys(servers).filter((name) => !servers[name as keyof typeof servers]);
  if (missing.length > 0) run.say(`Not installed here: ${missing.join(", ")}`);
  if (servers.S3 !== undefined) servers.S3.network.delayMs = delayOfS3Ms;
  const places = new Map<string, JournalServer | undefined>([[folder, undefined]]);
  for (const [name, server] of Object.entries(servers)) if (server) places.set(name, server);

  const runs: { journal: string; cycle: Cycle }[] = [];
  try {
    for (const size of sizes) {
      for (let turn = 0; turn < repeat; turn++) {
        for (const [journal, server] of places) {
          run.say(`journal: ${journal}`);
          const environment = server && {
            PLATFORM_JOURNAL: server.address(`bench-${size}-${turn}`),
            ...s3Credentials,
          };
          const entrant = { contender: "plugin", mode: "recommended", environment } as const;
          const cycle = await runCycle(entrant, size, instance, run);
          runs.push({ journal, cycle });
        }
      }
    }
  } finally {
    for (const server of places.values()) await server?.stop();
    await instance.stop();
  }

  const tables = sizes.map((size) => {
    const rows = phaseNames.map((phase) => {
      const middle = (name: string) =>
        median(
          runs
            .filter(({ journal, cycle }) => journal === name && cycle.size === size)
            .map(({ cycle }) => cycle.seconds[phase]),
        ) ?? 0;
      const cells = [...places.keys()].map((name) => {
        const ratio = (middle(name) / middle(folder)).toFixed(2);
        return `${middle(name).toFixed(1)} s${name === folder ? "" : ` (${ratio})`}`;
      });
      return [phases[phase].title, ...cells];
    });
    const head = ["", ...[...places.keys()].map((name) => `journal in ${name}`)];
    return `${size} schedules, plugin, recommended settings, S3 answers after ${delayOfS3Ms} ms\n\n${table([head, ...rows])}\n`;
  });
  return { cycles: runs.map(({ cycle }) => cycle), text: tables.join("\n") };
}
