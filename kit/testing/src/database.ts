import { randomBytes } from "node:crypto";
import { ensureDatabase } from "@tidemark/kit-node";
import pg from "pg";

const serverUrl = "postgres://postgres@127.0.0.1:5432";

/** A database of its own for one test file, on the real server; `drop` ends whoever is still connected. */
export async function throwAwayDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const url = `${serverUrl}/${name}`;
  await ensureDatabase(url);
  return {
    url,
    async drop() {
      const client = new pg.Client({ connectionString: `${serverUrl}/postgres` });
      await client.connect();
      try {
        await client.query(`drop database if exists "${name}" with (force)`);
      } finally {
        await client.end();
      }
    },
  };
}
