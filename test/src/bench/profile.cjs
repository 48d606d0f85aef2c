// Writes a V8 profile of the provider and of the program when they end. Node takes its own option for that only on the
// command line, which is Pulumi's here.
const { writeFileSync } = require("node:fs");
const { Session } = require("node:inspector");
const { join } = require("node:path");

const script = process.argv.join(" ");
const kind = /\/cmd\/dynamic-provider|pulumi-resource-platform|\/start\.cjs/.test(script)
  ? "provider"
  : /\/cmd\/run/.test(script) && "program";
if (kind) {
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.start");
  process.on("exit", () => {
    session.post("Profiler.stop", (_error, { profile }) => {
      const file = `${process.env.BENCH_PROFILE}-${kind}-${process.pid}.cpuprofile`;
      writeFileSync(join(process.env.BENCH_PROFILES, file), JSON.stringify(profile));
    });
  });
}
