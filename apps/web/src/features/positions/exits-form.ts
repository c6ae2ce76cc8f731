import type { AskOf } from "@tidemark/kit-client";
import { printUnits } from "@tidemark/money";
import { type EnteredPosition, exitFigures, type ExitUnit } from "../../lib/exits/exit-price.ts";
import {
  type ExitEntry,
  type ExitRole,
  isLoss,
  noExit,
  priceOfTicks,
  ticksOfEntry,
} from "../../lib/exits/exit-entry.ts";
import type { PositionSide } from "../../lib/markets/margin-settings.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { ticksOf } from "../../lib/markets/market-value.ts";
import type { PositionExits } from "./position-exits.ts";

export type ExitEntries = Readonly<Record<ExitRole, ExitEntry>>;

/** The fields as the position's own exits fill them. */
export function entriesOf(market: ContractMarket, { TP, SL }: PositionExits): ExitEntries {
  const of = (row: PositionExits["TP"]): ExitEntry =>
    row === undefined
      ? noExit
      : { text: row.triggerPrice, by: row.triggerBy, ticks: ticksOf(market, row.triggerPrice) };
  return { TP: of(TP), SL: of(SL) };
}

/** A price as it would be typed in a unit. Undefined where the field could not say it: a stop loss in profit has no loss. */
function textIn(
  market: ContractMarket,
  position: EnteredPosition,
  role: ExitRole,
  unit: ExitUnit,
  ticks: number,
): string | undefined {
  if (unit === "PRICE") return priceOfTicks(market, ticks);
  const { pnl, roeBasisPoints } = exitFigures(market, position, ticks);
  if (isLoss(role, unit) ? pnl > 0n : pnl < 0n) return undefined;
  const size = (units: bigint): bigint => (units < 0n ? -units : units);
  return unit === "ROE"
    ? printUnits(size(roeBasisPoints), 2, 2)
    : printUnits(size(pnl), market.settleAsset.scale, market.valueDecimals);
}

/** The same exits in another unit: their prices stay. Undefined where one of them cannot be said in it. */
export function entriesIn(
  market: ContractMarket,
  position: EnteredPosition,
  entries: ExitEntries,
  from: ExitUnit,
  to: ExitUnit,
): ExitEntries | undefined {
  const of = (role: ExitRole): ExitEntry | undefined => {
    const { by } = entries[role];
    const ticks = ticksOfEntry(market, position, role, from, entries[role]);
    if (ticks === undefined) return { text: "", by };
    const text = textIn(market, position, role, to, ticks);
    return text === undefined ? undefined : { text, by, ticks };
  };
  const [TP, SL] = [of("TP"), of("SL")];
  return TP === undefined || SL === undefined ? undefined : { TP, SL };
}

export type ExitsPlan = {
  /** Undefined if nothing is set or changed. */
  readonly set: Omit<AskOf<"setTpsl">, "requestId"> | undefined;
  /** Triggers whose fields were emptied. */
  readonly cancel: readonly string[];
};

/**
 * What saving sends. If one of the two changes both are sent, so that they stay siblings, of which one cancels the other; an exit
 * whose field was emptied is cancelled. Undefined where a field has no usable price.
 */
export function exitsPlan(
  market: ContractMarket,
  position: EnteredPosition,
  unit: ExitUnit,
  entries: ExitEntries,
  current: PositionExits,
  qty: string | undefined,
): ExitsPlan | undefined {
  const ticks = (role: ExitRole) => ticksOfEntry(market, position, role, unit, entries[role]);
  const roles: readonly ExitRole[] = ["TP", "SL"];
  if (roles.some((role) => entries[role].text !== "" && ticks(role) === undefined)) return undefined;
  const exitFor = (role: ExitRole) => {
    const at = ticks(role);
    return at === undefined ? undefined : { triggerPrice: priceOfTicks(market, at), triggerBy: entries[role].by };
  };
  const [tp, sl] = [exitFor("TP"), exitFor("SL")];
  const isNew = (role: ExitRole, exit: typeof tp): boolean =>
    exit !== undefined &&
    (qty !== undefined ||
      exit.triggerPrice !== current[role]?.triggerPrice ||
      exit.triggerBy !== current[role]?.triggerBy);
  const head: { symbol: string; posSide: PositionSide } = { symbol: market.symbol, posSide: position.posSide };
  const cancel =
    qty === undefined ? roles.filter((role) => entries[role].text === "" && current[role] !== undefined) : [];
  return {
    set:
      isNew("TP", tp) || isNew("SL", sl)
        ? {
            ...head,
            ...(qty === undefined ? {} : { qty }),
            ...(tp === undefined ? {} : { tp }),
            ...(sl === undefined ? {} : { sl }),
          }
        : undefined,
    cancel: cancel.map((role) => current[role]!.orderId),
  };
}
