import { fileURLToPath } from "node:url";
import { ensureDatabase, ensureRoles, isStandby, migrate, openDatabase } from "@tidemark/kit-node";

/** The role of the running process: it reads and writes rows of its own schema, owns nothing and reads nothing else. */
export const walletRole = "tidemark_wallet";

export const ensureWalletRole = (ownerUrl: string): Promise<void> => ensureRoles(ownerUrl, [walletRole]);

/** `url` is the schema owner's: the serving process never uses it. */
export async function migrateWallet(url: string): Promise<void> {
  if (await isStandby(url)) return;
  await ensureDatabase(url);
  const database = openDatabase(url, 1);
  const { db, pool } = database;
  try {
    await migrate(db, fileURLToPath(new URL("../migrations", import.meta.url)), "wallet");
    const { rowCount } = await pool.query("select 1 from pg_roles where rolname = $1", [walletRole]);
    if (rowCount === 0) return;
    await pool.query(`grant usage on schema wallet to ${walletRole}`);
    await pool.query(`grant select, insert, update, delete on all tables in schema wallet to ${walletRole}`);
    // A halt is lifted by people, never by the process that it stops.
    await pool.query(`revoke update, delete on wallet.halts from ${walletRole}`);
    await pool.query(`revoke insert, update, delete on wallet.decisions from ${walletRole}`);
  } finally {
    await database.close();
  }
}
