import { type BalanceRow, productIds } from "@tidemark/contracts";
import { useReducer, useState } from "react";
import type { SpotMarket } from "../../../lib/markets/market.ts";
import { type Live, marketLive, useLive } from "../../../lib/client/live.ts";
import { requireUnits } from "../../../lib/format/require-units.ts";
import { isBlocking } from "../shell/form-problems.ts";
import { isFillAsked } from "../shell/market-fill.ts";
import { useLastType, withLastType } from "../shell/last-order-type.ts";
import type { PickedPrice } from "../shell/picked-price.ts";
import { stepPrice } from "../shell/typed-steps.ts";
import { useBestPrices } from "../shell/use-best-prices.ts";
import { useBookLevels } from "../shell/use-book-levels.ts";
import { useFirstPrice } from "../shell/use-first-price.ts";
import { usePreview } from "../../../lib/client/use-preview.ts";
import { usePlacing } from "../shell/use-placing.ts";
import { priceProbeOf, priceRefusals } from "./price-probe.ts";
import { emptySpotForm, nextSpotForm, spotAskOf, type SpotFacts, spotProblemsOf, spotSummaryOf } from "./spot-form.ts";

const amountIn = (rows: readonly BalanceRow[], product: number, asset: string): bigint =>
  rows
    .filter((row) => row.product === product && row.asset === asset && row.bucket === "avail")
    .reduce((sum, row) => sum + requireUnits(row.amount), 0n);

export type SpotFormBinding = {
  market: SpotMarket;
  balances: Live<BalanceRow> | undefined;
  picked: PickedPrice | undefined;
};

export function useSpotForm({ market, balances, picked }: SpotFormBinding) {
  const [form, step] = useReducer(nextSpotForm, emptySpotForm, withLastType);
  useLastType(form);
  const { place, sending, asked } = usePlacing();
  /** A market order waits for its confirmation. */
  const [isAsking, setIsAsking] = useState(false);
  const best = useBestPrices(market.symbol);
  const ticker = useLive(marketLive("ticker", market.symbol)).rows[0];
  const { state, rows } = useLive(balances);
  const isKnown = balances !== undefined && (state !== "loading" || rows.length > 0);
  const facts: SpotFacts = {
    ...best,
    ...useBookLevels(market.symbol, form.type === "MARKET"),
    availableBase: isKnown ? amountIn(rows, productIds.spot, market.base) : undefined,
    availableQuote: isKnown ? amountIn(rows, productIds.spot, market.quote) : undefined,
  };
  const inWallet = (asset: string): boolean => amountIn(rows, productIds.wallet, asset) > 0n;
  const isEmptyAccount = facts.availableBase === 0n && facts.availableQuote === 0n;
  useFirstPrice({ price: form.price, best, side: form.side, picked, step });
  const probe = usePreview("previewOrder", isKnown ? priceProbeOf(form, market, facts) : undefined);
  const summary = spotSummaryOf(form, market, facts);
  const problems = spotProblemsOf(form, market, facts);
  const short = problems.find((problem) => problem.code === "balance_short");

  const send = () => {
    setIsAsking(false);
    place({
      form,
      button: form.side,
      makeAsk: (key) => spotAskOf(form, market, facts, key),
      market,
      onPlaced: () => step({ type: "placed" }),
    });
  };
  return {
    form,
    step,
    summary,
    problems: problems.filter((problem) => asked !== undefined || !isBlocking(problem)),
    /** What the balance lacks, and whether the wallet has it. */
    short: short === undefined ? undefined : { asset: short.asset, isInWallet: inWallet(short.asset) },
    /** Why the engine would not take the price. */
    priceRefusal: priceRefusals.includes(probe.refusalName ?? "") ? probe.refusal : undefined,
    place: () => (isFillAsked(summary.fill) && short === undefined ? setIsAsking(true) : send()),
    isAsking,
    confirm: send,
    dismiss: () => setIsAsking(false),
    /** What a trigger order of a spot market can wait for. */
    sources: [{ by: "LAST" as const, price: ticker?.last === "" ? undefined : ticker?.last }],
    isSending: sending !== undefined,
    takeBest: () => {
      const price = form.side === "BUY" ? best.bestBid : best.bestAsk;
      if (price !== undefined) step({ type: "price", text: price });
    },
    stepPrice: (direction: 1 | -1) => step({ type: "price", text: stepPrice(form.price, direction, market) }),
    needs: !isEmptyAccount
      ? undefined
      : inWallet(market.base) || inWallet(market.quote)
        ? ("wallet" as const)
        : ("deposit" as const),
  };
}
