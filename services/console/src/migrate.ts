import { fileURLToPath } from "node:url";
import { ensureDatabase, ensureRoles, isStandby, migrate, openDatabase } from "@tidemark/kit-node";

/** The role of the running process: it reads and writes rows of its own schema and adds lines to the audit log. */
export const consoleRole = "tidemark_console";

export const ensureConsoleRole = (ownerUrl: string): Promise<void> => ensureRoles(ownerUrl, [consoleRole]);

/** `url` is the schema owner's: the serving process never uses it. The platform has migrated before: the audit log is among its tables. */
export async function migrateConsole(url: string): Promise<void> {
  if (await isStandby(url)) return;
  await ensureDatabase(url);
  const database = openDatabase(url, 1);
  const { db, pool } = database;
  try {
    const found = await pool.query<{ log: string | null }>("select to_regclass('operator.audit_log') as log");
    if (found.rows[0]!.log === null) throw new Error("operator.audit_log is missing: the platform migrates first");
    await migrate(db, fileURLToPath(new URL("../migrations", import.meta.url)), "console");
    const { rowCount } = await pool.query("select 1 from pg_roles where rolname = $1", [consoleRole]);
    if (rowCount === 0) return;
    await pool.query(`grant usage on schema console, operator to ${consoleRole}`);
    await pool.query(`grant select, insert, update, delete on all tables in schema console to ${consoleRole}`);
    await pool.query(`grant select, insert on operator.audit_log to ${consoleRole}`);
    // Who is an operator is decided at the command line, never by the process that serves them.
    await pool.query(`revoke insert, update, delete on console.operators from ${consoleRole}`);
    // To lock a row one must be allowed to change something in it: the day on which it was made, which decides nothing.
    await pool.query(`grant update (made_at) on console.operators to ${consoleRole}`);
    await pool.query(`revoke insert, delete on console.invitations from ${consoleRole}`);
  } finally {
    await database.close();
  }
}
