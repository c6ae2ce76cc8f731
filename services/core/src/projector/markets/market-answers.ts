import {
  type CandleInterval,
  type CandlePrice,
  type CandleRow,
  type MarketEntry,
  sides,
  success,
  type TradeRow,
} from "@tidemark/contracts";
import type { Answer } from "../../questions/refuse.ts";
import type { Queries } from "../history/query-share.ts";
import { rangeEnd, readCandles, type StoredCandle } from "./candles.ts";
import { fixed } from "../decimals.ts";

export type CandlesAsk = {
  readonly interval: CandleInterval;
  readonly price: CandlePrice;
  readonly before?: number;
  readonly limit: number;
};

export const candleRowOf = (market: MarketEntry, { at, open, high, low, close, volume }: StoredCandle): CandleRow => ({
  at,
  open: fixed(open, market.tickSize),
  high: fixed(high, market.tickSize),
  low: fixed(low, market.tickSize),
  close: fixed(close, market.tickSize),
  volume: fixed(volume, market.lotSize),
});

export async function candles(
  pool: Queries,
  market: MarketEntry,
  ask: CandlesAsk,
  simulatedBefore: number | undefined,
): Promise<Answer> {
  const before = rangeEnd(ask.interval, ask.before);
  const found = await readCandles(pool, { ...ask, market: market.id, before });
  const rows = found.map((candle) => candleRowOf(market, candle));
  return { code: success, data: { rows, ...(simulatedBefore === undefined ? {} : { simulatedBefore }) } };
}

const tradesShown = 50;
type TradeColumns = { trade_id: string; price: string; qty: string; taker_side: number; at: string };

export async function trades(pool: Queries, market: MarketEntry): Promise<Answer> {
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
  return { code: success, data: { rows: rows.map(wordsOf) } };
}
