import type { AskOf } from "@tidemark/kit-client";
import type { EnteredPosition, ExitUnit } from "../../lib/exits/exit-price.ts";
import { type ExitEntry, type ExitRole, noExit, priceOfTicks, ticksOfEntry } from "../../lib/exits/exit-entry.ts";
import type { PositionSide } from "../../lib/markets/margin-settings.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import type { PositionExits } from "./position-exits.ts";

export type ExitEntries = Readonly<Record<ExitRole, ExitEntry>>;

/** The fields as the position's own exits fill them. */
export const entriesOf = ({ TP, SL }: PositionExits): ExitEntries => ({
  TP: TP === undefined ? noExit : { text: TP.triggerPrice, by: TP.triggerBy },
  SL: SL === undefined ? noExit : { text: SL.triggerPrice, by: SL.triggerBy },
});

/** The same exits in another unit: converted, not cleared. What cannot be converted is cleared. */
export function entriesIn(
  entries: ExitEntries,
  convert: (role: ExitRole, entry: ExitEntry) => string | undefined,
): ExitEntries {
  const of = (role: ExitRole): ExitEntry => ({ ...entries[role], text: convert(role, entries[role]) ?? "" });
  return { TP: of("TP"), SL: of("SL") };
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
