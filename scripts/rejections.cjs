// Loaded into every process that runs tests: mocha's own parallel workers let a rejection that nobody
// catches pass. Thrown, it fails the test that is running.
process.on("unhandledRejection", (reason) => {
  throw reason;
});
