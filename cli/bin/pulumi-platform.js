#!/usr/bin/env node
import { existsSync } from "node:fs";
import { join } from "node:path";

if (existsSync(join(import.meta.dirname, "..", "dist", "main.js"))) {
  // Such as `| head`: nobody reads the rest.
  process.stdout.on("error", (error) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
  const { main } = await import("../dist/main.js");
  await main(process.argv.slice(2));
} else {
  process.stderr.write("pulumi-platform: The clone is not built. Run npm run pack first.\n");
  process.exitCode = 2;
}
