import { type CandleInterval, type CandlePrice, type CandleRow, type MarketEntry, success } from "@tidemark/contracts";
import type pg from "pg";
import type { Answer } from "../questions/refuse.ts";
import { rangeEnd, readCandles, type StoredCandle } from "./candles.ts";
import { fixed } from "./decimals.ts";

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

export async function candles(pool: pg.Pool, market: MarketEntry, ask: CandlesAsk): Promise<Answer> {
  const before = rangeEnd(ask.interval, ask.before);
  const found = await readCandles(pool, { ...ask, market: market.id, before });
  return { code: success, data: { rows: found.map((candle) => candleRowOf(market, candle)) } };
}
