import { type ExitEntry, noExit, priceOfTicks, ticksOfEntry } from "../../../lib/exits/exit-entry.ts";
import type { EnteredPosition, ExitUnit } from "../../../lib/exits/exit-price.ts";
import type { PositionSide } from "../../../lib/markets/margin-settings.ts";
import type { ContractMarket } from "../../../lib/markets/market.ts";
import { valueOf } from "../../../lib/markets/market-value.ts";
import type { FormProblem } from "../shell/form-problems.ts";

/** TP and SL of an order, entered as prices, returns or profits. */
export type OrderExits = { readonly unit: ExitUnit; readonly TP: ExitEntry; readonly SL: ExitEntry };
/** A return means the same for both buttons, a price suits only one of them. */
export const emptyExits: OrderExits = { unit: "ROE", TP: noExit, SL: noExit };

const roles = ["TP", "SL"] as const;

/** The position that the order would open on its own. Undefined without a size or a price. */
export function enteredOf(
  market: ContractMarket,
  { ticks, lots }: { readonly ticks: number; readonly lots: number },
  leverage: number,
  posSide: PositionSide,
): EnteredPosition | undefined {
  const entryValue = lots === 0 ? undefined : valueOf(market, ticks, lots);
  return entryValue === undefined ? undefined : { posSide, lots, entryValue, leverage };
}

/** The trigger price of each exit for one side, in ticks. */
export const exitTicksOf = (exits: OrderExits, market: ContractMarket, entered: EnteredPosition) => ({
  TP: ticksOfEntry(market, entered, "TP", exits.unit, exits.TP),
  SL: ticksOfEntry(market, entered, "SL", exits.unit, exits.SL),
});

/** What is typed but comes to no price must not be left out silently. */
export function exitProblemOf(
  exits: OrderExits,
  market: ContractMarket,
  entered: EnteredPosition | undefined,
): FormProblem | undefined {
  if (entered === undefined) return undefined;
  const ticks = exitTicksOf(exits, market, entered);
  return roles.some((role) => exits[role].text !== "" && ticks[role] === undefined)
    ? { code: "exit_price" }
    : undefined;
}

/** The part of an ask that brings the exits. */
export function exitsAskOf(
  exits: OrderExits | undefined,
  market: ContractMarket,
  entered: EnteredPosition | undefined,
) {
  if (exits === undefined || entered === undefined) return {};
  const ticks = exitTicksOf(exits, market, entered);
  const exit = (role: "TP" | "SL") =>
    ticks[role] === undefined
      ? undefined
      : { triggerPrice: priceOfTicks(market, ticks[role]), triggerBy: exits[role].by };
  const [tp, sl] = [exit("TP"), exit("SL")];
  return { ...(tp === undefined ? {} : { tp }), ...(sl === undefined ? {} : { sl }) };
}
