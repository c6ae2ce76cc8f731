import { useEffect, useRef } from "react";
import type { BestPrices } from "./best-prices.ts";
import type { FieldsStep } from "./order-fields.ts";
import type { PickedPrice } from "./picked-price.ts";

type PriceSources = {
  /** The price field. */
  readonly price: string;
  readonly best: BestPrices;
  /** The side whose best price is offered first. */
  readonly side: "BUY" | "SELL";
  readonly picked: PickedPrice | undefined;
  readonly step: (step: FieldsStep) => void;
};

/** Fills the price field: once with the market's price, then only with prices that the user picks in the book or the chart. */
export function useFirstPrice({ price, best, side, picked, step }: PriceSources): void {
  useEffect(() => {
    // One that is to be opened brings the whole order, which the ticket itself takes up.
    if (picked !== undefined && picked.opening === undefined) step({ type: "price_picked", price: picked.price });
  }, [picked, step]);

  const hasPrice = useRef(false);
  useEffect(() => {
    if (hasPrice.current || best.bestBid === undefined || best.bestAsk === undefined) return;
    hasPrice.current = true;
    if (price === "") step({ type: "price", text: side === "BUY" ? best.bestBid : best.bestAsk });
  }, [best, price, side, step]);
}
