const { writeFileSync } = require("node:fs");
const { relative } = require("node:path");
const Mocha = require("mocha");

/** A process that still runs this long after the last test counts as a failure. */
const leftOpenMs = 30_000;

/**
 * Mocha's own output, then the ten slowest files. Writes the numbers of tests as JSON into the file of the
 * option `counts`, and the milliseconds of each test file into the file of the option `times`.
 */
module.exports = class extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const { counts, times } = options.reporterOptions;
    const spent = {};
    const add = ({ file, duration = 0 }) => {
      const path = relative(process.cwd(), file);
      spent[path] = (spent[path] ?? 0) + duration;
    };
    for (const event of ["test end", "hook end"]) runner.on(event, add);
    runner.once("end", () => {
      printSlowest(spent);
      const { passes, failures } = this.stats;
      writeFileSync(counts, JSON.stringify({ passed: passes, failed: failures }));
      if (times) writeFileSync(times, JSON.stringify(spent));
      setTimeout(() => {
        process.stderr.write("A test has left something running, so the process does not end.\n");
        process.exit(1);
      }, leftOpenMs).unref();
    });
  }
};

function printSlowest(spent) {
  const files = Object.entries(spent).sort(([, a], [, b]) => b - a);
  if (files.length < 2) return;
  Mocha.reporters.Base.consoleLog("Slowest files");
  for (const [file, ms] of files.slice(0, 10)) {
    const source = file.replace(/dist(.*)\.js$/, "src$1.ts");
    Mocha.reporters.Base.consoleLog(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${source}`);
  }
}
