// A file of its own, and in old JavaScript: a Node.js that is too old cannot even read the plugin.
var found = process.versions.node.split(".").map(Number);
var oldest = "OLDEST".split(".").map(Number);
if (found[0] > oldest[0] || (found[0] === oldest[0] && found[1] >= oldest[1])) {
  require("./plugin.cjs");
} else {
  process.stderr.write("NEEDED This node is " + process.versions.node + ".\n");
  process.exitCode = 1;
}
