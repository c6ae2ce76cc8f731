import type { Instruments } from "@tidemark/contracts";
import type { Database, FeedEvent } from "@tidemark/kit-node";
import type { NewMessage } from "../../module/messages.ts";
import type { Batch } from "../event-messages.ts";
import { alertMessage, isReached } from "./alert-rules.ts";
import { type Alert, alerts, type PriceRange } from "./alert-store.ts";

type Trade = { readonly symbol: string; readonly price: string; readonly ticks: number; readonly at: number };

const isFill = (event: Batch["events"][number]): event is FeedEvent<"order_filled"> => event.type === "order_filled";

const tradesOf = (batches: readonly Batch[], instruments: Instruments): Trade[] =>
  batches.flatMap(({ at, events }) =>
    events.filter(isFill).map(({ market, price }) => ({
      symbol: instruments.marketOf(market)?.symbol ?? "",
      price: instruments.price(market, price),
      ticks: price,
      at,
    })),
  );

function rangesOf(trades: readonly Trade[]): PriceRange[] {
  const bySymbol = new Map<string, { low: Trade; high: Trade }>();
  for (const trade of trades) {
    const { low, high } = bySymbol.get(trade.symbol) ?? { low: trade, high: trade };
    bySymbol.set(trade.symbol, {
      low: trade.ticks < low.ticks ? trade : low,
      high: trade.ticks > high.ticks ? trade : high,
    });
  }
  return [...bySymbol].map(([symbol, { low, high }]) => ({ symbol, low: low.price, high: high.price }));
}

/** The first trade since it was set that reached it. */
const reachedBy = (alert: Alert, trades: readonly Trade[]): Trade | undefined =>
  trades.find((one) => one.symbol === alert.symbol && one.at >= alert.madeAt && isReached(alert, one.price));

/**
 * Price alerts that the trades of these batches reach, with their messages. Every trade of the feed is compared, also those of a time in
 * which no process ran, and the alert goes off in the transaction that moves the cursor.
 */
export async function firePriceAlerts(
  tx: Database,
  batches: readonly Batch[],
  instruments: Instruments,
): Promise<readonly NewMessage[]> {
  const trades = tradesOf(batches, instruments);
  if (trades.length === 0) return [];
  const messages: NewMessage[] = [];
  for (const alert of await alerts.reached(tx, rangesOf(trades))) {
    const trade = reachedBy(alert, trades);
    if (trade !== undefined && (await alerts.fire(tx, alert, trade.at)))
      messages.push(alertMessage(alert, trade.price, trade.at));
  }
  return messages;
}
