import type { OrderType, TriggerRow } from "@tidemark/contracts";
import { nameInExchange } from "../lib/client/page-hosts.ts";
import type { ExitUnit } from "../lib/exits/exit-price.ts";
import { storedByTrader } from "../lib/storage/by-trader.ts";
import { userNow, useUser } from "./user.ts";

/** What is shown once more before it is sent: orders of the ticket by kind, and acts on what is held. Closing everything always is. */
export const askKinds = ["limit", "market", "trigger", "close", "flash", "reverse", "cancelAll"] as const;
export type AskKind = (typeof askKinds)[number];

type SizeUnit = "coin" | "value" | "lots";
type PnlPrice = "MARK" | "LAST";

/** How a trader likes to trade, on this device. */
export type TradingSettings = {
  readonly asks: Readonly<Record<AskKind, boolean>>;
  /** What a ticket starts with. */
  readonly orderType: OrderType;
  /** Spot markets have no contracts: there `lots` counts as the coin. */
  readonly sizeUnit: SizeUnit;
  readonly exitUnit: ExitUnit;
  /** Of contracts. Spot markets only have the last price. */
  readonly triggerBy: TriggerRow["triggerBy"];
  /** The price that unrealised PNL is measured at. Margin and liquidation always follow the mark. */
  readonly pnlBy: PnlPrice;
  readonly hasSounds: boolean;
  readonly hasHotkeys: boolean;
};

export const usualSettings: TradingSettings = {
  asks: { limit: true, market: true, trigger: true, close: true, flash: true, reverse: true, cancelAll: true },
  orderType: "LIMIT",
  sizeUnit: "coin",
  exitUnit: "ROE",
  triggerBy: "MARK",
  pnlBy: "MARK",
  hasSounds: false,
  hasHotkeys: true,
};

/** Apart for each exchange: questions that are switched off with play money are still asked with real money. */
const kept = storedByTrader<TradingSettings>(nameInExchange("tradingSettings"), usualSettings);

export const useTradingSettings = (): TradingSettings => kept.use(useUser()?.userId);

/** Outside of rendering: when something happens. */
export const tradingSettingsNow = (): TradingSettings => kept.get(userNow()?.userId);

export const changeTradingSettings = (part: Partial<TradingSettings>): void => kept.change(userNow()?.userId, part);

export const setAsk = (kind: AskKind, isAsked: boolean): void =>
  changeTradingSettings({ asks: { ...tradingSettingsNow().asks, [kind]: isAsked } });

export const resetTradingSettings = (): void => kept.reset(userNow()?.userId);
