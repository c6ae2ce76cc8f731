import { type BalanceRow, type MarginSettingsRow, type OrderRow, productIds } from "@tidemark/contracts";
import { useEffect, useReducer, useState } from "react";
import { type Live, marketLive, useLive, type WholeRow } from "../../../lib/client/live.ts";
import { requireUnits } from "../../../lib/format/require-units.ts";
import { type PositionSide, settingsOf } from "../../../lib/markets/margin-settings.ts";
import type { ContractMarket } from "../../../lib/markets/market.ts";
import { useMarginAccount } from "../../../session/margin-account.ts";
import { useTradingSettings } from "../../../session/trading-settings.ts";
import { askKindOf } from "../shell/ask-kind.ts";
import { isBlocking } from "../shell/form-problems.ts";
import { useLastType, withLastType } from "../shell/last-order-type.ts";
import type { PickedPrice } from "../shell/picked-price.ts";
import { stepPrice } from "../shell/typed-steps.ts";
import { useBestPrices } from "../shell/use-best-prices.ts";
import { useFirstPrice } from "../shell/use-first-price.ts";
import { usePlacing } from "../shell/use-placing.ts";
import { closableOf } from "./contract-facts.ts";
import {
  contractAskOf,
  type ContractFacts,
  contractProblemsOf,
  contractSummaryOf,
  emptyContractForm,
  fieldProblemsOf,
  nextContractForm,
} from "./contract-form.ts";
import { useTrailingOrder } from "./use-trailing-order.ts";
import { usePreview } from "../../../lib/client/use-preview.ts";

/** What the ticket follows for a signed-in user. */
export type ContractTicketTopics = {
  readonly userId: string;
  readonly orders: Live<OrderRow>;
  readonly balances: Live<BalanceRow>;
  readonly positions: Live<WholeRow<"positions">>;
  readonly marginSettings: Live<MarginSettingsRow>;
};

export type ContractFormBinding = {
  market: ContractMarket;
  topics: ContractTicketTopics | undefined;
  picked: PickedPrice | undefined;
};

/** Prices are empty before there is one. */
const known = (text: string | undefined): string | undefined => (text === "" ? undefined : text);

function useContractFacts({ market, topics }: Omit<ContractFormBinding, "picked">): ContractFacts {
  const best = useBestPrices(market.symbol);
  const contract = useLive(marketLive("contract", market.symbol)).rows[0];
  const last = useLive(marketLive("ticker", market.symbol)).rows[0]?.last;
  const settings = settingsOf(market.symbol, useLive(topics?.marginSettings).rows);
  const figures = useMarginAccount(market, topics?.userId)?.figures;
  const positions = useLive(topics?.positions);
  const orders = useLive(topics?.orders);
  const available = settings.mode === "CROSS" ? figures?.availOpen : figures?.availIso;
  const closable = (posSide: PositionSide) =>
    topics === undefined || positions.state === "loading" || orders.state === "loading"
      ? undefined
      : closableOf(market, posSide, positions.rows, orders.rows);
  return {
    ...best,
    ...settings,
    mark: known(contract?.mark),
    index: known(contract?.index),
    last: known(last),
    available: available === undefined ? undefined : requireUnits(available, market.settleAsset.scale),
    closable: { LONG: closable("LONG"), SHORT: closable("SHORT") },
  };
}

/** Whether the settle asset is in the wallet, from where a transfer brings it. */
function useWalletHas(market: ContractMarket, balances: Live<BalanceRow> | undefined): boolean {
  return useLive(balances).rows.some(
    ({ product, asset, bucket, amount }) =>
      product === productIds.wallet &&
      asset === market.settleAsset.asset &&
      bucket === "avail" &&
      requireUnits(amount) > 0n,
  );
}

export function useContractForm({ market, topics, picked }: ContractFormBinding) {
  const [form, step] = useReducer(nextContractForm, emptyContractForm, withLastType);
  useLastType(form);
  /** The button whose order waits for its confirmation. */
  const [asking, setAsking] = useState<PositionSide>();
  const { sizeUnit, asks } = useTradingSettings();
  // A coin contract is worth its coin: there the value is no unit of its own.
  const unit = sizeUnit === "value" && market.kind === "INVERSE" ? "coin" : sizeUnit;
  useEffect(() => step({ type: "unit", unit }), [unit]);
  const { place, sending, asked } = usePlacing();
  const facts = useContractFacts({ market, topics });
  const walletHas = useWalletHas(market, topics?.balances);
  useFirstPrice({ price: form.price, best: facts, side: "BUY", picked, step });
  const askFor = (posSide: PositionSide) =>
    topics === undefined ? undefined : contractAskOf(form, market, facts, posSide);
  const previews = {
    LONG: usePreview("previewOrder", askFor("LONG")),
    SHORT: usePreview("previewOrder", askFor("SHORT")),
  };
  const hasPosition = (facts.closable.LONG?.MARKET ?? 0) + (facts.closable.SHORT?.MARKET ?? 0) > 0;
  const isEmptyAccount = facts.available === 0n && !hasPosition;
  const summary = contractSummaryOf(form, market, facts);
  const onPlaced = () => step({ type: "placed" });
  const trailing = useTrailingOrder({ market, form, facts, summary, onPlaced });
  const send = (posSide: PositionSide) => {
    setAsking(undefined);
    if (trailing.askFor(posSide) !== undefined) return trailing.place(posSide);
    place({
      form,
      button: posSide,
      makeAsk: (clientOrderId) => {
        const ask = contractAskOf(form, market, facts, posSide);
        return ask === undefined ? undefined : { ...ask, clientOrderId };
      },
      market,
      onPlaced,
    });
  };
  // What is missing is reported at once, not after a question.
  const isAsked = (posSide: PositionSide) =>
    asks[askKindOf(form, form.use)] && (askFor(posSide) ?? trailing.askFor(posSide)) !== undefined;

  return {
    form,
    step,
    facts,
    previews,
    summary,
    // Without a position both buttons are off, so the reason cannot wait until one is pressed.
    problems:
      asked === undefined
        ? fieldProblemsOf(form, market, facts).filter(
            (problem) => !isBlocking(problem) || problem.code === "position_missing",
          )
        : contractProblemsOf(form, market, facts, asked === "SHORT" ? "SHORT" : "LONG"),
    place: (posSide: PositionSide) => (isAsked(posSide) ? setAsking(posSide) : send(posSide)),
    /** A position that is not there cannot be closed, and one order is sent at a time. */
    canPress: (posSide: PositionSide): boolean =>
      !(form.use === "close" && facts.closable[posSide]?.MARKET === 0) &&
      (sending === undefined || sending === posSide),
    asking,
    confirm: () => asking !== undefined && send(asking),
    dismiss: () => setAsking(undefined),
    sending: sending ?? (trailing.isPending ? "trailing" : undefined),
    takeBest: () => {
      if (facts.bestBid !== undefined) step({ type: "price", text: facts.bestBid });
    },
    stepPrice: (direction: 1 | -1) => step({ type: "price", text: stepPrice(form.price, direction, market) }),
    needs: !isEmptyAccount ? undefined : walletHas ? ("wallet" as const) : ("deposit" as const),
  };
}
