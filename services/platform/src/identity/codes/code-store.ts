import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import type { CodeBefore } from "../account/rules.ts";

export type KeptCode = { readonly id: string; readonly codeHash: Buffer; readonly triesLeft: number };
/** SQL of one-time codes. */
export const codes = {
  /** Serialises code requests of one contact. */
  async before(db: Database, contactText: string, since: number): Promise<CodeBefore[]> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`code ${contactText}`}, 0))`.execute(db);
    const { rows } = await sql<CodeBefore>`
      select made_at::float8 as "madeAt", flow from identity.codes
      where contact = ${contactText} and made_at > ${since}`.execute(db);
    return rows;
  },
  /** Serialises code requests of one flow. */
  async ofFlow(db: Database, flow: string, since: number): Promise<CodeBefore[]> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`flow ${flow}`}, 0))`.execute(db);
    const { rows } = await sql<CodeBefore>`
      select made_at::float8 as "madeAt", flow from identity.codes
      where flow = ${flow} and made_at > ${since}`.execute(db);
    return rows;
  },
  async add(
    db: Database,
    code: { id: string; flow: string; contactText: string; codeHash: Buffer; triesLeft: number; at: number },
  ): Promise<void> {
    await sql`
      insert into identity.codes (id, flow, contact, code_hash, made_at, tries_left)
      values (${code.id}, ${code.flow}, ${code.contactText}, ${code.codeHash}, ${code.at}, ${code.triesLeft})`.execute(
      db,
    );
  },
  /** The newest valid code of a flow, locked until the transaction ends. A new code invalidates older ones. */
  async newest(db: Database, flow: string, contactText: string, since: number): Promise<KeptCode | undefined> {
    const { rows } = await sql<KeptCode & { usedAt: number | null }>`
      select id, code_hash as "codeHash", tries_left as "triesLeft", used_at::float8 as "usedAt" from identity.codes
      where flow = ${flow} and contact = ${contactText} and made_at > ${since}
      order by made_at desc limit 1 for update`.execute(db);
    const row = rows[0];
    return row === undefined || row.usedAt !== null || row.triesLeft === 0 ? undefined : row;
  },
  async miss(db: Database, id: string): Promise<void> {
    await sql`update identity.codes set tries_left = tries_left - 1 where id = ${id}`.execute(db);
  },
  async use(db: Database, id: string, at: number): Promise<void> {
    await sql`update identity.codes set used_at = ${at} where id = ${id}`.execute(db);
  },
};
