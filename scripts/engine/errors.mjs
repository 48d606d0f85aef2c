import process from "node:process";

/** A failure with a message for the user: what happened, and what to do. */
export class EngineError extends Error {
  constructor(message, advice = []) {
    super(message);
    this.advice = advice;
    // A stack does not help the user.
    this.stack = "";
  }
}

const installCli =
  "install the Pulumi CLI 3.200 or newer (https://www.pulumi.com/docs/install/) and put it on PATH";

/** About the disk space of a build: modules, compiled packages and the result. */
const buildGigabytes = 4;

const causes = [
  [
    /no space left on device|ENOSPC|disk quota exceeded|EDQUOT/i,
    (root) => ["the disk is full", `free about ${buildGigabytes} GB for ${root}`],
  ],
  [
    /checksum mismatch|SECURITY ERROR|EINTEGRITY/i,
    () => [
      "a download does not have the pinned checksum, so it was refused",
      "ask the administrator of your package proxy why it serves another file",
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
      "the cache folder cannot be created",
      `remove the file in the path ${root}, or set XDG_CACHE_HOME to a folder`,
    ],
  ],
  [
    /signal: killed|cannot allocate memory|out of memory/i,
    () => ["there was not enough memory", "free about 3 GB of memory"],
  ],
  [
    /dial tcp|no such host|i\/o timeout|connection re(fused|set)|TLS handshake|x509|proxyconnect|lookup disabled|unexpected EOF|: EOF|\b(403|404|407|410|5\d\d) [A-Z]|ENOTFOUND|EAI_AGAIN|ECONNRE|ETIMEDOUT|fetch failed/,
    () => ["a download was refused or cut off", "check the network, GOPROXY and HTTPS_PROXY"],
  ],
];

/** Explains the output of a failed command, or the message of a failed file operation. */
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
  return new EngineError(shorten(lines.slice(-3).join(" / ")) || "it failed without a message");
}

const shorten = (text) => (text.length > 300 ? `${text.slice(0, 299)}…` : text);

/** One message for all failed attempts. */
export function summary(attempts) {
  const advice = [installCli, ...attempts.flatMap(({ error }) => error.advice)];
  const tried = attempts.map(({ what, error }) => `  - ${what}: ${error.message}`);
  const steps = [...new Set(advice)].map((line) => `  - ${line}`);
  return new EngineError(
    ["No Pulumi engine. Tried:", ...tried, "To fix this, do one of the following:", ...steps].join(
      "\n",
    ),
  );
}

/** File system errors become messages. Any other error is a defect and keeps its stack. */
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
