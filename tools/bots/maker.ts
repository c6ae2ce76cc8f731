import type { MarketEntry, OrderRow, PositionNowRow } from "@tidemark/contracts";
import type { Client } from "@tidemark/kit-client";
import {
  distanceOf,
  logNormal,
  nextStep,
  priceAt,
  type Random,
  type Side,
  sizeWorth,
  type Style,
  unitsOf,
} from "./ladder.ts";

export type OwnOrder = Pick<OrderRow, "orderId" | "symbol" | "side" | "posSide" | "price" | "qty" | "filledQty">;
export type OwnPosition = Pick<PositionNowRow, "symbol" | "posSide" | "qty">;

/** What the followed topics of an account say of one market at the moment. */
export type Standing = {
  /** Of the market, in 1e-8; undefined while there is none or it is stale. */
  readonly index: bigint | undefined;
  /** What one of the quote coin is worth. */
  readonly quoteUsd: number;
  readonly orders: readonly OwnOrder[];
  readonly positions: readonly OwnPosition[];
};

type Intent = { readonly side: Side; readonly posSide?: "LONG" | "SHORT" };

/** An order of a contract closes what is there to be closed, else it opens: otherwise a bot would only ever pile up both positions. */
export function intentOf(market: MarketEntry, side: Side, qty: string, { orders, positions }: Standing): Intent {
  if (market.contract === undefined) return { side };
  const [opened, closed] = side === "BUY" ? (["LONG", "SHORT"] as const) : (["SHORT", "LONG"] as const);
  const held = positions.find(({ symbol, posSide }) => symbol === market.symbol && posSide === closed);
  if (held === undefined) return { side, posSide: opened };
  const closing = orders
    .filter((order) => order.symbol === market.symbol && order.side === side && order.posSide === closed)
    .reduce((sum, order) => sum + unitsOf(order.qty) - unitsOf(order.filledQty), 0n);
  return { side, posSide: unitsOf(held.qty) - closing >= unitsOf(qty) ? closed : opened };
}

const actsMax = 4;

/** One look of a maker at its market: what lies wrongly is cancelled, what is missing is quoted. */
export async function makeMarket(
  client: Client,
  market: MarketEntry,
  style: Style,
  standing: Standing,
  random: Random,
): Promise<void> {
  const { index, quoteUsd, orders } = standing;
  if (index === undefined) return;
  const own = orders.filter(({ symbol }) => symbol === market.symbol);
  const { cancel, levels } = nextStep(style, index, own, actsMax);
  for (const orderId of cancel) await client.call("cancelOrder", { orderId });
  for (const { side, level } of levels) {
    // A little off its place, so that the book has no pattern.
    const ppm = distanceOf(style, level) * (0.85 + 0.3 * random());
    const qty = sizeWorth(market, index, logNormal(random, style.worth * (1 + level / 4), 0.7), quoteUsd);
    await client.call("placeOrder", {
      symbol: market.symbol,
      ...intentOf(market, side, qty, standing),
      type: "LIMIT",
      price: priceAt(market, index, side, ppm),
      qty,
      postOnly: true,
    });
  }
}
