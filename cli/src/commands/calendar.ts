import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { Temporal } from "@js-temporal/polyfill";
import type { Command } from "commander";
import { resolveZone } from "pulumi-platform-provider/contract";
import { collect } from "../calendar/collect.js";
import { htmlOf } from "../calendar/html.js";
import { icsOf, icsProduct } from "../calendar/ics.js";
import type { InstanceData } from "../calendar/page/data.cjs";
import { readNames } from "../calendar/recipientNames.js";
import { spanOf } from "../calendar/span.js";
import type { Span } from "../calendar/span.js";
import { Failure } from "../failure.js";
import { replaceFile, textIn } from "../files.js";
import { connect } from "../instances/connect.js";
import type { Connection } from "../instances/connect.js";
import { instancesFile } from "../instances/file.js";
import { connectHere } from "../instances/ofStack.js";
import { readInventory } from "../inventory/read.js";
import { kindsFrom } from "../inventory/wanted.js";
import { withProgress } from "../output/progress.js";
import { print, printJson, when } from "../print.js";

interface Flags {
  out: string;
  zone?: string;
  from?: string;
  months: string;
  recipients?: boolean;
  json?: boolean;
}

const example = `
Example:
  $ pulumi-platform calendar dev --out calendar.html --zone Europe/Berlin

It only reads. Open the page in a browser: it makes no network calls. A file
that ends with .ics has the same schedules for Outlook and other calendars.`;

/** Adds `calendar`, which writes a file of which report goes to how many people when. */
export function add(program: Command): void {
  program
    .command("calendar")
    .description(
      "Writes one HTML page or one iCalendar file of the report schedules: which report goes to how many people when.",
    )
    .argument("[instance]", `name in ${instancesFile}; not needed if there is only one`)
    .argument("[other]", "a second instance for the same file")
    .requiredOption("--out <file>", "file to write: .html for a page, .ics for iCalendar")
    .option("--zone <zone>", "time zone that the page opens in (default: that of this computer)")
    .option("--from <date>", "the file begins with the month of this date (default: today)")
    .option("--months <number>", "how many months the file has, from 1 to 24", "12")
    .option("--recipients", "name the recipients in the .ics file, too")
    .option("--json", "print the numbers as JSON")
    .addHelpText("after", example)
    .action(run);
}

async function run(
  name: string | undefined,
  other: string | undefined,
  flags: Flags,
): Promise<void> {
  const file = fileOf(flags.out);
  const isPage = !isCalendarFile(file);
  if (isPage && flags.recipients) {
    throw new Failure(
      "--recipients is only for .ics files. The page names the recipients without it.",
    );
  }
  const zone = flags.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (resolveZone(zone) === undefined) {
    throw new Failure(`--zone: "${zone}" is not a time zone. Use a name such as Europe/Berlin.`);
  }
  const span = spanOf(dateOf(flags.from, zone), monthsOf(flags.months));
  if (other !== undefined && other === name) {
    throw new Failure(`"${name}" is named twice. Name two different instances, or only one.`);
  }
  const connections = [await connectHere(name), ...(other === undefined ? [] : [connect(other)])];
  const instances: InstanceData[] = [];
  const isNaming = isPage || flags.recipients === true;
  for (const connection of connections) instances.push(await read(connection, span, isNaming));
  const { first, last } = span;
  const text = isPage
    ? htmlOf({ made: Date.now(), first, last, zone, instances })
    : icsOf(instances, span, isNaming);
  // The file can name all recipients, so only this user can read it.
  mkdirSync(dirname(file), { recursive: true });
  replaceFile(file, text, 0o600);
  conclude(file, instances, isNaming, flags.json === true);
}

async function read(connection: Connection, span: Span, isNaming: boolean): Promise<InstanceData> {
  const wanted = { kinds: kindsFrom("schedules"), ids: {} };
  return withProgress(async (progress) => {
    const inventory = await readInventory(connection, wanted, progress);
    const names = isNaming ? await readNames(connection, inventory.items, progress) : undefined;
    return collect(inventory, span, names);
  });
}

function conclude(
  file: string,
  instances: readonly InstanceData[],
  isNaming: boolean,
  isJson: boolean,
): void {
  const counts = instances.map(({ name, schedules, gaps }) => {
    const enabled = schedules.filter(({ isEnabled }) => isEnabled);
    return {
      instance: name,
      schedules: schedules.length,
      disabled: schedules.length - enabled.length,
      unplaced: enabled.filter(({ timing }) => timing === undefined).length,
      recipientCountUnknown: enabled.filter(({ people }) => people === undefined).length,
      gaps,
    };
  });
  if (counts.some(({ gaps }) => gaps.length > 0)) process.exitCode = 1;
  const lines = counts.flatMap((one) => [
    `${one.instance}: ${one.schedules} schedules, ${one.disabled} disabled, ${one.unplaced} cannot be placed.`,
    ...when(
      one.recipientCountUnknown > 0,
      `${one.instance}: number of recipients not shown for ${one.recipientCountUnknown} schedules.`,
    ),
    ...when(one.gaps.length > 0, `${one.instance}, missing:`),
    ...one.gaps.map((gap) => `  ${gap}`),
  ]);
  const named = isNaming && instances.some(({ recipients }) => recipients.length > 0);
  const warning = when(named, "The file contains the names of recipients.");
  if (isJson) printJson({ file, instances: counts });
  else print([...lines, ...warning, `Wrote ${file}.`]);
}

/** The path of the file to write. Fails if the path is something other than an earlier calendar. */
function fileOf(out: string): string {
  const file = resolve(out);
  if (!/\.(html?|ics)$/i.test(file)) {
    throw new Failure(
      "--out: the name of the file must end with .html or .ics, such as calendar.html.",
    );
  }
  const mark = isCalendarFile(file) ? icsProduct : 'content="pulumi-platform calendar"';
  if (textIn(file)?.includes(mark) === false) {
    throw new Failure(`${file} exists, but is not a calendar. Choose another file.`);
  }
  return file;
}

const isCalendarFile = (file: string): boolean => /\.ics$/i.test(file);

function dateOf(from: string | undefined, zone: string): Temporal.PlainDate {
  if (from === undefined) return Temporal.Now.plainDateISO(zone);
  try {
    return Temporal.PlainDate.from(from);
  } catch {
    throw new Failure(`--from: "${from}" is not a date. Use the form 2026-03-01.`);
  }
}

function monthsOf(text: string): number {
  const months = Number(text);
  if (Number.isInteger(months) && months >= 1 && months <= 24) return months;
  throw new Failure(`--months: "${text}" is not a number from 1 to 24.`);
}
