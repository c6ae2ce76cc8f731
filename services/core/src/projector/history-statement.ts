import { buckets, entryCauses, type Instruments } from "@tidemark/contracts";
import { accountParts } from "@tidemark/contracts/codec";
import type { Answer } from "../questions/refuse.ts";
import { Conditions } from "./history-filters.ts";
import { type HistoryAsk, type HistoryContext, listPage, marketFilter } from "./history-page.ts";

export type LineColumns = {
  account: string;
  batch_seq: string;
  line: number;
  cause: number;
  ref: string;
  product: number;
  asset: number;
  bucket: number;
  delta: string;
  balance: string;
  at: string;
};
export type LinesAsk = { asset?: string; product?: number; sub?: string; from?: number; to?: number };

/** The highest part of a ledger account's key is its market; see `accountParts`. */
const marketOfAccount = "account / 262144";

/** A campaign's money stands under the campaign's number in place of a user's; its buckets are none of a user's. */
export const linesWhere = ({ instruments, uid }: HistoryContext, ask: LinesAsk): Conditions =>
  new Conditions(uid)
    .always(`bucket < ${buckets.length}`)
    .andIfGiven("asset = ?", ask.asset === undefined ? undefined : (instruments.asset(ask.asset)?.id ?? -1))
    .andIfGiven("product = ?", ask.product)
    .andIfGiven(`${marketOfAccount} = ?`, marketFilter(instruments, ask.sub))
    .andIfGiven("at >= ?", ask.from)
    .andIfGiven("at < ?", ask.to);

export const lineRow = (row: LineColumns, instruments: Instruments) => ({
  seq: Number(row.batch_seq),
  cause: entryCauses[row.cause]!,
  ref: row.ref,
  product: row.product,
  sub: instruments.marketOf(accountParts(Number(row.account)).sub)?.symbol ?? "",
  asset: instruments.assetOf(row.asset)?.asset ?? "",
  bucket: buckets[row.bucket]!,
  delta: instruments.amount(row.asset, BigInt(row.delta)),
  balance: instruments.amount(row.asset, BigInt(row.balance)),
  at: Number(row.at),
});

export function statement(context: HistoryContext, ask: LinesAsk & HistoryAsk): Promise<Answer> {
  const { text: where, values } = linesWhere(context, ask);
  const paged = { table: "ledger_lines", place: ["batch_seq", "line"], where, values };
  return listPage<LineColumns>(context, ask, paged, (row) => lineRow(row, context.instruments));
}
