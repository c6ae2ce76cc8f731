import { randomUUID } from "node:crypto";
import { type Database, secretBox } from "@tidemark/kit-node";
import { sql } from "kysely";
import { codeHashOf } from "../src/withdrawals/request.ts";

export type Unconfirmed = { readonly id: string; readonly code: string };
const rowsPerInsert = 500;

/**
 * A withdrawal that was asked for and not confirmed yet, so many times over, with codes of their own. A user asks for a few a day, and a
 * request moves no money: this is how a test gets thousands to confirm at once.
 */
export async function copyRequest(db: Database, id: string, count: number): Promise<Unconfirmed[]> {
  const box = secretBox("IDENTITY_SECRET", "", "development");
  const code = "123456";
  const copies = Array.from({ length: count }, () => ({ id: randomUUID(), code }));
  for (let from = 0; from < copies.length; from += rowsPerInsert) {
    const part = copies.slice(from, from + rowsPerInsert);
    const rows = part.map((one) => ({ id: one.id, hash: codeHashOf({ box }, one.id, code).toString("hex") }));
    await sql`
      insert into withdrawals.withdrawals (id, uid, request_id, asset, asset_id, scale, network, address_id, address, memo, label, amount,
        fee, value, receiver, state, session_id, factor_at, code_hash, tries_left, made_at, confirm_by, changed_at)
      select copy.id, uid, copy.id::text, asset, asset_id, scale, network, address_id, address, memo, label, amount,
        fee, value, receiver, state, session_id, factor_at, decode(copy.hash, 'hex'), tries_left, made_at, confirm_by, changed_at
      from withdrawals.withdrawals asked,
        jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as copy (id uuid, hash text)
      where asked.id = ${id}`.execute(db);
  }
  return copies;
}
