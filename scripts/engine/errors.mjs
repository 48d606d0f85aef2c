import process from "node:process";

/** A failure that is told to a person as it stands: what happened, and what to do about it. */
export class EngineError extends Error {
  constructor(message, advice = []) {
    super(message);
    this.advice = advice;
    // Nobody who reads this can do anything with a stack.
    this.stack = "";
  }
}

export const installCli =
  "install the Pulumi CLI 3.200 or newer (https://www.pulumi.com/docs/install/) and put it on PATH";

/** Roughly what a build occupies while it runs: modules, compiled packages and the result. */
export const buildGigabytes = 4;

const causes = [
  [
    /no space left on device|ENOSPC|disk quota exceeded|EDQUOT/i,
    (root) => ["the disk is full", `free about ${buildGigabytes} GB below ${root}`],
  ],
  [
    /checksum mismatch|SECURITY ERROR|EINTEGRITY/i,
    () => [
      "a download is not what was pinned, so it was refused",
      "ask whoever runs your package proxy why it serves something else",
    ],
  ],
  [
    /permission denied|EACCES|EPERM|read-only file system|EROFS/i,
    (root) => [
      "permission was denied",
      `make ${root} writable and executable, or set XDG_CACHE_HOME to a folder that is`,
    ],
  ],
  [
    /(ENOTDIR|EEXIST|ENOENT)\b.*\bmkdir\b/,
    (root) => [
      "the cache folder cannot be made",
      `clear the way to ${root}, or set XDG_CACHE_HOME to a folder`,
    ],
  ],
  [
    /signal: killed|cannot allocate memory|out of memory/i,
    () => ["memory ran out", "free about 3 GB of memory"],
  ],
  [
    /dial tcp|no such host|i\/o timeout|connection re(fused|set)|TLS handshake|x509|proxyconnect|lookup disabled|unexpected EOF|: EOF|\b(403|404|407|410|5\d\d) [A-Z]|ENOTFOUND|EAI_AGAIN|ECONNRE|ETIMEDOUT|fetch failed/,
    () => [
      "a download was refused or cut off",
      "check the network, and the settings GOPROXY and HTTPS_PROXY",
    ],
  ],
];

/** What the output of a failed command, or a failed file operation, means for the reader. */
export function explain(output, root) {
  const lines = output
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("go: downloading "));
  for (const [pattern, meaning] of causes) {
    const line = lines.find((candidate) => pattern.test(candidate));
    if (line !== undefined) {
      const [what, advice] = meaning(root);
      return new EngineError(`${what} (${shorten(line)})`, [advice]);
    }
  }
  return new EngineError(shorten(lines.slice(-3).join(" / ")) || "it ended without a word");
}

const shorten = (text) => (text.length > 300 ? `${text.slice(0, 299)}…` : text);

/** The one message at the end of every way that was tried. */
export function summary(attempts) {
  const advice = [installCli, ...attempts.flatMap(({ error }) => error.advice)];
  const tried = attempts.map(({ way, error }) => `  - ${way}: ${error.message}`);
  const todo = [...new Set(advice)].map((line) => `  - ${line}`);
  return new EngineError(
    ["No Pulumi engine. Tried:", ...tried, "One of these helps:", ...todo].join("\n"),
  );
}

/** File system errors become messages; anything else is a defect of ours and keeps its stack. */
export function asEngineError(error, root) {
  if (error instanceof EngineError) return error;
  if (typeof error?.code === "string" && error.syscall !== undefined)
    return explain(error.message, root);
  return error;
}

export function exitWith(error) {
  process.stderr.write(`${error instanceof EngineError ? error.message : error.stack}\n`);
  process.exitCode = 1;
}
