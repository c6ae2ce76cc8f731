import { fileURLToPath } from "node:url";
import { ensureDatabase, isStandby, migrate, openDatabase } from "@tidemark/kit-node";
import { grantRights } from "./roles.ts";

const folder = fileURLToPath(new URL("../../migrations/", import.meta.url));

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
