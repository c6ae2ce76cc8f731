import {
  buckets,
  calls,
  entryCauses,
  factsOf,
  type FillRow,
  type MarketEntry,
  type Names,
  orderCauses,
  orderStatuses,
  orderTypes,
  type PastOrderRow,
  refusalOf,
  sides,
  success,
  tifs,
  type TradeRow,
} from "@tidemark/contracts";
import type pg from "pg";
import type { EngineMachine } from "../engine-machine.ts";
import { feeAssetOf } from "../questions/order-words.ts";
import { type Answer, refused } from "../questions/refuse.ts";
import { fixed } from "./decimals.ts";
import { candles, dayStats } from "./market-answers.ts";

type HistoryContext = {
  readonly machine: EngineMachine;
  readonly names: Names;
  readonly uid: number;
  readonly pool: pg.Pool;
};
type Answerer = (context: HistoryContext, ask: never) => Promise<Answer>;

const tradesShown = 50;
const said = (data: object): Answer => ({ code: success, data });

const amount = (names: Names, code: string | undefined, units: bigint): string =>
  names.amount(names.asset(code ?? "")?.id ?? 0, units);

type OrderColumns = {
  order_id: string | null;
  batch_seq: string;
  command_index: number;
  market: number;
  product: number;
  side: number;
  type: number;
  tif: number;
  post_only: boolean;
  price: string;
  qty: string;
  filled: string;
  value: string;
  fee: string;
  status: number;
  cause: number;
  client_key: string;
  refusal_code: number | null;
  refusal_first: string | null;
  refusal_second: string | null;
  at: string;
};

/** Why an order was rejected, with the numbers that the trader was told at the time. */
function refusalOfRow(row: OrderColumns, symbol: string, names: Names): NonNullable<PastOrderRow["refusal"]> {
  const code = row.refusal_code!;
  const refusal = refusalOf(code);
  if (refusal === undefined) return { code, facts: {} };
  const numbers = [BigInt(row.refusal_first ?? 0), BigInt(row.refusal_second ?? 0)] as const;
  const ask = { symbol, side: sides[row.side]!, type: orderTypes[row.type]! };
  const asset = calls.placeOrder.command?.moneyOf?.(ask, { uid: 0, names }, refusal);
  return { code, facts: { ...factsOf(refusal, numbers, names, asset) } };
}

function orderRow(row: OrderColumns, names: Names): PastOrderRow {
  const market = names.marketOf(row.market);
  const price = BigInt(row.price);
  return {
    // A rejected order never got a number.
    ...(row.order_id === null ? {} : { orderId: row.order_id }),
    ...(row.refusal_code === null ? {} : { refusal: refusalOfRow(row, market?.symbol ?? "", names) }),
    clientOrderId: row.client_key,
    symbol: market?.symbol ?? "",
    product: row.product,
    side: sides[row.side]!,
    type: orderTypes[row.type]!,
    tif: tifs[row.tif]!,
    postOnly: row.post_only,
    price: price === 0n ? "" : fixed(price, market?.tickSize),
    qty: fixed(BigInt(row.qty), market?.lotSize),
    filledQty: fixed(BigInt(row.filled), market?.lotSize),
    filledValue: amount(names, market?.quote, BigInt(row.value)),
    fee: amount(names, feeAssetOf(names, row.market, row.side), BigInt(row.fee)),
    status: orderStatuses[row.status]!,
    cause: orderCauses[row.cause]!,
    createdAt: Number(row.at),
  };
}

type OrderAsk = { orderId?: string; clientOrderId?: string };

/** Asked for what is not open any more; open orders stand in the same table, perhaps late. By a client's key the newest counts. */
async function order({ pool, names, uid }: HistoryContext, ask: OrderAsk): Promise<Answer> {
  const isIt = ask.orderId === undefined ? "client_key = $2 and client_key <> ''" : "order_id = $2";
  const { rows } = await pool.query<OrderColumns>(
    `select * from history.orders where uid = $1 and ${isIt} order by batch_seq desc, command_index desc limit 1`,
    [uid, ask.orderId ?? ask.clientOrderId ?? ""],
  );
  if (rows[0] === undefined) return refused("NOT_FOUND");
  return said({ order: orderRow(rows[0], names) });
}

type PageAsk = { pageNum: number; pageSize: number; symbol?: string };

async function page<R extends pg.QueryResultRow>(
  { pool }: HistoryContext,
  ask: Pick<PageAsk, "pageNum" | "pageSize">,
  table: string,
  where: string,
  by: string,
  values: unknown[],
): Promise<{ rows: R[]; head: { pageNum: number; pageSize: number; total: number } }> {
  const { pageNum, pageSize } = ask;
  const counted = await pool.query<{ count: string }>(`select count(*) from history.${table} where ${where}`, values);
  const { rows } = await pool.query<R>(
    `select * from history.${table} where ${where} order by ${by} limit ${pageSize} offset ${(pageNum - 1) * pageSize}`,
    values,
  );
  return { rows, head: { pageNum, pageSize, total: Number(counted.rows[0]!.count) } };
}

/** -1 is no market: an unknown symbol has no history. */
const marketFilter = (names: Names, symbol: string | undefined): number | null =>
  symbol === undefined ? null : (names.market(symbol)?.id ?? -1);

async function orderHistory(context: HistoryContext, ask: PageAsk): Promise<Answer> {
  const ended = orderStatuses.indexOf("FILLED");
  const { rows, head } = await page<OrderColumns>(
    context,
    ask,
    "orders",
    `uid = $1 and status >= ${ended} and ($2::int is null or market = $2)`,
    "batch_seq desc, command_index desc",
    [context.uid, marketFilter(context.names, ask.symbol)],
  );
  return said({ ...head, list: rows.map((row) => orderRow(row, context.names)) });
}

type FillColumns = {
  trade_id: string;
  role: number;
  order_id: string;
  market: number;
  side: number;
  price: string;
  qty: string;
  fee: string;
  at: string;
};

function fillRow(row: FillColumns, names: Names): FillRow {
  const market = names.marketOf(row.market);
  const feeAsset = feeAssetOf(names, row.market, row.side);
  return {
    tradeId: row.trade_id,
    orderId: row.order_id,
    symbol: market?.symbol ?? "",
    side: sides[row.side]!,
    role: row.role === 0 ? "MAKER" : "TAKER",
    price: fixed(BigInt(row.price), market?.tickSize),
    qty: fixed(BigInt(row.qty), market?.lotSize),
    fee: amount(names, feeAsset, BigInt(row.fee)),
    feeAsset,
    at: Number(row.at),
  };
}

async function fills(context: HistoryContext, ask: PageAsk): Promise<Answer> {
  const { rows, head } = await page<FillColumns>(
    context,
    ask,
    "fills",
    "uid = $1 and ($2::int is null or market = $2)",
    "trade_id desc, role desc",
    [context.uid, marketFilter(context.names, ask.symbol)],
  );
  return said({ ...head, list: rows.map((row) => fillRow(row, context.names)) });
}

type LineColumns = {
  batch_seq: string;
  cause: number;
  ref: string;
  product: number;
  asset: number;
  bucket: number;
  delta: string;
  balance: string;
  at: string;
};
type StatementAsk = { asset?: string; product?: number; pageNum: number; pageSize: number };

async function statement(context: HistoryContext, ask: StatementAsk): Promise<Answer> {
  const { names } = context;
  const asset = ask.asset === undefined ? null : (names.asset(ask.asset)?.id ?? -1);
  const { rows, head } = await page<LineColumns>(
    context,
    ask,
    "ledger_lines",
    "uid = $1 and ($2::int is null or asset = $2) and ($3::smallint is null or product = $3)",
    "batch_seq desc, line desc",
    [context.uid, asset, ask.product ?? null],
  );
  const list = rows.map((row) => ({
    seq: Number(row.batch_seq),
    cause: entryCauses[row.cause]!,
    ref: row.ref,
    product: row.product,
    asset: names.assetOf(row.asset)?.asset ?? "",
    bucket: buckets[row.bucket]!,
    delta: names.amount(row.asset, BigInt(row.delta)),
    balance: names.amount(row.asset, BigInt(row.balance)),
    at: Number(row.at),
  }));
  return said({ ...head, list });
}

type TradeColumns = { trade_id: string; price: string; qty: string; taker_side: number; at: string };

async function trades({ pool }: HistoryContext, market: MarketEntry): Promise<Answer> {
  const { rows } = await pool.query<TradeColumns>(
    `select trade_id, price, qty, taker_side, at from history.trades where market = $1
     order by trade_id desc limit ${tradesShown}`,
    [market.id],
  );
  const wordsOf = (row: TradeColumns): TradeRow => ({
    tradeId: row.trade_id,
    price: fixed(BigInt(row.price), market.tickSize),
    qty: fixed(BigInt(row.qty), market.lotSize),
    takerSide: sides[row.taker_side]!,
    at: Number(row.at),
  });
  return said({ rows: rows.map(wordsOf) });
}

/** Calls about one market that must exist. */
const ofMarket =
  <Ask extends { symbol: string }>(
    answer: (context: HistoryContext, market: MarketEntry, ask: Ask) => Promise<Answer>,
  ) =>
  async (context: HistoryContext, ask: Ask): Promise<Answer> => {
    const market = context.names.market(ask.symbol);
    return market === undefined ? refused("SYMBOL_NOT_FOUND") : answer(context, market, ask);
  };

export const historyAnswerers: Readonly<Record<string, Answerer>> = {
  "trading.order": order,
  "trading.orderHistory": orderHistory,
  "trading.fills": fills,
  "account.statement": statement,
  "market.trades": ofMarket(trades),
  "market.dayStats": ofMarket(({ pool, names, machine }, market) => dayStats(pool, names, market, machine.state.now)),
  "market.candles": ofMarket<{ symbol: string; interval: string; limit: number }>(
    ({ pool, machine }, market, { interval, limit }) => candles(pool, market, machine.state.now, interval, limit),
  ),
};
