import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";

export type OwnAddress = { readonly uid: number; readonly address: string };

/** SQL of deposit addresses. */
export const addresses = {
  async ofUser(db: Database, kind: string, uid: number): Promise<string | undefined> {
    const { rows } = await sql<{ address: string }>`
      select address from wallet.addresses where kind = ${kind} and uid = ${uid}`.execute(db);
    return rows[0]?.address;
  },
  /** Nothing is added where the user has a row, or another user has this address. */
  async add(db: Database, kind: string, one: OwnAddress, at: number): Promise<void> {
    await sql`
      insert into wallet.addresses (kind, uid, address, made_at)
      values (${kind}, ${one.uid}, ${one.address}, ${at}) on conflict do nothing`.execute(db);
  },
  async among(db: Database, kind: string, list: readonly string[]): Promise<OwnAddress[]> {
    const { rows } = await sql<OwnAddress>`
      select uid::float8 as uid, address from wallet.addresses
      where kind = ${kind} and address = any(${list})`.execute(db);
    return rows;
  },
};
