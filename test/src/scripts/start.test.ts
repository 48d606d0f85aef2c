import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { startSimulator } from "pulumi-platform-simulator";
import { onlyWhole } from "../harness/lives/sampled";

const root = join(__dirname, "..", "..", "..");
const folder = mkdtempSync(join(tmpdir(), "platform-demo-"));
/** Pulumi checks the types of index.ts in every command, which the first start shows. */
let checksTypes = true;

/** `npm start` with its own folder for state, without a terminal. */
function start(env: Record<string, string> = {}) {
  return begin("node", ["scripts/start.mjs", "--state", folder], env);
}

function begin(command: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(command, args, {
    cwd: root,
    // The engine of the tests is first on PATH, so it is the one in use.
    env: {
      ...process.env,
      PATH: `${process.env.PLATFORM_TEST_ENGINE}:${process.env.PATH}`,
      // The scripts take variables of Pulumi away.
      ...(!checksTypes && { NODE_OPTIONS: `--require=${join(__dirname, "transpileOnly.js")}` }),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const ended = once(child, "close").then(([code]) => code as number | null);
  return { child, ended, text: () => text };
}

async function run(env: Record<string, string> = {}) {
  const { ended, text } = start(env);
  return { code: await ended, text: text() };
}

/** Waits until a start has printed this, or has ended. */
async function shows(words: RegExp, { child, ended, text }: ReturnType<typeof start>) {
  const printed = async () => {
    while (!words.test(text())) await once(child.stdout, "data");
  };
  await Promise.race([printed(), ended]);
}

async function shell(script: string) {
  const { ended, text } = begin("sh", ["-c", script]);
  return { code: await ended, text: text() };
}

/** Pulumi keeps a stack's settings beside the program. */
function forgetStack(name: string): void {
  for (const file of readdirSync(root).filter((found) => found.startsWith(`Pulumi.${name}`)))
    rmSync(join(root, file));
}

const address = () => readFileSync(join(folder, "address"), "utf8").trim();

describe("a preview in short", () => {
  const preview = (...end: string[]) =>
    [" ~ platform:index:Group: (update)", "Resources:", "    ~ 1 to update", ...end].join("\n");

  it("has a message that the engine prints after the counts on a line of its own", async () => {
    const { changesIn } = (await import(join(root, "scripts/demo/inShort.mjs"))) as {
      changesIn: (output: string) => string[];
    };
    assert.deepEqual(changesIn(preview("    4 unchanged", "Instance http://127.0.0.1:1.", "")), [
      " ~ platform:index:Group: (update)",
      "Instance http://127.0.0.1:1.",
      "Resources: ~ 1 to update, 4 unchanged",
    ]);
    assert.equal(
      changesIn(preview("    2 changes. 3 unchanged")).at(-1),
      "Resources: ~ 1 to update, 2 changes. 3 unchanged",
    );
  });
});

describe("npm start", () => {
  after(() => {
    rmSync(folder, { recursive: true, force: true });
    forgetStack(basename(folder));
  });

  let first = "";
  let explained = "";

  it("shows the update, an unchanged preview, a manual change and the way to a project, in at most 60 lines", async () => {
    const { code, text } = await run({ PLATFORM_TEST_BUILT: "" });
    assert.equal(code, 0, text);
    assert.match(text, /^Building \(tsc -b\)$/m);
    explained = text;
    const parts = text.split(/^\d\. /m);
    assert.equal(parts.length, 6, text);
    const [, update = "", preview = "", drift = "", turn = "", project = ""] = parts;
    const instance = /^Instance http:\S+, extended operations, platform:mail live\.$/m;
    for (const part of [update, preview, drift]) assert.match(part, instance);
    assert.match(update, /^ReportSchedule .* will e-mail .*$/m);
    assert.match(update, / platform:index:Group analysts created .*\nResources: \+ 5 created\n/s);
    assert.match(preview, /\nResources: 5 unchanged\n/);
    assert.match(drift, /"Weekly sales" now runs at hour 17 instead of 8\./);
    assert.match(drift, / ~ platform:index:ReportSchedule: \(update\)\n.*~ hourOfDay: 17 => 8\n/s);
    assert.match(
      drift,
      /^ReportSchedule .* changes what it e-mails to .*: schedule\.hourOfDay\. The next e-mail is expected .*, instead of .*\.$/m,
    );
    assert.equal(drift.match(/hourOfDay: /g)?.length, 1, drift);
    assert.match(drift, /\nResources: ~ 1 to update, 4 unchanged\n/);
    assert.match(turn, /npm run simulator -- .*\.sh preview --diff .*destroy/s);
    const page = readFileSync(join(root, "docs", "getting-started.md"), "utf8");
    const command = project.slice(project.indexOf("\n\n") + 2).replace(/^ {2}/gm, "");
    assert.match(command, /^npm run pack &&[^]*pulumi new .*\n$/);
    assert.ok(page.includes(`\n\`\`\`bash\n${command}\`\`\`\n`), command);
    const ofNpm = 4;
    assert.ok(text.trimEnd().split("\n").length + ofNpm <= 60, text);
    assert.ok(!text.includes("simulator-token"));
    first = address();
    checksTypes = false;
  });

  onlyWhole(
    "leaves a command that shows the manual change, and keeps its variables from the terminal",
    async () => {
      const [, port = ""] = /--port (\d+)/.exec(explained) ?? [];
      const [, command = ""] = /^ {2}(\S+\.sh) preview --diff/m.exec(explained) ?? [];
      const data = join(folder, "instance.json");
      const token = "simulator-token";
      const instance = await startSimulator({
        port: Number(port),
        profile: "extended",
        token,
        data,
      });
      try {
        // Also where somebody sources the file out of habit.
        const script = `. ${command} > /dev/null; env; ${command} preview --diff`;
        const { code, text } = await shell(script);
        assert.equal(code, 0, text);
        assert.doesNotMatch(text, /^(PLATFORM_BASE_URL|PULUMI_BACKEND_URL)=/m);
        assert.match(text, /hourOfDay *: 17 => 8[^]*~ 1 to update\n +4 unchanged/);
      } finally {
        await instance.close();
      }
    },
  );

  it("a second start keeps the address, finds the earlier state, undoes the manual change, and stops on a signal", async () => {
    const started = start();
    await shows(/2\. Preview again[^]*\$ pulumi preview/, started);
    started.child.kill("SIGTERM");
    assert.equal(await started.ended, 143, started.text());
    const text = started.text();
    assert.equal(address(), first);
    assert.match(text, /ReportSchedule weekly-sales updated .*\[diff: ~schedule\]/);
    assert.match(text, /^Resources: ~ 1 updated, 4 unchanged$/m);
    assert.match(text, /npm start: stopped\n$/);
  });

  onlyWhole("takes another port when the last one is in use", async () => {
    const squatter = createServer((socket) => socket.destroy());
    squatter.listen(Number(new URL(first).port), "127.0.0.1");
    await once(squatter, "listening");
    const started = start();
    await shows(/Simulated instance at/, started);
    started.child.kill("SIGTERM");
    await started.ended;
    assert.match(started.text(), /Another process uses http:\/\/127\.0\.0\.1:\d+\..*another port/);
    assert.notEqual(address(), first);
    squatter.close();
  });

  it("previews a harmless program on a real instance, and nothing more without an interactive terminal", async () => {
    const token = "a-secret-token";
    const instance = await startSimulator({ token });
    try {
      const { code, text } = await run({
        PLATFORM_BASE_URL: instance.url,
        PLATFORM_TOKEN: token,
        PLATFORM_EXAMPLE: "simulated",
        PLATFORM_EXAMPLE_EMAIL: "me@example.org",
      });
      assert.equal(code, 0, text);
      assert.match(text, /The program is harmless here\.[^]*Recipients: me@example\.org\./);
      assert.match(text, /\+ 4 to create/);
      assert.match(text, /value *: "me@example\.org"/);
      assert.equal(text.match(/enabled *: false/g)?.length, 2);
      assert.doesNotMatch(text, /enabled *: true|ScheduledReportEmails|sales@example\.com/);
      assert.match(text, /Apply to http:\/\/127[^]*no interactive terminal .*Nothing was written/);
      assert.ok(!text.includes(token));
      assert.deepEqual([...new Set(instance.calls.map(({ method }) => method))], ["GET"]);
    } finally {
      await instance.close();
      forgetStack(new URL(instance.url).host.replace(/\D/g, "-"));
    }
  });

  it("requires both variables of a real instance or neither", async () => {
    const token = "a-secret-token";
    const halves: Record<string, string>[] = [
      { PLATFORM_TOKEN: token },
      { PLATFORM_BASE_URL: "https://example.com" },
    ];
    for (const env of halves) {
      const { code, text } = await run(env);
      assert.equal(code, 1);
      assert.match(
        text,
        /^\nnpm start: PLATFORM_\w+ is set and PLATFORM_\w+ is not\. Set both .*\n$/,
      );
      assert.ok(!text.includes(token));
    }
  });
});
