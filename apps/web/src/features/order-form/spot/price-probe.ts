import { ceilDiv, printUnits } from "@tidemark/money";
import { requireUnits } from "../../../lib/format/require-units.ts";
import { typedUnits } from "../shell/typed-steps.ts";
import { type FormMarket, marketNames, type SpotFacts, type SpotForm } from "./spot-form.ts";

/** Every band is wider than 1 %, so nearer prices need no question. */
const nearPercent = 1n;

/**
 * The smallest order at the price of the form, to ask whether the price is allowed before a size is typed. Undefined for market orders and
 * for prices near the best one.
 */
export function priceProbeOf(form: SpotForm, market: FormMarket, facts: SpotFacts) {
  const price = form.type === "LIMIT" ? typedUnits(form.price) : undefined;
  const best = form.side === "BUY" ? facts.bestAsk : facts.bestBid;
  if (price === undefined || price === 0n || price % market.tick !== 0n || best === undefined) return undefined;
  const near = requireUnits(best);
  const away = price > near ? price - near : near - price;
  if (away * 100n <= near * nearPercent) return undefined;
  const perLot = (price / market.tick) * market.measure.unit;
  const valued = ceilDiv(requireUnits(market.minNotional), perLot) * market.lot;
  const least = requireUnits(market.minQty);
  const qty = valued > least ? valued : least;
  if (qty > requireUnits(market.maxQty)) return undefined;
  const head = { ...marketNames(market), side: form.side, type: "LIMIT" as const };
  return { ...head, price: printUnits(price), qty: printUnits(qty) };
}

/** Refusals that are about the price alone. */
export const priceRefusals: readonly string[] = ["PRICE_BAND", "PRICE_RANGE", "PRICE_TICK"];
