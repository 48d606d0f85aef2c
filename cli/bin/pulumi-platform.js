#!/usr/bin/env node
const { existsSync } = require("node:fs");
const { join } = require("node:path");

if (existsSync(join(__dirname, "..", "dist", "main.js"))) {
  require("../dist/main.js").main(process.argv.slice(2));
} else {
  process.stderr.write("pulumi-platform: The clone is not built. Run npm run pack first.\n");
  process.exitCode = 2;
}
