import type { Pool } from "pg";
import { Batch } from "./batch";
import type { Document, ListedDocument, NewDocument, Written } from "./documents";
import { missingPackage } from "./journalFailures";
import { journalTable as table } from "./removal";
import type { StoreWithoutRetries } from "./retryingDocuments";

type Version = Pick<Document, "name" | "version">;

/** The time limit of a connection and of a statement. */
const answerMs = 5_000;
const connections = 8;
/** The states in which PostgreSQL works again later: connections, restarts, a full server, a standby. */
const passingStates = /^(08|57P0|53300|40001|40P01|25006)/;

/** Documents in a table of PostgreSQL. Every call is in one statement, so a write and its conditions are one step. */
export class PostgresStore implements StoreWithoutRetries {
  #pool?: Promise<Pool>;
  readonly #reads = new Batch((calls: readonly (readonly string[])[]) => this.#readAll(calls));
  readonly #writes = new Batch((documents: readonly NewDocument[]) => this.#writeAll(documents));
  readonly #removals = new Batch((versions: readonly Version[]) => this.#removeAll(versions));

  constructor(readonly address: string) {}

  async list(prefix: string): Promise<ListedDocument[]> {
    const sql = `SELECT name, version, extract(epoch FROM clock_timestamp() - written)::float8 * 1000 AS "ageMs"
      FROM ${table} WHERE name >= $1 AND name < $2`;
    return this.#rows<ListedDocument>(sql, [prefix, `${prefix}~`]);
  }

  read(names: readonly string[]): Promise<Document[]> {
    return this.#reads.call(names);
  }

  write(document: NewDocument): Promise<Written> {
    return this.#writes.call(document);
  }

  remove(name: string, version: string): Promise<boolean> {
    return this.#removals.call({ name, version });
  }

  async #readAll(calls: readonly (readonly string[])[]): Promise<Document[][]> {
    const sql = `SELECT name, version, version AS mark, text FROM ${table} WHERE name = ANY($1)`;
    const rows = await this.#rows<Document>(sql, [[...new Set(calls.flat())]]);
    const found = new Map(rows.map((row) => [row.name, row]));
    return calls.map((names) => names.flatMap((name) => found.get(name) ?? []));
  }

  async #writeAll(documents: readonly NewDocument[]): Promise<Written[]> {
    // Whoever takes over deletes the row of the lock. `KEY SHARE` makes the two wait for each other.
    const sql = `WITH
      asked AS (SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
        AS one (name, mark, content, replaces, lock)),
      held AS (SELECT name FROM ${table} WHERE name IN (SELECT lock FROM asked) FOR KEY SHARE),
      allowed AS (SELECT * FROM asked WHERE lock IS NULL OR lock IN (SELECT name FROM held)),
      inserted AS (INSERT INTO ${table} (name, version, text) SELECT name, mark, content FROM allowed
        WHERE replaces IS NULL ON CONFLICT DO NOTHING RETURNING version),
      updated AS (UPDATE ${table} AS old SET version = mark, text = content, written = clock_timestamp()
        FROM allowed WHERE old.name = allowed.name AND old.version = replaces RETURNING old.version)
      SELECT mark, mark IN (SELECT version FROM inserted UNION SELECT version FROM updated) AS "isChanged",
        lock IS NULL OR lock IN (SELECT name FROM held) AS "isHeld" FROM asked`;
    const columns = (["name", "mark", "text", "replaces", "lock"] as const).map((column) =>
      documents.map((document) => document[column] ?? null),
    );
    type Row = { mark: string; isChanged: boolean; isHeld: boolean };
    const rows = new Map((await this.#rows<Row>(sql, columns)).map((row) => [row.mark, row]));
    return documents.map(({ mark }) => {
      const { isChanged, isHeld } = rows.get(mark) ?? {};
      if (isChanged === true) return { version: mark };
      return isHeld === true ? "changed" : "unlocked";
    });
  }

  async #removeAll(versions: readonly Version[]): Promise<boolean[]> {
    const sql = `WITH asked AS (SELECT * FROM unnest($1::text[], $2::text[]) AS one (name, version)),
      removed AS (DELETE FROM ${table} AS old USING asked
        WHERE old.name = asked.name AND old.version = asked.version RETURNING old.name)
      SELECT name FROM asked WHERE name IN (SELECT name FROM removed)
        OR NOT EXISTS (SELECT FROM ${table} AS old WHERE old.name = asked.name)`;
    const columns = [versions.map(({ name }) => name), versions.map(({ version }) => version)];
    const gone = new Set((await this.#rows<Version>(sql, columns)).map(({ name }) => name));
    return versions.map(({ name }) => gone.has(name));
  }

  isPassing(error: unknown): boolean {
    const { code, message = "" } = error as { code?: string; message?: string };
    if (code !== undefined) return passingStates.test(code) || isOfNetwork.test(code);
    return /timeout|terminated|not queryable|ended/i.test(message);
  }

  async #rows<Row extends object>(sql: string, values: readonly unknown[]): Promise<Row[]> {
    this.#pool ??= this.#connect();
    // The next call tries again.
    const pool = await this.#pool.catch((error: unknown) => {
      this.#pool = undefined;
      throw error;
    });
    const { rows } = await pool.query<Row>(sql, [...values]);
    return rows;
  }

  async #connect(): Promise<Pool> {
    const { Pool: Connections } = await import("pg").catch((error: unknown) => {
      throw missingPackage("pg", this.address, error);
    });
    const pool = new Connections({
      connectionString: this.address,
      max: connections,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
      allowExitOnIdle: true,
      application_name: "pulumi-platform",
    });
    // The next statement opens another connection.
    pool.on("error", () => undefined);
    try {
      await makeTable(pool);
      return pool;
    } catch (error) {
      await pool.end();
      throw error;
    }
  }
}

const isOfNetwork = /^E[A-Z]+(_AGAIN)?$/;

async function makeTable(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ found: string | null }>("SELECT to_regclass($1) AS found", [
    table,
  ]);
  // Not everybody who may use the table may create one.
  if (rows[0]?.found !== null) return;
  const sql = `CREATE TABLE IF NOT EXISTS ${table} (name text COLLATE "C" PRIMARY KEY,
    version text NOT NULL, text text NOT NULL, written timestamptz NOT NULL DEFAULT clock_timestamp())`;
  await pool.query(sql).catch((error: unknown) => {
    // Two processes create it at the same time.
    const { code = "" } = error as { code?: string };
    if (!["23505", "42P07"].includes(code)) throw error;
  });
}
