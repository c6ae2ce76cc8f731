import { type BalanceRow, type MarginSettingsRow, type OrderRow, productIds } from "@tidemark/contracts";
import { printUnits } from "@tidemark/money";
import { useEffect, useReducer, useState } from "react";
import { type Live, marketLive, useLive, type WholeRow } from "../../../lib/client/live.ts";
import { shown } from "../../../lib/format/number-text.ts";
import { requireUnits } from "../../../lib/format/require-units.ts";
import { type PositionSide, settingsOf } from "../../../lib/markets/margin-settings.ts";
import type { ContractMarket } from "../../../lib/markets/market.ts";
import { useMarketRules } from "../../../lib/markets/market-rules.ts";
import { useMarginAccount } from "../../../session/margin-account.ts";
import { useTicketSize } from "../../../session/ticket-size.ts";
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
  type ContractForm,
  contractProblemsOf,
  type ContractSummary,
  contractSummaryOf,
  emptyContractForm,
  fieldProblemsOf,
  nextContractForm,
  type PressedOrder,
  pressedOrderOf,
} from "./contract-form.ts";
import { stepsForOpening, takeOpening } from "./picked-opening.ts";
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
    protection: useMarketRules(market.symbol).data?.rows[0]?.protection,
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

/** The chart names the size beside what it offers to open. */
function useShownSize(market: ContractMarket, { use }: ContractForm, { LONG: { lots } }: ContractSummary): void {
  const size = use === "open" && lots > 0 ? printUnits(BigInt(lots) * market.lot) : "";
  useEffect(() => {
    const text = size === "" ? "" : `${shown(size, market.sizeDecimals)} ${market.sizeUnit}`;
    useTicketSize.setState({ symbol: market.symbol, text });
    return () => useTicketSize.setState({ symbol: "", text: "" });
  }, [market, size]);
}

/** What waits for its confirmation. */
type Asking = { readonly order: PressedOrder } | { readonly stop: PressedStop };

function closesNothing(asking: Asking, { closable }: ContractFacts): boolean {
  if ("stop" in asking) return closable[asking.stop.posSide]?.MARKET === 0;
  const { form, posSide } = asking.order;
  return form.use === "close" && closable[posSide]?.MARKET === 0;
}

export function useContractForm({ market, topics, picked }: ContractFormBinding) {
  const [form, step] = useReducer(nextContractForm, emptyContractForm, withLastType);
  useLastType(form);
  const [asking, setAsking] = useState<Asking>();
  const { sizeUnit, asks, triggerBy } = useTradingSettings();
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
  useShownSize(market, form, summary);
  const onPlaced = (placed: ContractForm) => step({ type: "placed", form: placed });
  const trailing = useTrailingOrder({ market, form, facts, summary, onPlaced: () => onPlaced(form) });
  /** Without an ask it reports what is missing. */
  const placeOrder = (posSide: PositionSide, pressed: PressedOrder | undefined) =>
    place({
      form: pressed?.form ?? form,
      button: posSide,
      makeAsk: (clientOrderId) => (pressed === undefined ? undefined : { ...pressed.ask, clientOrderId }),
      market,
      onPlaced: () => onPlaced(pressed?.form ?? form),
    });
  const pressOrder = (posSide: PositionSide, pressedForm: ContractForm) => {
    const order = pressedOrderOf(pressedForm, market, facts, posSide);
    // What is missing is reported at once, not after a question.
    if (order === undefined || !asks[askKindOf(pressedForm, pressedForm.use)]) return placeOrder(posSide, order);
    setAsking({ order });
  };
  const press = (posSide: PositionSide) => {
    const stop = trailing.pressed(posSide);
    if (stop === undefined) return pressOrder(posSide, form);
    return asks[askKindOf(form, form.use)] ? setAsking({ stop }) : trailing.place(stop);
  };
  useEffect(() => {
    const opening = picked === undefined ? undefined : takeOpening(picked);
    if (picked === undefined || opening === undefined) return;
    const next = stepsForOpening(picked.price, opening, triggerBy).reduce(nextContractForm, form);
    // The same object in the form and in the order: a second press after an unknown outcome is known by it.
    step({ type: "whole", form: next });
    if (topics !== undefined && sending === undefined && !isEmptyAccount) pressOrder(opening.posSide, next);
    // oxlint-disable-next-line react/exhaustive-deps -- it is pressed once, when it was picked
  }, [picked]);
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
