// A file of its own, in JavaScript that every Node.js reads: an older one cannot even parse the plugin.
const found = process.versions.node.split(".").map(Number);
const oldest = "OLDEST".split(".").map(Number);
if (found[0] > oldest[0] || (found[0] === oldest[0] && found[1] >= oldest[1])) {
  // Node.js 22 and newer keep what they compiled, and start faster the next time.
  const { enableCompileCache } = require("node:module");
  if (enableCompileCache !== undefined) enableCompileCache(`${__dirname}/compiled`);
  require("./plugin.cjs");
} else {
  process.stderr.write("NEEDED This node is " + process.versions.node + ".\n");
  process.exitCode = 1;
}
