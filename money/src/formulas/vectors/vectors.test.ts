import { describe, expect, test } from "vitest";
import { isSafe, sum, vector, vectors } from "../../../testing/vectors.ts";
import { ceilDiv, floorDiv } from "../../decimal.ts";
import { fraction, printFractionCut } from "../../fraction.ts";
import { printUnits } from "../../text.ts";
import type { PositionSide } from "../prices/contract.ts";
import { closeFill, clearingOf, type Position, openFill, roeBasisPoints, unrealisedPnl } from "../position/position.ts";
import { initialMargin } from "../margin/reserve.ts";
import { feeOf, spotMaxLots, spotReserve, spotValue } from "../prices/spot.ts";
import { maintenanceMargin, maxLeverageOf, tierIndexOf, tiersOf } from "../margin/tiers.ts";
import { priceOfValue, tradeValue } from "../prices/value.ts";
import {
  btcSpot,
  btcUsdt,
  btcUsdTiers,
  btcUsdtTiers,
  btcUsd,
  contractOf,
  ethUsd,
  ethUsdt,
  flatTier,
  minor,
  priceText,
  qtyOf,
  ticksOf,
} from "./vectors-support.ts";

const spotMeasure = { unit: 10n, lotUnits: 1_000n };

describe("numbers", () => {
  vector("V001", () => ({
    "BTCUSDT-PERP": btcUsdt.measure.kind === "linear" && btcUsdt.measure.unit,
    "ETHUSDT-PERP": ethUsdt.measure.kind === "linear" && ethUsdt.measure.unit,
    "BTC/USDT spot": btcSpot.measure.kind === "linear" && btcSpot.measure.unit,
    "BTCUSD-PERP k": btcUsd.measure.kind === "inverse" && btcUsd.measure.k,
    "ETHUSD-PERP k": ethUsd.measure.kind === "inverse" && ethUsd.measure.k,
  }));
  vector("V002", ({ a, b }) => ({
    floor: floorDiv(BigInt(a), BigInt(b)),
    ceil: ceilDiv(BigInt(a), BigInt(b)),
    "bigintTruncation(do not use)": BigInt(a) / BigInt(b),
  }));
  vector("V003", ({ ticks, lots, unit, takerRate }) => {
    const value = tradeValue({ kind: "linear", unit: Number(unit) }, Number(ticks), Number(lots));
    return {
      "ticks*lots": BigInt(ticks) * BigInt(lots),
      valueMinor: value,
      valueIsSafeInteger: isSafe(value),
      "value*rate": value * BigInt(takerRate),
      "value*rateIsSafeInteger": isSafe(value * BigInt(takerRate)),
      feeMinor: feeOf(value, Number(takerRate)),
      largestSafeUSDT: printUnits(BigInt(Number.MAX_SAFE_INTEGER)),
    };
  });
  vector("V004", ({ usdt }) => ({
    minor: minor(usdt),
    isSafeInteger: isSafe(minor(usdt)),
    twiceIsSafeInteger: isSafe(2n * minor(usdt)),
  }));
});

describe("spot", () => {
  vector("V005", ({ limitTicks, lots, fillTicks, takerRate }) => {
    const locked = spotReserve("buy", Number(limitTicks), Number(lots), spotMeasure);
    const paid = spotValue(Number(fillTicks), Number(lots), spotMeasure.unit);
    const gross = spotReserve("sell", Number(fillTicks), Number(lots), spotMeasure);
    const fee = feeOf(gross, Number(takerRate));
    return {
      lockedQuote: locked,
      paidQuote: paid,
      releasedQuote: locked - paid,
      baseReceivedGross: gross,
      feeBase: fee,
      baseReceivedNet: gross - fee,
    };
  });
  vector("V006", ({ ticks, lots, makerRate }) => {
    const gross = spotValue(Number(ticks), Number(lots), spotMeasure.unit);
    const fee = feeOf(gross, Number(makerRate));
    const feeExact = printFractionCut(fraction(gross * BigInt(makerRate), 100_000_000n), 10);
    return { grossQuote: gross, feeQuote: fee, netQuote: gross - fee, feeExact };
  });
  vector("V007", ({ budget, asks }) => {
    let left = BigInt(budget);
    const fills = asks.map(([price, size]: [string, string]) => {
      const ticks = ticksOf(btcSpot, price);
      const lots = Math.min(qtyOf(btcSpot, size), spotMaxLots("buy", ticks, left, spotMeasure));
      left -= spotValue(ticks, lots, spotMeasure.unit);
      return { ticks, lots };
    });
    const lotsBought = fills.reduce((total: number, fill: { lots: number }) => total + fill.lots, 0);
    return { fills, lotsBought, unspentReturned: left };
  });
  vector("V008", ({ minNotional }) => {
    const [n1, n2] = ["0.00008", "0.00009"].map((size) =>
      tradeValue(btcSpot.measure, ticksOf(btcSpot, "60000"), qtyOf(btcSpot, size)),
    ) as [bigint, bigint];
    return { n1, ok1: n1 >= BigInt(minNotional), n2, ok2: n2 >= BigInt(minNotional) };
  });
});

describe("positions", () => {
  vector("V010", ({ fills }) => {
    const position = fills.reduce(
      (so: Position, [price, size]: [string, string]) =>
        openFill(so, qtyOf(btcUsdt, size), tradeValue(btcUsdt.measure, ticksOf(btcUsdt, price), qtyOf(btcUsdt, size))),
      { qty: 0, entryValue: 0n },
    );
    const price = priceOfValue(btcUsdt.measure, position.entryValue, position.qty);
    return { entryValue: position.entryValue, lots: position.qty, avgEntry: priceText(btcUsdt, price, 8) };
  });
  vector("V011", ({ entryValue, lots, closeLots, exitTicks }) => {
    const position = { qty: Number(lots), entryValue: BigInt(entryValue) };
    const value = tradeValue(btcUsdt.measure, Number(exitTicks), Number(closeLots));
    const long = closeFill("linear", "long", position, Number(closeLots), value);
    const short = closeFill("linear", "short", position, Number(closeLots), value);
    return {
      releasedLong: long.released,
      pnlLong: long.pnl,
      remainLong: long.position.entryValue,
      releasedShort: short.released,
      pnlShort: short.pnl,
      remainShort: short.position.entryValue,
    };
  });
  vector("V012", (input) => {
    const uPnl = (side: PositionSide): bigint => {
      const [size, entry, mark] = input[side];
      const qty = qtyOf(btcUsdt, size);
      const position = { qty, entryValue: tradeValue(btcUsdt.measure, ticksOf(btcUsdt, entry), qty) };
      return unrealisedPnl(btcUsdt.measure, side, position, ticksOf(btcUsdt, mark));
    };
    return { long: uPnl("long"), short: uPnl("short") };
  });
  vector("V013", ({ upnl, entryValue, lev }) => {
    const roeBp = roeBasisPoints(BigInt(upnl), BigInt(entryValue), Number(lev));
    return { roeBp, display: `${printUnits(roeBp, 2, 2)}%` };
  });
  vector("V044", (input) => {
    const position = input["fills(price,contracts)"].reduce(
      (so: Position, [price, size]: [string, string]) =>
        openFill(so, Number(size), tradeValue(btcUsd.measure, ticksOf(btcUsd, price), Number(size))),
      { qty: 0, entryValue: 0n },
    );
    const price = priceOfValue(btcUsd.measure, position.entryValue, position.qty);
    return { entryValue: position.entryValue, avgEntry: priceText(btcUsd, price, 6) };
  });
  vector("V045", ({ contract, leg: { entry, qty }, exit }) => {
    const { measure } = contractOf(contract);
    const entryValue = tradeValue(measure, ticksOf(btcUsd, entry), Number(qty));
    const exitValue = tradeValue(measure, ticksOf(btcUsd, exit), Number(qty));
    const { pnl } = closeFill("inverse", "long", { qty: Number(qty), entryValue }, Number(qty), exitValue);
    return { entryValue, exitValue, pnl };
  });
  vector("V046", ({ leg: { entry, qty }, mark }) => {
    const position = { qty: Number(qty), entryValue: tradeValue(btcUsd.measure, ticksOf(btcUsd, entry), Number(qty)) };
    return { uPnL: unrealisedPnl(btcUsd.measure, "long", position, ticksOf(btcUsd, mark)) };
  });
});

describe("tiers", () => {
  const cums = (rows: readonly string[][]) => {
    const tiers = tiersOf(
      rows.map(([, cap, mmr, lev]) => ({ cap: minor(cap!), mmr: Number(mmr), maxLeverage: Number(lev ?? 1) })),
    );
    return { cum: tiers.map((tier) => printUnits(tier.cum, 8, 8)) };
  };
  vector("V014", ({ tiers }) => cums(tiers));
  vector("V015", ({ tiers }) => cums(tiers));
  test("V014 V015 the tables that the other tests use are those of the fixture", () => {
    const shape = (tiers: typeof btcUsdtTiers) =>
      tiers.map(({ floor, cap, mmr }) => [printUnits(floor, 8, 8), printUnits(cap, 8, 8), `${mmr}`]);
    const usdt = vectors.get("V014")!.input["tiers"] as string[][];
    expect(shape(btcUsdtTiers)).toEqual(usdt.map((row) => row.slice(0, 3)));
    expect(btcUsdtTiers.map((tier) => `${tier.maxLeverage}`)).toEqual(usdt.map((row) => row[3]));
    expect(shape(btcUsdTiers)).toEqual(vectors.get("V015")!.input["tiers"]);
  });
  for (const id of ["V016", "V018", "V019", "V020"])
    vector(id, ({ notional }) => ({
      tierIndex0: tierIndexOf(btcUsdtTiers, BigInt(notional)),
      MM: maintenanceMargin(btcUsdtTiers, BigInt(notional)),
    }));
  vector("V017", ({ notional }) => ({
    MM: maintenanceMargin(flatTier(10_000_000, minor("135365")), BigInt(notional)),
  }));
  vector("V092", ({ notionals }) =>
    Object.fromEntries(notionals.map((text: string) => [text, maxLeverageOf(btcUsdtTiers, minor(text))])),
  );
});

describe("clearing", () => {
  type Who = { readonly side: PositionSide; readonly position: Position };
  type Fill = readonly [string, string, string, string, string, string];
  const fills: readonly Fill[] = vectors.get("V054")!.input["fills(price,q,buyer,posSide,seller,posSide)"];

  function play(symbol: string) {
    const contract = contractOf(symbol);
    const { kind } = contract.measure;
    const positions = new Map<string, Who>();
    const finalRealised: Record<string, bigint> = {};
    let clearing = 0n;
    const total = (side: PositionSide, of: (position: Position) => bigint) =>
      sum([...positions.values()].filter((who) => who.side === side).map((who) => of(who.position)));
    const entries = (side: PositionSide) => total(side, (position) => position.entryValue);
    const steps = fills.map(([price, size, buyer, buyerSide, seller, sellerSide]) => {
      const ticks = ticksOf(contract, price);
      const value = tradeValue(contract.measure, ticks, Number(size));
      const realised: [string, bigint][] = [];
      for (const [name, order, posSide] of [
        [buyer, "buy", buyerSide],
        [seller, "sell", sellerSide],
      ] as const) {
        const side = posSide.toLowerCase() as PositionSide;
        const key = `${name} ${side}`;
        const position = positions.get(key)?.position ?? { qty: 0, entryValue: 0n };
        if ((order === "buy") === (side === "long")) {
          positions.set(key, { side, position: openFill(position, Number(size), value) });
          continue;
        }
        const part = closeFill(kind, side, position, Number(size), value);
        positions.set(key, { side, position: part.position });
        finalRealised[name] = (finalRealised[name] ?? 0n) + part.pnl;
        clearing -= part.pnl;
        realised.push([name, part.pnl]);
      }
      expect(clearing).toBe(clearingOf(kind, entries("long"), entries("short")));
      const openLong = total("long", (position) => BigInt(position.qty));
      expect(openLong).toBe(total("short", (position) => BigInt(position.qty)));
      const step = { fillTicks: ticks, q: size, value, realised, clearing };
      if (kind === "linear") return step;
      return { ...step, openLong, "sumEntryLong-sumEntryShort": entries("long") - entries("short") };
    });
    return { steps, finalRealised, clearingFinal: clearing };
  }

  vector("V054", ({ contract }) => {
    const played = play(contract);
    return { ...played, sumRealised: sum(Object.values(played.finalRealised)) };
  });
  vector("V055", ({ contract }) => play(contract));
});

describe("order cost as a published example", () => {
  vector("V009", ({ ticks, lots, lev, takerRate }) => {
    const value = tradeValue(btcUsdt.measure, Number(ticks), Number(lots));
    const margin = initialMargin(value, Number(lev));
    const openFee = feeOf(value, Number(takerRate));
    const closeFee = feeOf(value - margin, Number(takerRate));
    return {
      value,
      IM: margin,
      openFee,
      reserve: margin + openFee,
      bybitStyleCloseFee: closeFee,
      bybitStyleOrderCost: margin + openFee + closeFee,
    };
  });
  vector("V047", ({ contract, price, contracts, lev, takerRate }) => {
    const value = tradeValue(contractOf(contract).measure, ticksOf(ethUsd, price), Number(contracts));
    const margin = initialMargin(value, Number(lev));
    const openFee = feeOf(value, Number(takerRate));
    const closeFee = feeOf(value + margin, Number(takerRate));
    return {
      value,
      IM: margin,
      openFee,
      bybitStyleCloseFee: closeFee,
      bybitStyleOrderCost: margin + openFee + closeFee,
    };
  });
});
