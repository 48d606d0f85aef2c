// What a provider cannot leave out: each object takes one call, and a line before and after it that a crash leaves on
// the disk. Lines that come during a write are written together.
const { open, unlink } = require("node:fs/promises");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { Pool } = require("undici");

const { PLATFORM_BASE_URL: baseUrl, PLATFORM_TOKEN: token } = process.env;
const path = "/api/content/v1/reportschedules";
const pool = new Pool(baseUrl, { connections: 64 });
const waiting = [];
let file;
let lastWrite = Promise.resolve();
let nextWrite;

async function write() {
  nextWrite = undefined;
  const lines = waiting.splice(0);
  file ??= await opened(join(tmpdir(), `floor-${process.pid}.jsonl`));
  await file.appendFile(lines.join(""));
  await file.datasync();
}

/** A file that is gone as soon as the process is. */
async function opened(name) {
  const handle = await open(name, "ax");
  await unlink(name);
  return handle;
}

function note(line) {
  waiting.push(`${JSON.stringify(line)}\n`);
  lastWrite = nextWrite ??= lastWrite.then(write);
  return lastWrite;
}

async function send(method, path, body) {
  const { statusCode, body: answer } = await pool.request({
    method,
    path,
    headers: { "content-type": "application/json", "x-service-developer-token": token },
    body: body && JSON.stringify(body),
  });
  const text = await answer.text();
  if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode} ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}

exports.create = async ({ title, pageId, viewId, schedule }) => {
  await note({ sending: title });
  const { id } = await send("POST", path, { title, pageId, viewId, schedule });
  await note({ done: title, id });
  return String(id);
};

exports.remove = async (id) => {
  await note({ deleting: id });
  await send("DELETE", `${path}/${id}`);
  await note({ deleted: id });
};
