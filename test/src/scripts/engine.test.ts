import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { everything, Machine, scripts } from "./engine-machine.js";

const isLink = (...parts: string[]) => fs.lstatSync(path.join(...parts)).isSymbolicLink();
const built = (machine: Machine) =>
  machine
    .calls("go")
    .flatMap(({ args }) => args.filter((arg) => arg.includes("/cmd/")))
    .map((name) => path.basename(name))
    .sort();

describe("The engine bootstrap", function () {
  this.timeout(10_000);
  let machine: Machine;
  before(function () {
    // The commands of this test are scripts with a first line that Windows does not understand.
    if (process.platform === "win32") this.skip();
  });
  beforeEach(() => (machine = new Machine()));
  afterEach(() => fs.rmSync(machine.root, { recursive: true, force: true }));

  it("uses a pulumi on PATH first, and prints nothing but the folder that links it", async () => {
    machine.pulumi("3.200.0");
    machine.go();
    machine.npm(everything);
    const { code, out, err, folder } = await machine.run();
    assert.deepEqual([code, out, err], [0, `${folder}\n`, ""]);
    assert.deepEqual(fs.readdirSync(folder).sort(), everything);
    for (const name of everything)
      assert.equal(fs.realpathSync(path.join(folder, name)), path.join(machine.bin, name));
    assert.deepEqual([machine.calls("go"), machine.calls("npm")], [[], []]);
  });

  it("asks that pulumi for its version once, in a temporary home, and again when the file changes", async () => {
    machine.pulumi("3.250.0");
    const { folder } = await machine.run();
    assert.equal((await machine.run()).folder, folder);
    const [call, ...more] = machine.calls("pulumi");
    assert.deepEqual([call?.args, more], [["version"], []]);
    assert.ok(call?.env.PULUMI_HOME?.startsWith(machine.cache));
    machine.pulumi("3.251.0-alpha.1");
    assert.notEqual((await machine.run()).folder, folder);
    assert.equal(machine.calls("pulumi").length, 2);
  });

  it("builds only the hosts that are not beside the pulumi on PATH, and keeps the Python pair together", async () => {
    machine.pulumi("3.250.0", ["pulumi-language-nodejs", "pulumi-language-python"]);
    machine.go();
    const { folder } = await machine.run();
    assert.deepEqual(fs.readdirSync(folder).sort(), everything);
    assert.deepEqual(built(machine), ["pulumi-language-python", "pulumi-language-yaml"]);
    const linked = everything.filter((name) => isLink(folder, name));
    // A CLI looks for its hosts beside its own file: a copy finds the built ones there.
    assert.deepEqual(linked, ["pulumi-language-nodejs"]);
  });

  it("uses the official launcher if the pulumi on PATH is too old", async () => {
    machine.pulumi("3.199.9");
    machine.npm(everything);
    machine.go();
    const { code, folder } = await machine.run();
    assert.equal(code, 0);
    assert.deepEqual(fs.readdirSync(folder).sort(), everything);
    assert.deepEqual(built(machine), []);
    assert.ok(!isLink(folder, "pulumi"));
    assert.match(machine.calls("npm")[0]?.args.join(" ") ?? "", /^ci --ignore-scripts/);
  });

  it("does not use the npm launcher on PATH as a CLI", async () => {
    const launcher = path.join(machine.root, "node_modules", "pulumi", "run.js");
    machine.command("pulumi", 'console.log("v3.250.0")', launcher);
    fs.symlinkSync(launcher, path.join(machine.bin, "pulumi"));
    machine.go();
    assert.equal((await machine.run()).code, 0);
    assert.deepEqual(
      [machine.calls("pulumi").length, built(machine).includes("pulumi")],
      [0, true],
    );
  });

  it("builds from verified modules last, and leaves only the finished folder in the home", async () => {
    machine.go();
    machine.command("npm", "process.exit(1)");
    const { out, err, folder } = await machine.run();
    assert.equal(out, `${folder}\n`);
    assert.match(err, /^The download failed: .+\. Building Pulumi instead\.$/m);
    assert.match(err, /^building pulumi .* from Go modules \(5 to 15 minutes\)\.\.\.$/m);
    assert.deepEqual(fs.readdirSync(folder).sort(), everything);
    assert.deepEqual(
      everything.filter((name) => isLink(folder, name)),
      [],
    );
    for (const { env } of machine.calls("go")) {
      assert.match(env.GOFLAGS ?? "", /-mod=readonly.* -trimpath/);
      assert.deepEqual(
        [env.CGO_ENABLED, env.GONOSUMDB, env.GOFLAGS?.includes("-mod=mod")],
        ["0", undefined, false],
      );
      for (const name of ["HOME", "GOCACHE", "GOMODCACHE", "GOPATH", "GOTMPDIR"])
        assert.ok(env[name]?.startsWith(machine.cache), name);
    }
    assert.deepEqual(fs.readdirSync(machine.home), [".cache"]);
    assert.deepEqual(fs.readdirSync(path.dirname(machine.cache)), ["pulumi-platform"]);
    assert.deepEqual(machine.cached(), [path.basename(folder)]);
  });

  it("builds the newest engine where PLATFORM_ENGINE says so, whatever is on PATH and in the cache", async () => {
    machine.pulumi("3.999.0");
    machine.go();
    machine.npm(everything);
    const usual = await machine.run();
    const { code, err, folder } = await machine.run({ PLATFORM_ENGINE: "newest" });
    const pins = fs.readFileSync(path.join(scripts, "engine", "newest", "go.mod"), "utf8");
    const [, version = ""] = /pulumi\/sdk\/v3 v(\S+)/.exec(pins) ?? [];
    assert.equal(code, 0, err);
    assert.ok(err.includes(`building pulumi and pulumi-language-yaml ${version} `), err);
    assert.ok(!isLink(folder, "pulumi"));
    assert.notEqual(folder, usual.folder);
    assert.deepEqual(machine.calls("npm"), []);
    assert.equal((await machine.run({ PLATFORM_ENGINE: "newest" })).err, "");
    assert.equal((await machine.run()).folder, usual.folder);
  });

  it("knows no other engine by name", async () => {
    const { code, out, err } = await machine.run({ PLATFORM_ENGINE: "3.1.0" });
    assert.deepEqual(
      [code, out, err],
      [1, "", 'PLATFORM_ENGINE is "3.1.0", but can only be "newest"\n'],
    );
  });

  it("runs no command when the folder is in the cache", async () => {
    machine.go();
    const { folder } = await machine.run();
    const calls = machine.calls("go").length;
    const again = await machine.run();
    assert.deepEqual(
      [again.out, again.err, machine.calls("go").length],
      [`${folder}\n`, "", calls],
    );
  });

  it("builds once when it is started twice at the same time", async () => {
    machine.go({ takes: 300 });
    const [one, two] = await Promise.all([machine.run(), machine.run()]);
    assert.deepEqual([one.code, two.code, one.out], [0, 0, two.out]);
    assert.equal(built(machine).filter((name) => name === "pulumi").length, 1);
    assert.deepEqual(machine.cached(), [path.basename(one.folder)]);
  });

  it("leaves no finished folder when it is stopped", async () => {
    machine.go({ takes: 60_000 });
    const { child, ended } = machine.start();
    // The compiler runs once its cache exists. The cache stays, so that the next build continues.
    while (!machine.cached().includes("go")) await sleep(20);
    child.kill("SIGTERM");
    const { out } = await ended;
    assert.equal(out, "");
    assert.deepEqual(machine.cached(), ["go"]);
  });

  it("ends a download that stands still, but not a slow one", async () => {
    const { run } = (await import(pathToFileURL(path.join(scripts, "run.mjs")).href)) as {
      run: (command: string, args: string[], options: object) => Promise<{ cut?: string }>;
    };
    const bounds = { watch: machine.home, cwd: machine.home, stall: 1_500 };
    const still = await run(process.execPath, ["-e", "setTimeout(() => {}, 60000)"], bounds);
    assert.match(still.cut ?? "", /nothing arrived/);
    const code = `let n = 0; const timer = setInterval(() => {
      fs.appendFileSync("data", "x"); if (++n === 20) clearInterval(timer); }, 100)`;
    assert.equal((await run(process.execPath, ["-e", code], bounds)).cut, undefined);
  });

  const failures: [string, (m: Machine) => void, RegExp[]][] = [
    ["no Go", () => undefined, [/go is not on PATH/, /install Go 1\.\d+/]],
    [
      "a Go that is too old",
      (m) => m.go({ version: "1.19.2" }),
      [/Go 1\.19\.2 is too old/, /install Go 1\.\d+/],
    ],
    [
      "a full disk",
      (m) => m.go({ failure: "write /x: no space left on device" }),
      [/the disk is full/, /free about \d+ GB/],
    ],
    [
      "a refused download",
      (m) => m.go({ failure: "example.com@v1.0.0: reading https://x: 403 Forbidden" }),
      [/a download was refused or cut off .*403/, /GOPROXY/],
    ],
    [
      "a module that was tampered with",
      (m) => m.go({ failure: "verifying example.com@v1.0.0: checksum mismatch" }),
      [/does not have the pinned checksum/],
    ],
    [
      "a cache that cannot be written",
      (m) => fs.writeFileSync(path.join(m.home, ".cache"), ""),
      [/not a directory/, /XDG_CACHE_HOME/],
    ],
  ];
  for (const [what, arrange, told] of failures)
    it(`reports ${what} in one message that says what to do`, async () => {
      arrange(machine);
      const { code, out, err } = await machine.run();
      assert.deepEqual([code, out], [1, ""]);
      for (const pattern of [
        /^No Pulumi engine\. Tried:$/m,
        /install the Pulumi CLI 3\.200/,
        ...told,
      ])
        assert.match(err, pattern);
      assert.doesNotMatch(err, /^\s+at /m);
      assert.deepEqual(
        machine.cached().filter((name) => name.startsWith("engine-")),
        [],
      );
    });
});
