const process = require("node:process");

/** The slowest test takes 8 seconds on two busy cores. */
const timeoutMs = 30_000;

exports.mochaHooks = {
  beforeEach() {
    // Stryker's runner turns mocha's time limit off.
    this.currentTest.timeout(timeoutMs);
    // Stryker sets the mutant in its own process. Processes that a test starts read the variable.
    const { activeMutant } = globalThis.__stryker__ ?? {};
    if (activeMutant === undefined) delete process.env.__STRYKER_ACTIVE_MUTANT__;
    else process.env.__STRYKER_ACTIVE_MUTANT__ = activeMutant;
  },
};
