import { existsSync, readFileSync } from "node:fs";
import { nameIn } from "./pulumiStack";
import type { Told } from "./pulumiStack";

interface Event {
  resourcePreEvent?: {
    metadata: {
      op: string;
      urn: string;
      type: string;
      detailedDiff?: Record<string, { diffKind: string }> | null;
    };
  };
  diagnosticEvent?: { urn?: string; message: string; severity: string };
}

/** What a command did and said by its event log. A command that another one locks out writes none. */
export function eventsIn(file: string): Pick<Told, "ops" | "differences" | "errors" | "notices"> {
  const ops = new Map<string, string[]>();
  const differences = new Map<string, string[]>();
  const errors = new Map<string, string>();
  const notices = new Map<string, string>();
  for (const { resourcePreEvent: step, diagnosticEvent: said } of read(file)) {
    if (step !== undefined && !step.metadata.type.startsWith("pulumi:")) {
      const name = nameIn(step.metadata.urn);
      ops.set(name, [...(ops.get(name) ?? []), step.metadata.op]);
      const { detailedDiff } = step.metadata;
      if (detailedDiff && step.metadata.op !== "refresh") {
        const paths = Object.entries(detailedDiff).map(
          ([path, diff]) => `${diff.diffKind} ${path}`,
        );
        differences.set(name, paths.sort());
      }
    }
    if (said?.urn !== undefined) {
      const name = nameIn(said.urn);
      const told = said.severity === "error" ? errors : notices;
      told.set(name, (told.get(name) ?? "") + said.message);
    }
  }
  return { ops, differences, errors, notices };
}

function read(file: string): Event[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  // The last line of a killed engine can be cut.
  return lines.flatMap((line) => {
    try {
      return line === "" ? [] : [JSON.parse(line) as Event];
    } catch {
      return [];
    }
  });
}
