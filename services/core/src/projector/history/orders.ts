import {
  calls,
  factsOf,
  type Instruments,
  type MarketEntry,
  orderCauses,
  orderKinds,
  orderStatuses,
  type PastFillRow,
  type PastOrderRow,
  posSides,
  refusalOf,
  sides,
  tifs,
  triggerRoles,
  triggerSources,
} from "@tidemark/contracts";
import { type Answer, answered, refused } from "../../questions/refuse.ts";
import { fixed } from "../decimals.ts";
import { type FillsAsk, fillsWhere, type OrdersAsk, ordersWhere } from "./filters.ts";
import { type Answerer, type HistoryContext, type HistoryAsk, listPage } from "./page.ts";

const amount = (instruments: Instruments, code: string | undefined, units: bigint): string =>
  instruments.amount(instruments.asset(code ?? "")?.id ?? 0, units);

export type OrderColumns = {
  batch_seq: string;
  line: number;
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

export function orderRow(row: OrderColumns, instruments: Instruments): PastOrderRow {
  const market = instruments.marketOf(row.market);
  const price = BigInt(row.price);
  return {
    seq: Number(row.batch_seq),
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
  return answered({ order: orderRow(rows[0], instruments) });
}

async function orderHistory(context: HistoryContext, ask: HistoryAsk & OrdersAsk): Promise<Answer> {
  const { text: where, values } = ordersWhere(context, ask);
  return listPage<OrderColumns>(context, ask, { table: "orders", place: ["batch_seq", "line"], where, values }, (row) =>
    orderRow(row, context.instruments),
  );
}

export type FillColumns = {
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

export function fillRow(row: FillColumns, instruments: Instruments): PastFillRow {
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

async function fills(context: HistoryContext, ask: HistoryAsk & FillsAsk): Promise<Answer> {
  const { text: where, values } = fillsWhere(context, ask);
  return listPage<FillColumns>(context, ask, { table: "fills", place: ["trade_id", "role"], where, values }, (row) =>
    fillRow(row, context.instruments),
  );
}

export const orderAnswerers: Readonly<Record<string, Answerer>> = {
  "trading.order": order,
  "trading.orderHistory": orderHistory,
  "trading.fills": fills,
};
