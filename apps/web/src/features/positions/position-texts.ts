import type { TriggerRow } from "@tidemark/contracts";
import { marketLive, useLive } from "../../lib/client/live.ts";
import { distanceText } from "../../lib/exits/distance-text.ts";
import { dateText, shown, signedUnitsText } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { EngineFigures } from "../../session/position-figures.ts";
import { useTradingSettings } from "../../session/trading-settings.ts";
import type { Held } from "./held-positions.ts";
import { exitsOf } from "./position-exits.ts";
import { figuresOf } from "./position-figures.ts";
import { m } from "./positions-messages.ts";

export type LineFacts = {
  held: Held;
  /** Undefined until the engine has answered. */
  figures: EngineFigures | undefined;
  triggers: readonly TriggerRow[];
};

/** The texts of one position, live with its contract's mark. */
export function usePositionTexts({ held: { market, position, posSide }, figures: engine, triggers }: LineFacts) {
  const t = useTexts();
  const mark = useLive(marketLive("contract", market.symbol)).rows[0]?.mark;
  const last = useLive(marketLive("ticker", market.symbol)).rows[0]?.last;
  const isPnlByLast = useTradingSettings().pnlBy === "LAST";
  const leverage = engine?.leverage;
  const figures =
    leverage === undefined ? undefined : figuresOf(market, position, mark, leverage, isPnlByLast ? (last ?? "") : mark);
  // A skeleton until the prices are loaded, then a dash where the market has not traded yet.
  const isPnlKnown = figures !== undefined && (!isPnlByLast || last !== undefined);
  const result = (text: string | undefined) => (isPnlKnown ? (text ?? "—") : undefined);
  const exits = exitsOf(triggers, position);
  const { scale } = market.settleAsset;
  const price = (text: string | undefined) =>
    text === undefined ? undefined : text === "" ? "—" : shown(text, market.priceDecimals);
  const isIsolated = engine?.mode === "ISOLATED";
  const isVoucher = position.voucherLeverage > 0;
  const settings = engine === undefined ? undefined : `${t(m[engine.mode])} ${engine.leverage}×`;
  return {
    side: t(m[posSide]),
    tone: posSide === "LONG" ? ("rise" as const) : ("fall" as const),
    settings,
    isVoucher,
    /** A voucher's position takes no margin of the trader. */
    hasOwnMargin: isIsolated && !isVoucher,
    size: shown(position.qty, market.sizeDecimals),
    value: figures?.value,
    entry: price(position.entryPrice) ?? "—",
    openedAt: dateText(position.openedAt),
    mark: price(mark),
    last: price(last),
    liquidation: price(engine?.liquidationPrice),
    liquidationDistance: engine === undefined ? undefined : distanceText(market, engine.liquidationPrice, mark),
    margin: isIsolated ? shown(position.isoMargin, market.valueDecimals) : figures?.crossMargin,
    ratio: engine === undefined || engine.marginRatio === "" ? undefined : `${engine.marginRatio}%`,
    pnl: result(figures?.result?.pnl),
    isPnlByLast,
    roe: result(figures?.result?.roe),
    pnlClass: figures?.result === undefined ? "" : figures.result.isGain ? "text-rise" : "text-fall",
    realised: signedUnitsText(requireUnits(position.realisedPnl, scale), market.valueDecimals, scale),
    tp: price(exits.TP?.triggerPrice),
    sl: price(exits.SL?.triggerPrice),
    adlRank: engine?.adlRank,
  };
}
