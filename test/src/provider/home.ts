import { existsSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { endJournals } from "../../../provider/dist/journal/stackJournal";
import { quickFolder } from "../harness/quickFolder";

interface Line {
  key: string;
  n: number;
  entry: Record<string, unknown> | null;
}

/** Gives each test a Pulumi home of its own, where the journal is; call it within a `describe`. */
export function ownHome() {
  const before = process.env.PULUMI_HOME;
  let home = "";
  beforeEach(() => {
    endJournals();
    home = quickFolder("home");
    process.env.PULUMI_HOME = home;
  });
  afterEach(() => {
    endJournals();
    rmSync(home, { recursive: true });
    if (before === undefined) Reflect.deleteProperty(process.env, "PULUMI_HOME");
    else process.env.PULUMI_HOME = before;
  });
  const journal = () => join(home, "platform", "journal");
  /** The files that the process leaves when it ends. */
  const left = () => {
    endJournals();
    const names = existsSync(journal()) ? readdirSync(journal()) : [];
    return names.map((name) => join(journal(), name));
  };
  /** What the process leaves for the next one to know. */
  const entries = () => {
    const lines = left()
      .filter((file) => file.endsWith(".jsonl"))
      .flatMap((file) => readFileSync(file, "utf8").match(/.+/g) ?? [])
      .map((text) => JSON.parse(text) as Line)
      .sort((a, b) => a.n - b.n);
    return [...new Map(lines.map(({ key, entry }) => [key, entry])).values()].filter(
      (entry) => entry !== null,
    );
  };
  return { journal, left, entries };
}
