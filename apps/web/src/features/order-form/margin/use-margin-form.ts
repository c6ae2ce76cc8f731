import type { BalanceRow } from "@tidemark/contracts";
import { useEffect, useState } from "react";
import type { Live } from "../../../lib/client/live.ts";
import { useLevelAfter } from "../../../lib/margin/level-after.ts";
import { levelOf, owed, type PairSide } from "../../../lib/margin/margin-pair.ts";
import { largestLoanOf, type MarginPairNow, useMarginPair } from "../../../lib/margin/use-margin-pair.ts";
import type { MarginMarket } from "../../../lib/markets/market.ts";
import type { PickedPrice } from "../shell/picked-price.ts";
import { type Pressed, useSpotForm } from "../spot/use-spot-form.ts";
import { type FundsMode, marginPlanOf } from "./margin-plan.ts";
import { useLoanSteps } from "./use-loan-steps.ts";

export type MarginOwner = { readonly userId: string; readonly balances: Live<BalanceRow> };

type MarginFormBinding = { market: MarginMarket; owner: MarginOwner | undefined; picked: PickedPrice | undefined };

const loansOf = (pair: MarginPairNow, market: MarginMarket): Readonly<Record<PairSide, bigint>> => ({
  base: largestLoanOf(pair, market, "base"),
  quote: largestLoanOf(pair, market, "quote"),
});

/** The spot form with a loan before its order or a repayment after it. */
export function useMarginForm({ market, owner, picked }: MarginFormBinding) {
  const [mode, setMode] = useState<FundsMode>("own");
  const pair = useMarginPair(market, owner);
  const loans = pair === undefined ? undefined : loansOf(pair, market);
  const steps = useLoanSteps(market);
  const assetOf = (side: PairSide): string => market[side];
  const planFor = ({ form, summary }: Pressed) =>
    pair === undefined ? undefined : marginPlanOf(mode, form, summary, pair.holding, pair.terms);

  const binding = useSpotForm({
    market,
    balances: owner?.balances,
    picked,
    credit: mode === "borrow" ? loans : undefined,
    before: async (pressed) => {
      const plan = planFor(pressed);
      if (mode !== "borrow" || plan === undefined) return { keptText: undefined };
      return steps.borrow(pressed.form, assetOf(plan.pays), plan.loan);
    },
    after: (pressed, orderId) => {
      const plan = planFor(pressed);
      if (mode !== "repay" || pair === undefined || plan === undefined) return;
      const debt = owed(pair.holding[plan.gets]);
      if (debt > 0n) void steps.repayWith(orderId, assetOf(plan.gets), debt);
    },
  });
  const { form, summary, step } = binding;
  const plan = planFor({ form, summary });
  const isEntered = plan !== undefined && summary.lots > 0 && form.trigger === undefined;
  const levelAfter =
    isEntered && pair?.index !== undefined ? levelOf(plan.after, pair.index, market.measure) : undefined;
  useEffect(() => {
    useLevelAfter.setState({ symbol: market.symbol, level: levelAfter });
    return () => useLevelAfter.setState({ symbol: "", level: undefined });
  }, [market.symbol, levelAfter]);

  return {
    binding,
    mode,
    setMode: (next: FundsMode) => {
      setMode(next);
      // Neither a loan nor a repayment waits for a price, and only what is filled at once can repay.
      if (next !== "own" && form.trigger !== undefined) step({ type: "order_type", orderType: form.type });
      if (next === "repay" && form.tif === "GTC") step({ type: "tif", tif: "IOC" });
    },
    pair,
    loans,
    plan,
    /** Something is entered that would change the pair. */
    isEntered,
    levelAfter,
  };
}
