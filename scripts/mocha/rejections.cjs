// Every process that runs tests loads this file. Mocha's parallel workers ignore unhandled rejections.
// Thrown as an error, a rejection fails the test that is running.
process.on("unhandledRejection", (reason) => {
  throw reason;
});
