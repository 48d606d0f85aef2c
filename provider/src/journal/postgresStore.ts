import type { Pool } from "pg";
import type { Document, ListedDocument, NewDocument, Written } from "./documents";
import { missingPackage } from "./journalFailures";
import { journalTable as table } from "./removal";
import type { StoreWithoutRetries } from "./retryingDocuments";

/** The time limit of a connection and of a statement. */
const answerMs = 5_000;
const connections = 8;
/** The states in which PostgreSQL works again later: connections, restarts, a full server, a standby. */
const passingStates = /^(08|57P0|53300|40001|40P01|25006)/;

/** Documents in a table of PostgreSQL. Every call is one statement, so a write and its conditions are one step. */
export class PostgresStore implements StoreWithoutRetries {
  #pool?: Promise<Pool>;

  constructor(readonly address: string) {}

  async list(prefix: string): Promise<ListedDocument[]> {
    const sql = `SELECT name, version, extract(epoch FROM clock_timestamp() - written)::float8 * 1000 AS "ageMs"
      FROM ${table} WHERE name >= $1 AND name < $2`;
    return this.#rows<ListedDocument>(sql, [prefix, `${prefix}~`]);
  }

  async read(names: readonly string[]): Promise<Document[]> {
    const sql = `SELECT name, version, version AS mark, text FROM ${table} WHERE name = ANY($1)`;
    return this.#rows<Document>(sql, [names]);
  }

  async write({ name, mark, text, replaces, lock }: NewDocument): Promise<Written> {
    // Whoever takes over deletes the row of the lock. `KEY SHARE` makes the two wait for each other.
    const change =
      replaces === undefined
        ? `INSERT INTO ${table} (name, version, text) SELECT $1, $2, $3 WHERE $4::text IS NULL
            AND ($5::text IS NULL OR EXISTS (SELECT FROM held)) ON CONFLICT DO NOTHING`
        : `UPDATE ${table} SET version = $2, text = $3, written = clock_timestamp() WHERE name = $1
            AND version = $4 AND ($5::text IS NULL OR EXISTS (SELECT FROM held))`;
    const sql = `WITH held AS (SELECT FROM ${table} WHERE name = $5 FOR KEY SHARE),
      changed AS (${change} RETURNING 1)
      SELECT EXISTS (SELECT FROM changed) AS "isChanged", EXISTS (SELECT FROM held) AS "isHeld"`;
    const [row] = await this.#rows<{ isChanged: boolean; isHeld: boolean }>(sql, [
      ...[name, mark, text, replaces, lock],
    ]);
    if (row?.isChanged === true) return { version: mark };
    return lock === undefined || row?.isHeld === true ? "changed" : "unlocked";
  }

  async remove(name: string, version: string): Promise<boolean> {
    const sql = `WITH removed AS (DELETE FROM ${table} WHERE name = $1 AND version = $2 RETURNING 1)
      SELECT EXISTS (SELECT FROM removed) OR NOT EXISTS (SELECT FROM ${table} WHERE name = $1) AS "isGone"`;
    const [row] = await this.#rows<{ isGone: boolean }>(sql, [name, version]);
    return row?.isGone === true;
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
