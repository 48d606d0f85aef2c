const { writeFileSync } = require("node:fs");
const Mocha = require("mocha");

/** How long the process may stay alive after the last test before that counts as a failure. */
const leftOpenMs = 30_000;

/** Mocha's own output, and its counts as JSON in the file named by the option `counts`. */
module.exports = class extends Mocha.reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const { counts } = options.reporterOptions;
    runner.once("end", () => {
      const { passes, failures } = this.stats;
      writeFileSync(counts, JSON.stringify({ passed: passes, failed: failures }));
      setTimeout(() => {
        process.stderr.write("A test has left something running, so the process does not end.\n");
        process.exit(1);
      }, leftOpenMs).unref();
    });
  }
};
