import {
  entryCauses,
  type FundingPaymentRow,
  grantKinds,
  type LiquidationRow,
  liquidationKinds,
  type MarketEntry,
  type Instruments,
  type PastPositionRow,
  posSides,
} from "@tidemark/contracts";
import { parseUnits, printUnits } from "@tidemark/money";
import { type Answer, answered } from "../../questions/refuse.ts";
import { fixed } from "../decimals.ts";
import { type Conditions, type PositionsAsk, positionsWhere } from "./filters.ts";
import { type Answerer, type HistoryContext, type HistoryAsk, listPage, page, type PageAsk } from "./page.ts";

type Texts<K extends string> = Readonly<Record<K, string>>;

const symbolOf = (instruments: Instruments, market: number): string => instruments.marketOf(market)?.symbol ?? "";
const place = ["batch_seq", "line"];

/** A page of the user's rows, perhaps of one market or product. */
async function ownPage<R extends object>(
  context: HistoryContext,
  ask: HistoryAsk & PositionsAsk,
  table: string,
  wordsOf: (row: R, instruments: Instruments) => object,
  columns = "*",
): Promise<Answer> {
  const { text: where, values } = positionsWhere(context, ask);
  return listPage<R>(context, ask, { table, place, where, values, columns }, (row) =>
    wordsOf(row, context.instruments),
  );
}

export type PositionColumns = Texts<
  | "closed_seq"
  | "opened_seq"
  | "opened_at"
  | "closed_at"
  | "max_qty"
  | "opened_qty"
  | "opened_value"
  | "closed_qty"
  | "closed_value"
  | "realised"
  | "fees"
  | "funding"
> & {
  readonly opened_line: number;
  readonly market: number;
  readonly pos_side: number;
  readonly cause: number;
};

export function positionRow(row: PositionColumns, instruments: Instruments): PastPositionRow {
  const { market } = row;
  const entry = instruments.marketOf(market);
  const lot = parseUnits(entry?.lotSize ?? "1") ?? 1n;
  const worth = (units: bigint): string => instruments.worth(market, units);
  const size = (units: string): string => fixed(BigInt(units), entry?.lotSize);
  const average = (value: string, qty: string): string =>
    instruments.priceOfValue(market, BigInt(value), Number(BigInt(qty) / lot));
  const [closedPnl, fees, funding] = [BigInt(row.realised), BigInt(row.fees), BigInt(row.funding)];
  return {
    symbol: entry?.symbol ?? "",
    product: entry?.product ?? 0,
    posSide: posSides[row.pos_side]!,
    maxQty: size(row.max_qty),
    closedQty: size(row.closed_qty),
    entryPrice: average(row.opened_value, row.opened_qty),
    exitPrice: average(row.closed_value, row.closed_qty),
    closedPnl: worth(closedPnl),
    fees: worth(fees),
    funding: worth(funding),
    realisedPnl: worth(closedPnl - fees + funding),
    asset: instruments.worthAsset(market),
    endedBy: entryCauses[row.cause]!,
    openedAt: Number(row.opened_at),
    closedAt: Number(row.closed_at),
  };
}

/** Positions that have ended, found by when they did. */
export const endedWhere = (context: HistoryContext, ask: PositionsAsk): Conditions =>
  positionsWhere(context, ask, "closed_at").always("closed_at is not null");

async function positionHistory(context: HistoryContext, ask: HistoryAsk & PositionsAsk): Promise<Answer> {
  const { text: where, values } = endedWhere(context, ask);
  return listPage<PositionColumns>(
    context,
    ask,
    { table: "positions", place: ["closed_seq", "opened_seq", "opened_line"], where, values },
    (row) => positionRow(row, context.instruments),
  );
}

export type PaymentColumns = Texts<"batch_seq" | "amount" | "capitalised" | "at"> & {
  readonly line: number;
  readonly market: number;
  readonly pos_side: number;
  readonly rate: number;
};

export const paymentRow = (row: PaymentColumns, instruments: Instruments): FundingPaymentRow => ({
  seq: Number(row.batch_seq),
  symbol: symbolOf(instruments, row.market),
  posSide: posSides[row.pos_side]!,
  rate: printUnits(BigInt(row.rate)),
  amount: instruments.worth(row.market, BigInt(row.amount)),
  capitalised: instruments.worth(row.market, BigInt(row.capitalised)),
  asset: instruments.worthAsset(row.market),
  at: Number(row.at),
});

type LiquidationColumns = Texts<"batch_seq" | "at"> &
  Readonly<
    Record<"qty" | "value" | "price" | "mark" | "equity" | "maintenance" | "pnl" | "margin" | "level", string | null>
  > & {
    readonly kind: number;
    readonly market: number;
    readonly pos_side: number;
    readonly asset: number;
    readonly place: number;
  };

/** The stream numbers the user's rows of a batch as they come, so the history counts them, whatever else the batch has written. */
const liquidationColumns = `*, (select count(*)::int from history.liquidations as earlier
  where earlier.uid = liquidations.uid and earlier.batch_seq = liquidations.batch_seq
    and earlier.line < liquidations.line) as place`;

function liquidationRow(row: LiquidationColumns, instruments: Instruments): LiquidationRow {
  const entry = instruments.marketOf(row.market);
  const money = (units: string | null): string => (units === null ? "" : instruments.amount(row.asset, BigInt(units)));
  const step = (units: string | null, size: string | undefined): string =>
    units === null ? "" : fixed(BigInt(units), size);
  return {
    seq: Number(row.batch_seq),
    place: row.place,
    kind: liquidationKinds[row.kind]!,
    symbol: entry?.symbol ?? "",
    posSide: posSides[row.pos_side]!,
    qty: step(row.qty, entry?.lotSize),
    value: money(row.value),
    bankruptcyPrice: step(row.price, entry?.tickSize),
    mark: step(row.mark, entry?.tickSize),
    equity: money(row.equity),
    maintenanceMargin: money(row.maintenance),
    pnl: money(row.pnl),
    marginToFund: money(row.margin),
    level: row.level === null ? "" : printUnits(BigInt(row.level)),
    asset: instruments.assetOf(row.asset)?.asset ?? "",
    at: Number(row.at),
  };
}

export const positionAnswerers: Readonly<Record<string, Answerer>> = {
  "trading.positionHistory": positionHistory,
  "trading.fundingPayments": (context, ask) => ownPage(context, ask, "funding_payments", paymentRow),
  "trading.liquidations": (context, ask) => ownPage(context, ask, "liquidations", liquidationRow, liquidationColumns),
};

/** Bonus is in the USDT futures and nowhere else. */
const bonusAsset = "USDT";
const bonus = (instruments: Instruments, units: string): string =>
  instruments.amount(instruments.asset(bonusAsset)?.id ?? 0, BigInt(units));

type GrantColumns = Texts<"grant_id" | "campaign" | "amount" | "remaining" | "ends_at" | "at"> & {
  readonly kind: number;
  readonly ratio: number;
};

type GrantsAsk = HistoryAsk & { kind?: (typeof grantKinds)[number] };

async function grants(context: HistoryContext, ask: GrantsAsk): Promise<Answer> {
  const { instruments } = context;
  const paged = {
    table: "grants",
    place: ["batch_seq", "grant_id"],
    where: "uid = $1 and ($2::smallint is null or kind = $2)",
    values: [context.uid, ask.kind === undefined ? null : grantKinds.indexOf(ask.kind)],
  };
  const wordsOf = (row: GrantColumns) => ({
    grantId: Number(row.grant_id),
    campaign: Number(row.campaign),
    kind: grantKinds[row.kind]!,
    amount: bonus(instruments, row.amount),
    remaining: bonus(instruments, row.remaining),
    ratio: printUnits(BigInt(row.ratio)),
    asset: bonusAsset,
    endsAt: Number(row.ends_at),
    at: Number(row.at),
  });
  return listPage(context, ask, paged, wordsOf);
}

type GrantChangeColumns = Texts<"batch_seq" | "grant_id" | "amount" | "remaining" | "at"> & { readonly cause: number };

async function grantChanges(context: HistoryContext, ask: HistoryAsk & { grantId?: number }): Promise<Answer> {
  const { instruments } = context;
  const paged = {
    table: "grant_changes",
    place,
    where: "uid = $1 and ($2::bigint is null or grant_id = $2)",
    values: [context.uid, ask.grantId ?? null],
  };
  const wordsOf = (row: GrantChangeColumns) => ({
    seq: Number(row.batch_seq),
    grantId: Number(row.grant_id),
    cause: entryCauses[row.cause]!,
    amount: bonus(instruments, row.amount),
    remaining: bonus(instruments, row.remaining),
    asset: bonusAsset,
    at: Number(row.at),
  });
  return listPage(context, ask, paged, wordsOf);
}

type LoanColumns = Texts<"batch_seq" | "amount" | "at"> & {
  readonly market: number;
  readonly asset: number;
  readonly cause: number;
};

const loanRow = (row: LoanColumns, instruments: Instruments): object => ({
  seq: Number(row.batch_seq),
  symbol: symbolOf(instruments, row.market),
  asset: instruments.assetOf(row.asset)?.asset ?? "",
  cause: entryCauses[row.cause]!,
  amount: instruments.amount(row.asset, BigInt(row.amount)),
  at: Number(row.at),
});

export const bonusAnswerers: Readonly<Record<string, Answerer>> = {
  "account.grants": grants,
  "account.grantChanges": grantChanges,
  "account.loanHistory": (context, ask) => ownPage(context, ask, "loan_changes", loanRow),
};

type SettlementColumns = Texts<"due_at"> & {
  readonly rate: number | null;
  readonly mark: string | null;
  readonly positions: number;
};

export type SettlementsAsk = PageAsk & { readonly symbol: string; readonly before?: number };

export async function fundingHistory(
  context: HistoryContext,
  market: MarketEntry,
  ask: SettlementsAsk,
): Promise<Answer> {
  const paged = {
    table: "funding_settlements",
    place,
    where: "market = $1 and ($2::bigint is null or due_at < $2)",
    values: [market.id, ask.before ?? null],
  };
  const wordsOf = ({ due_at: at, rate, mark, positions }: SettlementColumns) => ({
    at: Number(at),
    isSkipped: rate === null,
    rate: rate === null ? "" : printUnits(BigInt(rate)),
    mark: mark === null ? "" : fixed(BigInt(mark), market.tickSize),
    positions,
  });
  const { pageNum, pageSize } = ask;
  // Its `before` is a time that narrows the list; pages of it go by their number.
  return page<SettlementColumns & Record<string, unknown>>(context, { pageNum, pageSize }, paged, ({ rows, head }) => {
    const { next: _, ...counted } = head;
    return answered({ ...counted, list: rows.map(wordsOf) });
  });
}
