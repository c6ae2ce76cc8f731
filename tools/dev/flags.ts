import pg from "pg";
import { seededUids } from "./seed/people.ts";

/** Alice is shown what only some people are: P2P, Korean, early verification. Everybody else sees the usual. */
export async function seedFlags(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into content.user_flags (uid, flag, is_on)
       select $1, flag, true from unnest($2::text[]) as flag on conflict do nothing`,
      [seededUids.alice, ["p2pWhite", "kycWhite", "koreanWhite"]],
    );
  } finally {
    await client.end();
  }
}
