import {
  buckets,
  calls,
  entryCauses,
  factsOf,
  type MarketEntry,
  type Instruments,
  orderCauses,
  orderKinds,
  orderStatuses,
  type PastFillRow,
  type PastOrderRow,
  posSides,
  refusalOf,
  sides,
  tifs,
  type TradeRow,
  triggerRoles,
  triggerSources,
} from "@tidemark/contracts";
import { accountParts } from "@tidemark/contracts/codec";
import { marketsOf } from "@tidemark/engine";
import { type Answer, refused } from "../questions/refuse.ts";
import { fixed } from "./decimals.ts";
import { type Answerer, type HistoryContext, marketFilter, page, type PageAsk, said } from "./history-page.ts";
import { bonusAnswerers, fundAnswers, positionAnswerers } from "./history-perps.ts";
import { candles, type CandlesAsk } from "./market-answers.ts";
import { openInterest, type OpenInterestAsk } from "./open-interest.ts";

const tradesShown = 50;

const amount = (instruments: Instruments, code: string | undefined, units: bigint): string =>
  instruments.amount(instruments.asset(code ?? "")?.id ?? 0, units);

type OrderColumns = {
  order_id: string | null;
  market: number;
  product: number;
  side: number;
  pos_side: number;
  type: number;
  tif: number;
  post_only: boolean;
  price: string;
  qty: string;
  role: number | null;
  trigger_price: string | null;
  trigger_by: number | null;
  callback_bps: number | null;
  callback_ticks: string | null;
  child_id: string | null;
  filled: string;
  value: string;
  fee: string;
  pnl: string;
  status: number;
  cause: number;
  client_key: string;
  refusal_code: number | null;
  refusal_first: string | null;
  refusal_second: string | null;
  at: string;
};

/** Why an order was rejected, with the numbers that the trader was told at the time. */
function refusalOfRow(
  row: OrderColumns,
  symbol: string,
  instruments: Instruments,
): NonNullable<PastOrderRow["refusal"]> {
  const code = row.refusal_code!;
  const refusal = refusalOf(code);
  if (refusal === undefined) return { code, facts: {} };
  const numbers = [BigInt(row.refusal_first ?? 0), BigInt(row.refusal_second ?? 0)] as const;
  const ask = { symbol, side: sides[row.side]!, type: orderKinds[row.type]! };
  const asset = calls.placeOrder.command?.moneyOf?.(ask, { uid: 0, instruments }, refusal);
  return { code, facts: { ...factsOf(refusal, numbers, instruments, asset) } };
}

/** What an order waited for, of one that did. */
function triggerOf(row: OrderColumns, market: MarketEntry | undefined): Pick<PastOrderRow, "trigger"> {
  if (row.role === null) return {};
  return {
    trigger: {
      role: triggerRoles[row.role]!,
      price: row.trigger_price === "0" ? "" : fixed(BigInt(row.trigger_price ?? 0), market?.tickSize),
      by: triggerSources[row.trigger_by ?? 0]!,
      ...(row.child_id === null ? {} : { childId: row.child_id }),
      ...(row.callback_bps === null ? {} : { callbackBps: row.callback_bps }),
      ...(row.callback_ticks === null ? {} : { callbackTicks: Number(row.callback_ticks) }),
    },
  };
}

function orderRow(row: OrderColumns, instruments: Instruments): PastOrderRow {
  const market = instruments.marketOf(row.market);
  const price = BigInt(row.price);
  return {
    // A rejected order never got a number.
    ...(row.order_id === null ? {} : { orderId: row.order_id }),
    ...(row.refusal_code === null ? {} : { refusal: refusalOfRow(row, market?.symbol ?? "", instruments) }),
    ...triggerOf(row, market),
    clientOrderId: row.client_key,
    symbol: market?.symbol ?? "",
    product: row.product,
    side: sides[row.side]!,
    posSide: posSides[row.pos_side]!,
    type: orderKinds[row.type]!,
    tif: tifs[row.tif]!,
    postOnly: row.post_only,
    price: price === 0n ? "" : fixed(price, market?.tickSize),
    qty: fixed(BigInt(row.qty), market?.lotSize),
    filledQty: fixed(BigInt(row.filled), market?.lotSize),
    filledValue: instruments.worth(row.market, BigInt(row.value)),
    fee: amount(instruments, instruments.feeAsset(row.market, row.side), BigInt(row.fee)),
    realisedPnl: instruments.worth(row.market, BigInt(row.pnl)),
    status: orderStatuses[row.status]!,
    cause: orderCauses[row.cause]!,
    createdAt: Number(row.at),
  };
}

type OrderAsk = { orderId?: string; clientOrderId?: string };

/** Asked for what is not open any more; open orders stand in the same table, perhaps late. By a client's key the newest counts. */
async function order({ pool, instruments, uid }: HistoryContext, ask: OrderAsk): Promise<Answer> {
  const isIt = ask.orderId === undefined ? "client_key = $2 and client_key <> ''" : "order_id = $2";
  const { rows } = await pool.query<OrderColumns>(
    `select * from history.orders where uid = $1 and ${isIt} order by batch_seq desc, line desc limit 1`,
    [uid, ask.orderId ?? ask.clientOrderId ?? ""],
  );
  if (rows[0] === undefined) return refused("NOT_FOUND");
  return said({ order: orderRow(rows[0], instruments) });
}

/** What has ended: open orders and what still waits are answered from memory. */
const open = ["NEW", "PARTIALLY_FILLED", "PENDING_TRIGGER"] as const;
const openStatuses = open.map((status) => orderStatuses.indexOf(status)).join(", ");
/** The lists that the product shows apart, by what an order waited for. */
const lists = { ORDERS: "role is null", TRIGGERS: "role = 0", TPSL: "role > 0" } as const;

type OrdersAsk = PageAsk & { symbol?: string; product?: number; list?: keyof typeof lists };

async function orderHistory(context: HistoryContext, ask: OrdersAsk): Promise<Answer> {
  const { rows, head } = await page<OrderColumns>(
    context,
    ask,
    "orders",
    `uid = $1 and status not in (${openStatuses}) and ($2::int is null or market = $2)
     and ($3::smallint is null or product = $3) and ${ask.list === undefined ? "true" : lists[ask.list]}`,
    "batch_seq desc, line desc",
    [context.uid, marketFilter(context.instruments, ask.symbol), ask.product ?? null],
  );
  return said({ ...head, list: rows.map((row) => orderRow(row, context.instruments)) });
}

type FillColumns = {
  trade_id: string;
  role: number;
  order_id: string;
  market: number;
  side: number;
  pos_side: number;
  price: string;
  qty: string;
  fee: string;
  pnl: string;
  at: string;
};

function fillRow(row: FillColumns, instruments: Instruments): PastFillRow {
  const market = instruments.marketOf(row.market);
  const feeAsset = instruments.feeAsset(row.market, row.side);
  return {
    tradeId: row.trade_id,
    orderId: row.order_id,
    symbol: market?.symbol ?? "",
    side: sides[row.side]!,
    posSide: posSides[row.pos_side]!,
    role: row.role === 0 ? "MAKER" : "TAKER",
    price: fixed(BigInt(row.price), market?.tickSize),
    qty: fixed(BigInt(row.qty), market?.lotSize),
    fee: amount(instruments, feeAsset, BigInt(row.fee)),
    feeAsset,
    realisedPnl: instruments.worth(row.market, BigInt(row.pnl)),
    at: Number(row.at),
  };
}

async function fills(context: HistoryContext, ask: PageAsk & { symbol?: string }): Promise<Answer> {
  const { rows, head } = await page<FillColumns>(
    context,
    ask,
    "fills",
    "uid = $1 and ($2::int is null or market = $2)",
    "trade_id desc, role desc",
    [context.uid, marketFilter(context.instruments, ask.symbol)],
  );
  return said({ ...head, list: rows.map((row) => fillRow(row, context.instruments)) });
}

type LineColumns = {
  account: string;
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
type StatementAsk = PageAsk & { asset?: string; product?: number };

async function statement(context: HistoryContext, ask: StatementAsk): Promise<Answer> {
  const { instruments } = context;
  const asset = ask.asset === undefined ? null : (instruments.asset(ask.asset)?.id ?? -1);
  const { rows, head } = await page<LineColumns>(
    context,
    ask,
    "ledger_lines",
    // A campaign's money stands under the campaign's number in place of a user's; its buckets are none of a user's.
    `uid = $1 and bucket < ${buckets.length} and ($2::int is null or asset = $2)
     and ($3::smallint is null or product = $3)`,
    "batch_seq desc, line desc",
    [context.uid, asset, ask.product ?? null],
  );
  const list = rows.map((row) => ({
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
    const market = context.instruments.market(ask.symbol);
    return market === undefined ? refused("SYMBOL_NOT_FOUND") : answer(context, market, ask);
  };

export const historyAnswerers: Readonly<Record<string, Answerer>> = {
  "trading.order": order,
  "trading.orderHistory": orderHistory,
  "trading.fills": fills,
  "account.statement": statement,
  ...positionAnswerers,
  ...bonusAnswerers,
  "market.insuranceFund": fundAnswers.insuranceFund,
  "market.fundingHistory": ofMarket<PageAsk & { symbol: string }>(fundAnswers.fundingHistory),
  "market.trades": ofMarket(trades),
  "market.dayStats": ofMarket(async ({ days, instruments, machine }, market) => {
    const { symbol: _, ...day } = days.row(instruments, market, machine.state.now);
    return said(day);
  }),
  "market.days": async ({ days, instruments, machine }) =>
    said({
      rows: marketsOf(machine.state).map(({ id }) =>
        days.row(instruments, instruments.marketOf(id)!, machine.state.now),
      ),
    }),
  "market.openInterest": ofMarket<OpenInterestAsk & { symbol: string }>(({ pool }, market, ask) =>
    openInterest(pool, market, ask),
  ),
  "market.candles": ofMarket<CandlesAsk & { symbol: string }>(({ pool }, market, ask) => candles(pool, market, ask)),
};
