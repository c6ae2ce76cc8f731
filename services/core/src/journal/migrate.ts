import { fileURLToPath } from "node:url";
import { ensureDatabase, migrate, openDatabase } from "@tidemark/kit-node";
import pg from "pg";
import { grantRights } from "./roles.ts";

const folder = fileURLToPath(new URL("../../migrations/", import.meta.url));

/** A standby gets its tables from the primary; asking it for changes would only stand in the way of its replay. */
async function isStandby(url: string): Promise<boolean> {
  const server = new URL(url);
  server.pathname = "/postgres";
  const client = new pg.Client({ connectionString: server.toString() });
  await client.connect();
  try {
    const { rows } = await client.query<{ standby: boolean }>("select pg_is_in_recovery() as standby");
    return rows[0]!.standby;
  } finally {
    await client.end();
  }
}

/** The first server that takes writes now; throws when there is none. */
export async function writableUrl(urls: readonly string[]): Promise<string> {
  for (const url of urls) if (!(await isStandby(url).catch(() => true))) return url;
  throw new Error("no PostgreSQL server takes writes");
}

/**
 * Brings the journal's and the history's tables up to date and gives the roles of running processes what they need of them; creates the
 * database on a first start. `url` is the owner's: no process that runs the exchange connects by it.
 */
export async function migrateCore(url: string): Promise<void> {
  if (await isStandby(url)) return;
  await ensureDatabase(url);
  const database = openDatabase(url, 1);
  try {
    await migrate(database.db, folder, "core");
    await grantRights(database.pool);
  } finally {
    await database.close();
  }
}
