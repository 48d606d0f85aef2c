// Runs the steps of a page as one shell session in a terminal, as a reader would.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { stripVTControlCharacters } from "node:util";
import { root } from "../install.mjs";
import { cleanEnvironment } from "../prepare.mjs";
import { missingLine } from "./page.mjs";

/** Pulumi draws its list of answers a moment after the question. */
const answerMs = 500;
// A pseudo-terminal, without which Pulumi asks nothing.
const terminal = "import os,pty,sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";
const mark = "\u001e";

/**
 * Returns a result for each step that began: the step, and what is wrong with it. A session ends with the
 * first step that fails, as the next ones rest on it.
 */
export async function runSession({ steps, needs }, { source, path, limitMs, values }) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pulumi-platform-docs-")));
  try {
    const [home, work, hidden] = ["home", "work", "steps"].map((name) => join(folder, name));
    for (const one of [home, work, hidden]) mkdirSync(one);
    if (needs.includes("clone")) symlinkSync(source.clone, join(home, "pulumi-platform"));
    const filled = steps.map((step) => fill(step, values));
    const script = join(hidden, "session.sh");
    writeFileSync(script, scriptOf(filled, hidden));
    const env = readersEnvironment(home, path, source.environment);
    const start = needs.includes("in the clone") ? root : work;
    return await follow(filled, { script, start, env, limitMs });
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function fill(step, values) {
  const text = Object.entries(values).reduce(
    (json, [name, value]) => json.replaceAll(name, value),
    JSON.stringify(step),
  );
  return JSON.parse(text);
}

/** One script for the whole page, so that folders, variables and jobs last from one block to the next. */
function scriptOf(steps, folder) {
  const lines = steps.map(({ command, file, body }, index) => {
    const path = join(folder, `${index}.sh`);
    if (command === undefined) {
      const copy = join(folder, `${index}.txt`);
      writeFileSync(copy, body);
      writeFileSync(path, `mkdir -p "$(dirname '${file}')" && cp '${copy}' '${file}'\n`);
    } else writeFileSync(path, `${command}\n`);
    return `. '${path}'; printf '${mark}%s${mark}' $?`;
  });
  return ["stty cols 160 rows 60", ...lines, "kill $(jobs -p) 2>/dev/null", "exit 0", ""].join(
    "\n",
  );
}

/**
 * Nothing that a page does not name, except what a machine must have to reach the registries, which are
 * `registries` where they are not the public ones. `first` are the folders at the front of PATH.
 */
export function readersEnvironment(home, first, registries) {
  const environment = cleanEnvironment();
  const inherited = Object.entries(environment).filter(
    ([name]) => !/^(CI|HOME|PATH|NODE_OPTIONS|npm_.*|XDG_.*|TS_NODE_.*)$/.test(name),
  );
  // npm puts its folders of commands first, in which a command is found that a reader lacks.
  const path = (environment.PATH ?? "").split(delimiter).filter((one) => !/node_modules/.test(one));
  return {
    ...Object.fromEntries(inherited),
    HOME: home,
    // Pulumi asks the system for the home of its user.
    PULUMI_HOME: join(home, ".pulumi"),
    PATH: [...first, ...path].join(delimiter),
    TERM: "xterm",
    npm_config_cache: process.env.npm_config_cache ?? join(homedir(), ".npm"),
    ...registries,
  };
}

function follow(steps, { script, start, env, limitMs }) {
  const shell = spawn("python3", ["-c", terminal, "bash", "--noprofile", "--norc", script], {
    cwd: start,
    env,
    detached: true,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const results = [];
  let buffer = "";
  let answered = 0;
  let timer;
  return new Promise((resolve, reject) => {
    const signals = ["SIGINT", "SIGTERM"];
    const stop = () => isOver() || finish("was stopped", clean(buffer));
    for (const signal of signals) process.on(signal, stop);
    const end = () => {
      clearTimeout(timer);
      for (const signal of signals) process.off(signal, stop);
      kill(shell);
      resolve(results);
    };
    const isOver = () => results.length === steps.length || results.at(-1)?.problem !== undefined;
    const finish = (problem, output) => {
      const step = steps[results.length];
      results.push({ step, problem, output });
      answered = 0;
      if (isOver()) end();
      else watch();
    };
    const watch = () => {
      clearTimeout(timer);
      const why = `did not end in ${limitMs / 1000} s, or asks what the page does not announce`;
      timer = setTimeout(() => finish(why, clean(buffer)), limitMs);
    };
    const read = (chunk) => {
      buffer += chunk;
      while (!isOver()) {
        const step = steps[results.length];
        const [output, code, ...rest] = buffer.split(mark);
        if (code === undefined || rest.length === 0) return answer(step);
        buffer = rest.join(mark);
        finish(problemOf(step, Number(code), clean(output)), clean(output));
      }
    };
    const answer = ({ answers = [] }) => {
      const next = answers[answered];
      if (next === undefined || !clean(buffer).includes(next.asked)) return;
      answered += 1;
      setTimeout(() => shell.stdin.write(`${next.answer}\r`), answerMs);
    };
    shell.stdout.setEncoding("utf8").on("data", read);
    // The session may end while an answer is on its way.
    shell.stdin.on("error", () => {});
    shell.on("error", reject);
    shell.on("exit", () => {
      if (!isOver()) finish("ended the session", clean(buffer));
    });
    watch();
  });
}

/** A command fails only where the page shows its error, or what it found that is left to do. */
function problemOf({ shown = [] }, code, output) {
  const isError = shown.some((line) => /\berror:|^(Found|Open): /.test(line));
  if (isError !== (code !== 0)) return `ended with exit code ${code}`;
  const line = missingLine(shown, output);
  return line === undefined ? undefined : `did not print: ${line.trim()}`;
}

const clean = (text) => stripVTControlCharacters(text).replaceAll("\r", "");

function kill(shell) {
  try {
    process.kill(-shell.pid, "SIGKILL");
  } catch {
    // It has already ended.
  }
}
