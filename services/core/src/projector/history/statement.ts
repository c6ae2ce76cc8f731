import { buckets, entryCauses, type Instruments } from "@tidemark/contracts";
import { accountParts } from "@tidemark/contracts/codec";
import { depositTransaction } from "@tidemark/kit-node";
import { voucherAccountsOf } from "../../questions/holding-parts.ts";
import type { Answer } from "../../questions/refuse.ts";
import { Conditions } from "./filters.ts";
import { type HistoryAsk, type HistoryContext, listPage, marketFilter } from "./page.ts";

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
  /** Of lines that a deposit caused; null where its reference was not kept. */
  deposit_reference: string | null;
};
export type LinesAsk = {
  asset?: string;
  product?: number;
  sub?: string;
  part?: "own" | "bonus" | "fundbonus" | "voucher";
  from?: number;
  to?: number;
};

const bonusBuckets = { bonus: buckets.indexOf("bonus"), fundbonus: buckets.indexOf("fundbonus") };
/** The highest part of a ledger account's key is its market; see `accountParts`. */
const marketOfAccount = "account / 262144";

function partText({ machine, uid }: HistoryContext, part: NonNullable<LinesAsk["part"]>): string {
  if (part === "bonus" || part === "fundbonus") return `bucket = ${bonusBuckets[part]}`;
  const vouchers = voucherAccountsOf(machine.state, uid)
    .map(({ market, bucket }) => `(${marketOfAccount}, bucket) = (${market}, ${bucket})`)
    .join(" or ");
  if (part === "voucher") return vouchers === "" ? "false" : `(${vouchers})`;
  const own = `bucket not in (${bonusBuckets.bonus}, ${bonusBuckets.fundbonus})`;
  return vouchers === "" ? own : `${own} and not (${vouchers})`;
}

/** A campaign's money stands under the campaign's number in place of a user's; its buckets are none of a user's. */
export function linesWhere(context: HistoryContext, ask: LinesAsk): Conditions {
  const { instruments, uid } = context;
  const where = new Conditions(uid)
    .always(`bucket < ${buckets.length}`)
    .andIfGiven("asset = ?", ask.asset === undefined ? undefined : (instruments.asset(ask.asset)?.id ?? -1))
    .andIfGiven("product = ?", ask.product)
    .andIfGiven(`${marketOfAccount} = ?`, marketFilter(instruments, ask.sub))
    .andIfGiven("at >= ?", ask.from)
    .andIfGiven("at < ?", ask.to);
  return ask.part === undefined ? where : where.always(partText(context, ask.part));
}

type EntryCause = (typeof entryCauses)[number];

const ofDeposits: readonly EntryCause[] = ["DEPOSIT", "REORG"];
/** These are booked for a market, and those for a user or a day, which say nothing that the line does not. */
const ofMarkets: readonly EntryCause[] = [
  ...(["MARGIN", "FUNDING", "ADL", "NETTING", "SETTLEMENT"] as const),
  ...(["LOAN", "REPAY", "INTEREST", "PAIR_LIQUIDATION"] as const),
];
const ofUsersAndDays: readonly EntryCause[] = ["TAKEOVER", "DEFICIT", "EARN", "REFERRAL"];

const depositCauses = ofDeposits.map((cause) => entryCauses.indexOf(cause)).join(", ");
/** The columns of a line, with the transaction of the deposit that it books. */
export const lineColumns = `*, case when cause in (${depositCauses}) then
  (select reference from history.deposit_references where deposit_id = ref) end as deposit_reference`;

/** What a line was booked for: the order, trade, transfer, withdrawal or coupon by its number, the market, or the transaction of a chain. */
function referenceOf({ cause, ref, deposit_reference: reference }: LineColumns, instruments: Instruments): string {
  const name = entryCauses[cause]!;
  if (ofMarkets.includes(name)) return instruments.marketOf(Number(ref))?.symbol ?? "";
  if (ofUsersAndDays.includes(name) || ref === "0") return "";
  return (reference === null ? undefined : depositTransaction(reference)) ?? ref;
}

export const lineRow = (row: LineColumns, instruments: Instruments) => ({
  seq: Number(row.batch_seq),
  cause: entryCauses[row.cause]!,
  ref: row.ref,
  reference: referenceOf(row, instruments),
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
  const paged = { table: "ledger_lines", place: ["batch_seq", "line"], where, values, columns: lineColumns };
  return listPage<LineColumns>(context, ask, paged, (row) => lineRow(row, context.instruments));
}
