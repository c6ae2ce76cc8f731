import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Kysely, PostgresDialect, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import pg from "pg";

export type Database = Kysely<never>;

/** How long a caller waits for a connection, and how long one statement may run. */
export type DatabaseBounds = { readonly connectMs: number; readonly statementMs: number };

/** The server ends a statement by itself; a server that does not answer is given up a moment later. */
const answerGraceMs = 200;

/**
 * Money and ids come back as text, never as floats. `bounds` bound the wait for a connection and for an answer, a number both alike: by
 * then the caller has given up, and the query would only block a connection.
 */
export function openDatabase(
  url: string,
  connectionsMax: number = 5,
  bounds?: number | DatabaseBounds,
): { db: Database; pool: pg.Pool; close(): Promise<void> } {
  const { connectMs, statementMs } = typeof bounds === "object" ? bounds : { connectMs: bounds, statementMs: bounds };
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    ...(connectMs === undefined ? {} : { connectionTimeoutMillis: connectMs }),
    ...(statementMs === undefined
      ? {}
      : { statement_timeout: statementMs, query_timeout: statementMs + answerGraceMs }),
  });
  pool.on("error", () => undefined);
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => db.destroy() };
}

/** Whatever the work returns is committed, a refusal too, so that a wrong try is counted; what it throws undoes it. */
export const inTransaction = <T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> =>
  db.transaction().execute((tx) => work(tx as unknown as Database));

/** Error codes of PostgreSQL and of sockets that mean an unavailable server, not a wrong query. */
const awayCodes = /^(08|53|57|ECONN|ENOTFOUND|EPIPE|ETIMEDOUT|EAI_AGAIN)/;
const awayWords = /timeout|terminated|Connection ended|Cannot use a pool after/i;

/** Whether the server was unavailable or overloaded, so that a retry may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === "string") return awayCodes.test(code);
  return typeof message === "string" && awayWords.test(message);
}

/** Creates the database named in the url if the server does not have it: for development, tests and the first start. */
export async function ensureDatabase(url: string): Promise<void> {
  const target = new URL(url);
  const name = target.pathname.slice(1);
  target.pathname = "/postgres";
  const client = new pg.Client({ connectionString: target.toString() });
  await client.connect();
  try {
    const found = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (found.rowCount === 0) await client.query(`create database "${name.replaceAll('"', "")}"`);
  } catch (error) {
    if ((error as { code?: string }).code !== "42P04" && (error as { code?: string }).code !== "23505") throw error;
  } finally {
    await client.end();
  }
}

/** Forward only. One folder per owner, files named by date and sentence; each owner has its own migration table. */
export async function migrate(db: Database, folder: string, owner: string): Promise<void> {
  const migrations: Record<string, Migration> = {};
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort())
    migrations[file.slice(0, -4)] = {
      up: async (on) => void (await sql.raw(readFileSync(join(folder, file), "utf8")).execute(on)),
    };
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: `migrations_${owner}`,
    migrationLockTableName: `migrations_${owner}_lock`,
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
