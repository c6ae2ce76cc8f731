import { type BalanceRow, type MarginSettingsRow, type OrderRow, productIds } from "@tidemark/contracts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useReducer, useState } from "react";
import { answerOf } from "../../../lib/client/answer.ts";
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
  type PressedOrder,
  pressedOrderOf,
} from "./contract-form.ts";
import { type PressedStop, useTrailingOrder } from "./use-trailing-order.ts";
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

/** Rules are seldom changed. */
const rulesFreshMs = 300_000;

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
    protection: useProtection(market.symbol),
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

/** What waits for its confirmation. */
type Asking = { readonly order: PressedOrder } | { readonly stop: PressedStop };

/** The market's own limit of market orders; undefined until loaded. */
function useProtection(symbol: string): number | undefined {
  const { data } = useQuery({
    queryKey: ["market-rules", symbol],
    queryFn: ({ signal }) => answerOf("marketRules", { symbol }, signal),
    staleTime: rulesFreshMs,
    meta: { isQuiet: true },
  });
  return data?.rows[0]?.protection;
}

function closesNothing(asking: Asking, { closable }: ContractFacts): boolean {
  if ("stop" in asking) return closable[asking.stop.posSide]?.MARKET === 0;
  const { form, posSide } = asking.order;
  return form.use === "close" && closable[posSide]?.MARKET === 0;
}

export function useContractForm({ market, topics, picked }: ContractFormBinding) {
  const [form, step] = useReducer(nextContractForm, emptyContractForm, withLastType);
  useLastType(form);
  const [asking, setAsking] = useState<Asking>();
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
  /** Without an ask it reports what is missing. */
  const placeOrder = (posSide: PositionSide, pressed: PressedOrder | undefined) =>
    place({
      form: pressed?.form ?? form,
      button: posSide,
      makeAsk: (clientOrderId) => (pressed === undefined ? undefined : { ...pressed.ask, clientOrderId }),
      market,
      onPlaced,
    });
  const press = (posSide: PositionSide) => {
    const stop = trailing.pressed(posSide);
    const order = stop === undefined ? pressedOrderOf(form, market, facts, posSide) : undefined;
    const isAsked = asks[askKindOf(form, form.use)];
    if (stop !== undefined) return isAsked ? setAsking({ stop }) : trailing.place(stop);
    // What is missing is reported at once, not after a question.
    if (order === undefined || !isAsked) return placeOrder(posSide, order);
    setAsking({ order });
  };
  const confirm = () => {
    setAsking(undefined);
    if (asking === undefined) return;
    if ("stop" in asking) trailing.place(asking.stop);
    else placeOrder(asking.order.posSide, asking.order);
  };
  // Signed out, or with its position closed meanwhile, there is nothing left to confirm.
  if (asking !== undefined && (topics === undefined || closesNothing(asking, facts))) setAsking(undefined);

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
    place: press,
    /** A position that is not there cannot be closed, and one order is sent at a time. */
    canPress: (posSide: PositionSide): boolean =>
      !(form.use === "close" && facts.closable[posSide]?.MARKET === 0) &&
      (sending === undefined || sending === posSide),
    asking,
    confirm,
    dismiss: () => setAsking(undefined),
    sending: sending ?? (trailing.isPending ? "trailing" : undefined),
    takeBest: () => {
      if (facts.bestBid !== undefined) step({ type: "price", text: facts.bestBid });
    },
    stepPrice: (direction: 1 | -1) => step({ type: "price", text: stepPrice(form.price, direction, market) }),
    needs: !isEmptyAccount ? undefined : walletHas ? ("wallet" as const) : ("deposit" as const),
  };
}
