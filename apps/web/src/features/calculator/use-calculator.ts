import { finishedDecimal } from "@tidemark/kit-ui";
import { parseUnits } from "@tidemark/money";
import { useState } from "react";
import { marketLive, useLive } from "../../lib/client/live.ts";
import { type EnteredPosition, exitTicks } from "../../lib/exits/exit-price.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import type { PositionSide } from "../../lib/markets/margin-settings.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { valueOf } from "../../lib/markets/market-value.ts";
import { averageOfFills, type CalculatedPosition, liquidationOf, pnlOf } from "./calculations.ts";

export const calculatorTabs = ["pnl", "target", "liquidation", "average"] as const;
export type CalculatorTab = (typeof calculatorTabs)[number];
export type FillEntry = { readonly price: string; readonly size: string };

export const fillsMax = 10;

/** Whole steps of a typed number; zero while it is empty, unreadable or finer than a step. */
function stepsOf(text: string, step: bigint): number {
  const units = parseUnits(finishedDecimal(text));
  if (units === undefined || units % step !== 0n) return 0;
  const steps = Number(units / step);
  return Number.isSafeInteger(steps) ? steps : 0;
}

/** What is typed, and what it comes to. */
export function useCalculator(market: ContractMarket) {
  const last = useLive(marketLive("ticker", market.symbol)).rows[0]?.last ?? "";
  const [tab, setTab] = useState<CalculatorTab>("pnl");
  const [posSide, setPosSide] = useState<PositionSide>("LONG");
  const [leverage, setLeverage] = useState(Math.min(20, market.contract.maxLeverage));
  const [typedEntry, setEntry] = useState<string>();
  const [exit, setExit] = useState("");
  const [size, setSize] = useState("");
  const [extra, setExtra] = useState("");
  const [wanted, setWanted] = useState("");
  const [fills, setFills] = useState<readonly FillEntry[]>([
    { price: "", size: "" },
    { price: "", size: "" },
  ]);
  const entry = typedEntry ?? last;
  const [entryTicks, lots] = [stepsOf(entry, market.tick), stepsOf(size, market.lot)];
  const position: CalculatedPosition | undefined =
    entryTicks > 0 && lots > 0 ? { posSide, lots, entryTicks, leverage } : undefined;
  const exitAt = stepsOf(exit, market.tick);
  const added = finishedDecimal(extra) === "" ? 0n : requireUnits(finishedDecimal(extra), market.settleAsset.scale);
  return {
    tab,
    setTab,
    last,
    fields: { posSide, leverage, entry, exit, size, extra, wanted, fills },
    set: {
      posSide: setPosSide,
      leverage: setLeverage,
      entry: setEntry,
      exit: setExit,
      size: setSize,
      extra: setExtra,
      wanted: setWanted,
      fills: setFills,
    },
    position,
    exitTicks: exitAt,
    pnl: position === undefined || exitAt === 0 ? undefined : pnlOf(market, position, exitAt),
    liquidation: position === undefined ? undefined : liquidationOf(market, position, added),
    targetTicks: position === undefined || wanted === "" ? undefined : targetOf(market, position, wanted),
    average: averageOfFills(
      market,
      fills.map((fill) => ({ ticks: stepsOf(fill.price, market.tick), lots: stepsOf(fill.size, market.lot) })),
    ),
  };
}

/** The price that brings this return on the margin. */
function targetOf(market: ContractMarket, position: CalculatedPosition, roe: string): number | undefined {
  const { posSide, lots, entryTicks, leverage } = position;
  const entryValue = valueOf(market, entryTicks, lots);
  const entered: EnteredPosition | undefined =
    entryValue === undefined ? undefined : { posSide, lots, entryValue, leverage };
  return entered === undefined ? undefined : exitTicks(market, entered, "ROE", roe);
}

export type CalculatorBinding = ReturnType<typeof useCalculator>;
