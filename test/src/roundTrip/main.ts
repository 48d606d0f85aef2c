import { parseArgs } from "node:util";
import { useEngine } from "../engine/stacks/engineFolder";
import { roundTrip } from "./roundTrip";
import type { Outcome, Trip } from "./roundTrip";

const usage = `npm run round-trip -- [options]

  Exports an instance, takes it over, and copies it to an empty instance with other ids.

  --operations MODE    extended or documented; both unless given
  --provider NAME      plugin or dynamic; both unless given
  --language NAME      typescript, or yaml for the plugin (default: typescript)
  --schedules 400      how many schedules there are; so also --groups, --shares and --certifications
  --seed S             of what the instance has; drawn unless given
`;

async function main(): Promise<number> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    options: {
      help: { type: "boolean" },
      operations: text,
      provider: text,
      language: { ...text, default: "typescript" },
      seed: { ...text, default: String(Math.floor(Math.random() * 1_000_000)) },
      schedules: { ...text, default: "400" },
      groups: { ...text, default: "60" },
      shares: { ...text, default: "80" },
      certifications: { ...text, default: "40" },
    },
  });
  if (values.help === true) {
    process.stdout.write(usage);
    return 0;
  }
  const oneOf = <Name extends string>(option: string, names: readonly Name[], given?: string) => {
    const chosen = names.filter((name) => name === (given ?? name));
    if (chosen.length > 0) return chosen;
    throw new Error(`--${option} takes ${names.join(" or ")}, not "${given}".`);
  };
  const modes = oneOf("operations", ["extended", "documented"], values.operations);
  const providers = oneOf("provider", ["plugin", "dynamic"], values.provider);
  const languages = oneOf("language", ["typescript", "yaml"], values.language);
  const count = (option: "seed" | "schedules" | "groups" | "shares" | "certifications") => {
    const given = values[option];
    if (/^\d+$/.test(given)) return Number(given);
    throw new Error(`--${option} takes whole numbers, not "${given}".`);
  };
  const seed = count("seed");
  const sizes = {
    schedules: count("schedules"),
    groups: count("groups"),
    shares: count("shares"),
    certifications: count("certifications"),
  };
  const trips = modes.flatMap((operations) =>
    providers.flatMap((provider) =>
      languages.map((language): Trip => ({ operations, provider, language, seed, sizes })),
    ),
  );
  await useEngine();
  process.stdout.write(`seed ${seed}\n${heading}\n`);
  let failed = 0;
  for (const trip of trips) {
    const line = await roundTrip(trip).then(summary, (error: unknown) => {
      failed++;
      return `FAILED: ${error instanceof Error ? error.message : String(error)}`;
    });
    process.stdout.write(`${row([trip.operations, trip.provider, line])}\n`);
  }
  process.stdout.write(`${trips.length - failed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
}

const row = (cells: readonly string[]): string => cells.map((cell) => cell.padEnd(10)).join("  ");

const columns = ["objects", "fields", "percent", "calls", "export", "take over", "copy"];
const heading = row(["mode", "provider", ...columns]);

function summary({ objects, fields, calls, seconds }: Outcome): string {
  return row([
    `${objects.made}/${objects.all}`,
    `${fields.made}/${fields.all}`,
    `${((100 * fields.made) / fields.all).toFixed(1)} %`,
    String(calls),
    ...[seconds.export, seconds.takeOver, seconds.replicate].map((time) => `${time.toFixed(1)} s`),
  ]);
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
