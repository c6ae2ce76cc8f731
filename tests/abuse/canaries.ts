import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";

/** The marker as it is, as hex, and as the base64 of it at each of the three places where it may begin. */
const spellingsOf = (marker: string): readonly string[] => [
  marker,
  Buffer.from(marker).toString("hex"),
  ...[0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), Buffer.from(marker)]).toString("base64url");
    return encoded.slice(before === 0 ? 0 : 4, Math.floor(((before + marker.length) * 4) / 3) - 1);
  }),
];

/** Finds the spellings of a marker in a text, in whatever case. */
export function leakFinder(marker: string): (text: string) => string[] {
  const spellings = spellingsOf(marker).map((spelling) => ({ spelling, lower: spelling.toLowerCase() }));
  return (text) => {
    const lowerText = text.toLowerCase();
    return spellings.filter(({ lower }) => lowerText.includes(lower)).map(({ spelling }) => spelling);
  };
}

/** All columns of all tables, as text, by the table's name. */
export async function keptTables(db: Database): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(db);
  const kept = new Map<string, string>();
  for (const { name } of rows) {
    const found = await sql<{ text: string }>`select t::text as text from ${sql.raw(name)} t`.execute(db);
    kept.set(name, found.rows.map(({ text }) => text).join("\n"));
  }
  return kept;
}
