import { type BalanceRow, productIds } from "@tidemark/contracts";
import { useEffect, useReducer, useState } from "react";
import { isMargin, type SpotMarket } from "../../../lib/markets/market.ts";
import { type Live, marketLive, useLive } from "../../../lib/client/live.ts";
import { requireUnits } from "../../../lib/format/require-units.ts";
import { useTradingSettings } from "../../../session/trading-settings.ts";
import { askKindOf } from "../shell/ask-kind.ts";
import { isBlocking } from "../shell/form-problems.ts";
import { isFillAsked } from "../shell/market-fill.ts";
import { useLastType, withLastType } from "../shell/last-order-type.ts";
import type { PickedPrice } from "../shell/picked-price.ts";
import { stepPrice } from "../shell/typed-steps.ts";
import { useBestPrices } from "../shell/use-best-prices.ts";
import { useBookLevels } from "../shell/use-book-levels.ts";
import { useFirstPrice } from "../shell/use-first-price.ts";
import { usePreview } from "../../../lib/client/use-preview.ts";
import { type FirstStep, usePlacing } from "../shell/use-placing.ts";
import { priceProbeOf, priceRefusals } from "./price-probe.ts";
import {
  emptySpotForm,
  nextSpotForm,
  spotAskOf,
  type SpotFacts,
  type SpotForm,
  spotProblemsOf,
  type SpotSummary,
  spotSummaryOf,
} from "./spot-form.ts";

const amountIn = (rows: readonly BalanceRow[], product: number, sub: string, asset: string): bigint =>
  rows
    .filter((row) => row.product === product && row.sub === sub && row.asset === asset && row.bucket === "avail")
    .reduce((sum, row) => sum + requireUnits(row.amount), 0n);

/** What an order needs: the form and its numbers at the moment of the press. */
export type Pressed = { readonly form: SpotForm; readonly summary: SpotSummary };

export type SpotFormBinding = {
  market: SpotMarket;
  balances: Live<BalanceRow> | undefined;
  picked: PickedPrice | undefined;
  /** What may be borrowed on top of the balance. */
  credit?: { readonly base: bigint; readonly quote: bigint } | undefined;
  /** What is done before the order is sent and once it is placed. */
  before?: ((pressed: Pressed) => Promise<FirstStep | undefined>) | undefined;
  after?: ((pressed: Pressed, orderId: string) => void) | undefined;
};

const noCredit = { base: 0n, quote: 0n };

export function useSpotForm({ market, balances, picked, credit = noCredit, before, after }: SpotFormBinding) {
  const [form, step] = useReducer(nextSpotForm, emptySpotForm, withLastType);
  useLastType(form);
  const { sizeUnit, asks } = useTradingSettings();
  useEffect(() => step({ type: "unit", unit: sizeUnit === "value" ? "quote" : "base" }), [sizeUnit]);
  const { place, sending, asked } = usePlacing();
  /** An order waits for its confirmation: as every order of its kind, or because it moves the price. */
  const [asking, setAsking] = useState<"kind" | "slippage">();
  const best = useBestPrices(market.symbol);
  const ticker = useLive(marketLive("ticker", market.symbol)).rows[0];
  const { state, rows } = useLive(balances);
  const isKnown = balances !== undefined && (state !== "loading" || rows.length > 0);
  const sub = isMargin(market) ? market.symbol : "";
  const inAccount = (asset: string): bigint => amountIn(rows, market.product, sub, asset);
  const facts: SpotFacts = {
    ...best,
    ...useBookLevels(market.symbol, form.type === "MARKET"),
    availableBase: isKnown ? inAccount(market.base) + credit.base : undefined,
    availableQuote: isKnown ? inAccount(market.quote) + credit.quote : undefined,
  };
  const inWallet = (asset: string): boolean => amountIn(rows, productIds.wallet, "", asset) > 0n;
  const isEmptyAccount = facts.availableBase === 0n && facts.availableQuote === 0n;
  useFirstPrice({ price: form.price, best, side: form.side, picked, step });
  const probe = usePreview("previewOrder", isKnown ? priceProbeOf(form, market, facts) : undefined);
  const summary = spotSummaryOf(form, market, facts);
  const problems = spotProblemsOf(form, market, facts);
  const short = problems.find((problem) => problem.code === "balance_short");

  const send = () => {
    setAsking(undefined);
    place({
      form,
      button: form.side,
      makeAsk: (key) => spotAskOf(form, market, facts, key),
      market,
      before: before === undefined ? undefined : () => before({ form, summary }),
      onPlaced: (orderId) => {
        step({ type: "placed", form });
        after?.({ form, summary }, orderId);
      },
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
    place: () => {
      const isComplete = spotAskOf(form, market, facts, "") !== undefined;
      if (isFillAsked(summary.fill) && short === undefined) setAsking("slippage");
      else if (isComplete && asks[askKindOf(form)]) setAsking("kind");
      else send();
    },
    asking,
    confirm: send,
    dismiss: () => setAsking(undefined),
    last: ticker?.last === "" ? undefined : ticker?.last,
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
