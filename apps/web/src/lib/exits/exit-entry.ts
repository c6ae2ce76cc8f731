import type { TriggerRow } from "@tidemark/contracts";
import { type EnteredPosition, exitTicks, type ExitUnit } from "./exit-price.ts";
import type { ContractMarket } from "../markets/market.ts";
import { printUnits } from "@tidemark/money";

export type ExitRole = "TP" | "SL";
export type TriggerSource = TriggerRow["triggerBy"];

/** What is typed for a take profit or a stop loss. A loss is typed without its sign. */
export type ExitEntry = {
  readonly text: string;
  readonly by: TriggerSource;
  /** The price that the text was made from, while nothing else is typed: a rounded text must not move it. */
  readonly ticks?: number;
};
export const noExit: ExitEntry = { text: "", by: "MARK" };

/** A stop loss as a return or a profit is a loss: the field shows the sign and the trader types the number. */
export const isLoss = (role: ExitRole, unit: ExitUnit): boolean => role === "SL" && unit !== "PRICE";

/** Its trigger price for one position, in ticks; undefined while nothing or nothing usable is typed. */
export const ticksOfEntry = (
  market: ContractMarket,
  position: EnteredPosition,
  role: ExitRole,
  unit: ExitUnit,
  { text, ticks }: ExitEntry,
): number | undefined =>
  ticks ?? (text === "" ? undefined : exitTicks(market, position, unit, isLoss(role, unit) ? `-${text}` : text));

/** A price in ticks as the text that is sent. */
export const priceOfTicks = (market: ContractMarket, ticks: number): string =>
  printUnits(BigInt(ticks) * market.tick, 8, market.priceDecimals);
