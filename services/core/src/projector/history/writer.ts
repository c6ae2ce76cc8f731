import type pg from "pg";
import type { Link } from "../../journal/row.ts";
import { candleConflict } from "../markets/candles.ts";
import type { Columns } from "../columns.ts";
import type { HistoryBatch } from "./batch.ts";
import { volumeConflict } from "../volume-days.ts";

/** One batch may leave hundreds of thousands of rows; the event loop turns between statements. */
const rowsPerStatement = 10_000;

export type Cursor = { readonly seq: number; readonly hash: Uint8Array };

export async function readCursor(client: pg.ClientBase): Promise<Cursor> {
  const { rows } = await client.query<{ seq: string; hash: Buffer }>("select seq, hash from history.cursor");
  return { seq: Number(rows[0]!.seq), hash: rows[0]!.hash };
}

const insertText = (table: string, columns: Columns<string>, conflict = ""): string =>
  `insert into history.${table} (${columns.names.join(", ")}) select * from ${columns.from("row")} ${conflict}`;

// What is null was not changed; what fills realised is added up.
const changeText = (columns: Columns<string>): string => `
  update history.orders o set
    price = coalesce(c.price, o.price), qty = coalesce(c.qty, o.qty),
    trigger_price = coalesce(c.trigger_price, o.trigger_price), child_id = coalesce(c.child_id, o.child_id),
    refusal_code = coalesce(c.refusal_code, o.refusal_code), pnl = o.pnl + c.pnl,
    filled = c.filled, value = c.value, fee = c.fee, status = c.status, cause = c.cause
  from ${columns.from("c")} where o.order_id = c.order_id`;

/**
 * Writes a run of batches and moves the cursor over it, all or nothing. False when the cursor was not where this projector left it:
 * another one writes, or the journal has another branch.
 */
export async function writeHistory(
  client: pg.ClientBase,
  batch: HistoryBatch,
  from: Cursor,
  to: Link,
): Promise<boolean> {
  await client.query("begin");
  try {
    const moved = await client.query("update history.cursor set seq = $1, hash = $2 where seq = $3 and hash = $4", [
      to.seq,
      Buffer.from(to.hash),
      from.seq,
      Buffer.from(from.hash),
    ]);
    if (moved.rowCount !== 1) {
      await client.query("rollback");
      return false;
    }
    for (const [text, columns] of statements(batch))
      for (let at = 0; at < columns.count; at += rowsPerStatement)
        await client.query(text, columns.parameters(at, at + rowsPerStatement));
    await client.query("commit");
    return true;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** The same row again is that row as it stands now. */
const upsertText = (table: string, columns: Columns<string>, key: readonly string[]): string => {
  const rest = columns.names.filter((name) => !key.includes(name));
  const sets = rest.map((name) => `${name} = excluded.${name}`).join(", ");
  return insertText(table, columns, `on conflict (${key.join(", ")}) do update set ${sets}`);
};

const positionKey = ["uid", "market", "pos_side", "opened_seq", "opened_line"];

function statements(batch: HistoryBatch): [string, Columns<string>][] {
  const { orders, trades, fills, lines, balances, depositReferences, candles, openInterest, volumeDays, feed, perps } =
    batch;
  const leftText = `update history.grants g set remaining = c.remaining
    from ${perps.grantsLeft.from("c")} where g.grant_id = c.grant_id`;
  return [
    [insertText("orders", orders.orders, "on conflict (rejection_key) do nothing"), orders.orders],
    [changeText(orders.changes), orders.changes],
    [insertText("trades", trades), trades],
    [insertText("fills", fills), fills],
    [insertText("ledger_lines", lines), lines],
    [upsertText("balances", balances, ["uid", "account"]), balances],
    [insertText("deposit_references", depositReferences.rows), depositReferences.rows],
    [insertText("candles", candles.rows, candleConflict), candles.rows],
    [insertText("open_interest", openInterest.rows), openInterest.rows],
    [insertText("volume_days", volumeDays.rows, volumeConflict), volumeDays.rows],
    [upsertText("positions", perps.positions, positionKey), perps.positions],
    [insertText("funding_payments", perps.fundingPayments), perps.fundingPayments],
    [insertText("funding_settlements", perps.fundingSettlements), perps.fundingSettlements],
    [insertText("liquidations", perps.liquidations), perps.liquidations],
    [upsertText("grants", perps.grants, ["grant_id"]), perps.grants],
    [leftText, perps.grantsLeft],
    [insertText("grant_changes", perps.grantChanges), perps.grantChanges],
    [insertText("loan_changes", perps.loanChanges), perps.loanChanges],
    [insertText("leverage_changes", perps.leverageChanges), perps.leverageChanges],
    [insertText("feed", feed.rows), feed.rows],
  ];
}
