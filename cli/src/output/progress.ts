import { printable, printRemarks, progressTerminal } from "../print.js";

/** Called before each part of long work, and for each object that was read. */
export type ReportProgress = (what: string, done: number, total: number) => void;

interface Progress {
  report: ReportProgress;
  end: () => void;
}

const lineEveryMs = 3_000;

/** Shows how far long work is: a bar on a terminal, else a line every few seconds. Writes only to standard error. */
export async function withProgress<Result>(
  work: (report: ReportProgress) => Promise<Result>,
): Promise<Result> {
  const { report, end } = await showProgress();
  return work(report).finally(end);
}

async function showProgress(): Promise<Progress> {
  const output = progressTerminal();
  if (output !== undefined) return bars(output);
  let last = Date.now();
  return {
    report(what, done, total) {
      if (Date.now() - last < lineEveryMs) return;
      last = Date.now();
      printRemarks(`Reading ${what}: ${done} of ${total}`);
    },
    end: () => undefined,
  };
}

async function bars(output: NodeJS.WriteStream): Promise<Progress> {
  // An ES module. Only a terminal needs it.
  const { progress } = await import("@clack/prompts");
  let shown: { what: string; done: number; bar: ReturnType<typeof progress> } | undefined;
  const finish = () => {
    shown?.bar.stop(`Read ${shown.what}`);
    shown = undefined;
  };
  return {
    report(subject, done, total) {
      const what = printable(subject);
      if (shown?.what !== what) {
        finish();
        shown = { what, done: 0, bar: progress({ output, max: Math.max(total, 1) }) };
        shown.bar.start(`Reading ${what}`);
      }
      if (done <= shown.done) return;
      shown.bar.advance(done - shown.done, `Reading ${what}: ${done} of ${total}`);
      shown.done = done;
    },
    end: finish,
  };
}
