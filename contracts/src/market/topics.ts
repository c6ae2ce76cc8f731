import { printUnits } from "@tidemark/money";
import type { EventRow } from "../journal/index.ts";
import { defineTopic } from "../define.ts";
import type { MarketEntry, Instruments } from "../instruments.ts";
import { markStates, marketStatuses, sides } from "../values.ts";
import { candleRow, type ContractRow, contractRow, dayRow, levelRow, tickerRow, tradeRow } from "./calls.ts";
import { candleIntervals, candlePart, candlePrices } from "./candles.ts";

export const depthTopic = defineTopic({
  name: "market.depth",
  owner: "core",
  per: "market",
  snapshot: "market.depth",
  row: levelRow,
  rowKey: (row) => `${String(row.side)}:${String(row.price)}`,
  gone: (row) => /^0(\.0*)?$/.test(String(row.qty)),
  events: ["level_set"],
  rows(event, instruments) {
    if (event.type !== "level_set") return [];
    return [
      {
        to: event.market,
        row: {
          side: sides[event.side],
          price: instruments.price(event.market, event.price),
          qty: instruments.size(event.market, event.total),
        },
      },
    ];
  },
});

export const tradesTopic = defineTopic({
  name: "market.trades",
  owner: "core",
  per: "market",
  snapshot: "market.trades",
  row: tradeRow,
  rowKey: (row) => String(row.tradeId),
  gone: () => false,
  keep: 50,
  events: ["order_filled"],
  rows(event, instruments, at) {
    if (event.type !== "order_filled") return [];
    return [
      {
        to: event.market,
        row: {
          tradeId: String(event.tradeId),
          price: instruments.price(event.market, event.price),
          qty: instruments.size(event.market, event.qty),
          takerSide: sides[event.takerSide],
          at,
        },
      },
    ];
  },
});

export const tickerTopic = defineTopic({
  name: "market.ticker",
  owner: "core",
  per: "market",
  snapshot: "market.ticker",
  row: tickerRow.partial(),
  rowKey: (row) => String(row.symbol),
  gone: () => false,
  events: ["order_filled", "index_set", "market_status_set"],
  rows(event, instruments) {
    if (event.type !== "order_filled" && event.type !== "index_set" && event.type !== "market_status_set") return [];
    const symbol = instruments.marketOf(event.market)?.symbol ?? "";
    if (event.type === "order_filled")
      return [{ to: event.market, row: { symbol, last: instruments.price(event.market, event.price) } }];
    if (event.type === "market_status_set")
      return [{ to: event.market, row: { symbol, status: marketStatuses[event.status] } }];
    return [
      {
        to: event.market,
        row: {
          symbol,
          index: event.index === 0 ? "" : instruments.price(event.market, event.index),
          indexStale: event.stale === 1,
        },
      },
    ];
  },
});

/** The tickers of all markets in one stream, for lists. */
export const tickersTopic = defineTopic({
  name: "market.tickers",
  owner: "core",
  per: "all",
  snapshot: "market.tickers",
  row: tickerTopic.row,
  rowKey: (row) => tickerTopic.rowKey(row),
  gone: (row) => tickerTopic.gone(row),
  events: tickerTopic.events,
  rows: (event, instruments, at) => tickerTopic.rows(event, instruments, at).map(({ row }) => ({ to: 0, row })),
});

/** The last 24 hours of all markets; a row comes with every change and every minute. */
export const daysTopic = defineTopic({
  name: "market.days",
  owner: "projector",
  per: "all",
  snapshot: "market.days",
  row: dayRow,
  rowKey: (row) => String(row.symbol),
  gone: () => false,
});

/** The candle that runs now, of one price and width; a view has also those that ended while it was followed. */
export const candlesTopic = defineTopic({
  name: "market.candles",
  owner: "projector",
  per: "market",
  snapshot: "market.candles",
  snapshotAsk: { limit: 2 },
  parts: candlePrices.flatMap((price) => candleIntervals.map((interval) => candlePart(price, interval))),
  askOfPart(part) {
    const [price, interval] = part.split(" ");
    return { price, interval };
  },
  row: candleRow,
  rowKey: (row) => String(row.at),
  gone: () => false,
});

/** The engine sets the next settlement to the end of the interval that the batch stands in. */
const nextFundingOf = (market: MarketEntry, at: number): number => {
  const interval = market.contract?.fundingIntervalMs ?? 1;
  return Math.floor(at / interval) * interval + interval;
};

function contractChange(
  event: EventRow,
  market: MarketEntry,
  instruments: Instruments,
  at: number,
): Partial<ContractRow> {
  switch (event.type) {
    case "mark_set":
      return { mark: instruments.price(event.market, event.mark), markState: markStates[event.state] ?? "FRESH" };
    case "index_set":
      return event.index === 0 ? {} : { index: instruments.price(event.market, event.index) };
    case "funding_settled":
      return { lastRate: printUnits(BigInt(event.rate)), nextFundingAt: nextFundingOf(market, at) };
    case "funding_skipped":
      return { nextFundingAt: nextFundingOf(market, at) };
    default:
      return {};
  }
}

/** Mark, index and funding of one contract; a stream of a spot market stays silent. */
export const contractTopic = defineTopic({
  name: "market.contract",
  owner: "core",
  per: "market",
  snapshot: "market.contracts",
  row: contractRow.partial(),
  rowKey: (row) => String(row.symbol),
  gone: () => false,
  events: ["mark_set", "index_set", "funding_settled", "funding_skipped"],
  rows(event, instruments, at) {
    if (!("market" in event)) return [];
    const market = instruments.marketOf(event.market);
    if (market?.contract === undefined) return [];
    return [{ to: event.market, row: { symbol: market.symbol, ...contractChange(event, market, instruments, at) } }];
  },
});
