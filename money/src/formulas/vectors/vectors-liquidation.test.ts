import { describe, expect, test } from "vitest";
import { sum, vector } from "../../../testing/vectors.ts";
import { floorOf, fraction, printFractionCut } from "../../fraction.ts";
import { printUnits } from "../../text.ts";
import {
  bankruptcyLimitTicks,
  bankruptcyPriceOf,
  bankruptcyValue,
  takeoverEquity,
  takeoverOf,
  tighterLimit,
} from "../liquidation/bankruptcy.ts";
import { closableQty, isTriggerHit, triggerDirectionOf, trimNewestFirst } from "../position/closing.ts";
import type { PositionSide } from "../prices/contract.ts";
import { isFillSafe, isLiquidatable, positionHealth, netPair, tierStep } from "../liquidation/liquidation.ts";
import {
  liquidationPriceOf,
  type LiquidationRoot,
  liquidationRoots,
  liquidationTicksShown,
  type TieredPosition,
} from "../liquidation/liquidation-price.ts";
import { closeFill, unrealisedPnl } from "../position/position.ts";
import { initialMargin } from "../margin/reserve.ts";
import { bandMin, feeOf } from "../prices/spot.ts";
import { maintenanceMargin, type Tier, tierIndexOf } from "../margin/tiers.ts";
import { tradeValue } from "../prices/value.ts";
import {
  btcUsd,
  btcUsdt,
  btcUsdTiers,
  btcUsdtTiers,
  contractOf,
  ethUsdt,
  type Fields,
  flatTier,
  linearContract,
  minor,
  priceText,
  qtyOf,
  type TestContract,
  ticksOf,
} from "./vectors-support.ts";

const sideOf = (text: string): PositionSide => text.toLowerCase() as PositionSide;

/** A position as the fixture writes it, with its tiers. */
function tieredPosition(contract: TestContract, position: Fields, tiers: readonly Tier[]): TieredPosition {
  const qty = qtyOf(contract, position["qty"]);
  const entryValue =
    position["entryValue"] === undefined
      ? tradeValue(contract.measure, ticksOf(contract, position["entry"]), qty)
      : BigInt(position["entryValue"]);
  return { side: sideOf(position["side"]), position: { qty, entryValue }, tiers };
}

function tiersIn(input: Fields): readonly Tier[] {
  const { tier, tiers, mmr, cum } = input;
  if (tiers !== undefined) return tiers === "BTCUSD" ? btcUsdTiers : btcUsdtTiers;
  return tier === undefined ? flatTier(Number(mmr), BigInt(cum)) : flatTier(Number(tier.mmr), BigInt(tier.cum));
}

/** The only root of an example with one position. */
function rootOf(input: Fields): LiquidationRoot {
  const contract = contractOf(input["contract"]);
  const position = tieredPosition(contract, input["leg"], tiersIn(input));
  const { margin, lev, wb, otherMM, otherUPNL, cash } = input;
  const own = margin ?? wb ?? cash ?? initialMargin(position.position.entryValue, Number(lev));
  const wallet = BigInt(own) - BigInt(otherMM ?? 0) + BigInt(otherUPNL ?? 0);
  const roots = liquidationRoots(contract.measure, wallet, [position]);
  expect(roots).toHaveLength(1);
  return roots[0]!;
}

const shownPrice = (contract: TestContract, root: LiquidationRoot): string =>
  priceText(contract, fraction(BigInt(liquidationTicksShown(root)), 1n), 2);

describe("liquidation prices, linear", () => {
  const exact = (input: Fields): string => priceText(contractOf(input["contract"]), rootOf(input).ticks, 10);
  vector("V021", (input) => ({
    exact: exact(input),
    displayTicks: liquidationTicksShown(rootOf(input)),
    display: shownPrice(btcUsdt, rootOf(input)),
    bankruptcyValue: bankruptcyValue("linear", "long", BigInt(input["entryValue"]), BigInt(input["margin"])),
  }));
  vector("V022", (input) => ({
    exact: exact(input),
    displayTicks: liquidationTicksShown(rootOf(input)),
    display: shownPrice(btcUsdt, rootOf(input)),
  }));
  vector("V023", (input) => ({ exact: exact(input), rounded2: priceText(ethUsdt, rootOf(input).ticks, 2) }));
  for (const id of ["V024", "V025", "V026"]) vector(id, (input) => ({ exact: exact(input) }));
  vector("V027", (input) => {
    const { ticks } = rootOf(input);
    const lots = BigInt(qtyOf(btcUsdt, input["leg"].qty));
    const valueAtRoot = floorOf(fraction(ticks.numerator * lots * 1_000n, ticks.denominator));
    return {
      entryTier0: tierIndexOf(btcUsdtTiers, BigInt(input["entryValue"])),
      exact: exact(input),
      liqTier0: tierIndexOf(btcUsdtTiers, valueAtRoot),
      display: shownPrice(btcUsdt, rootOf(input)),
    };
  });
});

describe("liquidation prices of two positions", () => {
  function rootsOf(input: Fields): readonly LiquidationRoot[] {
    const contract = contractOf(input["contract"]);
    const positions = input["legs"].map((position: Fields) => tieredPosition(contract, position, tiersIn(input)));
    return liquidationRoots(contract.measure, BigInt(input["cash"]), positions);
  }
  const texts = (contract: TestContract, roots: readonly LiquidationRoot[]) =>
    roots.map(({ ticks, direction }) => [priceText(contract, ticks, 10), direction]);
  vector("V028", (input) => {
    const roots = rootsOf(input);
    const shown = liquidationPriceOf(roots, ticksOf(btcUsdt, "50000"))!;
    return { roots: texts(btcUsdt, roots), displayBoth: shownPrice(btcUsdt, shown) };
  });
  vector("V029", (input) => ({ roots: texts(btcUsdt, rootsOf(input)) }));
  vector("V053", (input) => ({ roots: texts(btcUsd, rootsOf(input)) }));
});

describe("liquidation prices, inverse", () => {
  const exact = (input: Fields): string => priceText(btcUsd, rootOf(input).ticks, 10);
  vector("V048", (input) => ({
    exact: exact(input),
    display: shownPrice(btcUsd, rootOf(input)),
    bybitOldFormula: printFractionCut(fraction(60_000n * 1_000n, 1_200n + 120n - 6n), 4),
  }));
  vector("V049", (input) => ({ exact: exact(input), display: shownPrice(btcUsd, rootOf(input)) }));
  vector("V050", (input) => {
    const position = tieredPosition(btcUsd, input["leg"], tiersIn(input));
    const roots = liquidationRoots(btcUsd.measure, BigInt(input["margin"]), [position]);
    return { roots, display: liquidationPriceOf(roots, 500_000) === undefined ? "--" : "shown" };
  });
  vector("V051", (input) => {
    const { numerator, denominator } = rootOf(input).ticks;
    const value = (10_000_000n * 1_000_000_000n * denominator) / numerator;
    return { exact: exact(input), tier0: tierIndexOf(btcUsdTiers, value) };
  });
  vector("V052", (input) => {
    const { position } = tieredPosition(btcUsd, input["leg"], []);
    const value = bankruptcyValue("inverse", "long", position.entryValue, BigInt(input["cash"]));
    // The publisher's own formula, with the closing fee of 0.075 % inside: 10 007.5 / 1.75, and 10 000 / (1.75 − 0.00625 − 7.5 / b).
    const theirs = fraction(1_000_750n * 100n, 17_500n);
    const spared = fraction(174_375n * theirs.numerator - 750_000n * theirs.denominator, 100_000n * theirs.numerator);
    return {
      ourBankruptcyPrice: priceText(btcUsd, bankruptcyPriceOf(btcUsd.measure, value, position.qty)!, 4),
      ourLiq: exact(input),
      bybitBankruptcyRecomputed: printFractionCut(theirs, 4),
      bybitLiqRecomputed: printFractionCut(fraction(10_000n * spared.denominator, spared.numerator), 4),
    };
  });
});

describe("bankruptcy", () => {
  vector("V030", ({ lots, entryValue, margin }) => {
    const figures = (side: PositionSide) => {
      const value = bankruptcyValue("linear", side, BigInt(entryValue), BigInt(margin));
      return { value, price: priceText(btcUsdt, bankruptcyPriceOf(btcUsdt.measure, value, Number(lots))!, 2) };
    };
    const [long, short] = [figures("long"), figures("short")];
    return { longValue: long.value, longPrice: long.price, shortValue: short.value, shortPrice: short.price };
  });
  vector("V031", ({ entryValue, lots, margin }) => {
    const figures = (side: PositionSide) => {
      const value = bankruptcyValue("linear", side, BigInt(entryValue), BigInt(margin));
      const price = bankruptcyPriceOf(btcUsdt.measure, value, Number(lots))!;
      return {
        value,
        exact: printFractionCut(price, 10),
        limit: bankruptcyLimitTicks(btcUsdt.measure, side, value, Number(lots)),
      };
    };
    const [long, short] = [figures("long"), figures("short")];
    return {
      longValue: long.value,
      longExactTicks: long.exact,
      sellLimitTicks: long.limit,
      shortValue: short.value,
      shortExactTicks: short.exact,
      buyLimitTicks: short.limit,
    };
  });
  vector("V078", ({ tick, lot, leg: position, margin }) => {
    const contract = linearContract(tick, lot);
    const short = tieredPosition(contract, position, []).position;
    const value = bankruptcyValue("linear", "short", short.entryValue, BigInt(margin));
    const price = bankruptcyPriceOf(contract.measure, value, short.qty)!;
    const { pnl } = closeFill("linear", "long", short, short.qty, value);
    return { bankruptcyPrice: priceText(contract, price, 3), longPnl: pnl };
  });
  vector("V094", ({ lots, cash, otherUPNL, entryValue }) => {
    const value = bankruptcyValue("linear", "long", BigInt(entryValue), BigInt(cash) + BigInt(otherUPNL));
    return {
      exactTicks: printFractionCut(bankruptcyPriceOf(btcUsdt.measure, value, Number(lots))!, 10),
      sellLimitTicks: bankruptcyLimitTicks(btcUsdt.measure, "long", value, Number(lots)),
    };
  });
  vector("V109", ({ leg: [, entry, lots], mark, prot }) => {
    const entryValue = tradeValue(btcUsdt.measure, Number(entry), Number(lots));
    const rows = ["1000", "2500"].map((margin) => {
      const protection = bandMin(ticksOf(btcUsdt, mark), Number(prot));
      const value = bankruptcyValue("linear", "long", entryValue, minor(margin));
      const bankruptcy = bankruptcyLimitTicks(btcUsdt.measure, "long", value, Number(lots));
      return [minor(margin), protection, bankruptcy, tighterLimit("sell", protection, bankruptcy)];
    });
    return { "margin,protectionTicks,bankruptcyTicks,limitTicks": rows };
  });
});

describe("takeovers and steps", () => {
  vector("V070", ({ lots, entryValue, margin, engineFills }) => {
    const position = { qty: Number(lots), entryValue: BigInt(entryValue) };
    const roots = liquidationRoots(btcUsdt.measure, BigInt(margin), [{ side: "long", position, tiers: btcUsdtTiers }]);
    const value = bankruptcyValue("linear", "long", position.entryValue, BigInt(margin));
    const { pnl } = closeFill("linear", "long", position, position.qty, value);
    const proceeds = sum(
      engineFills.map(([ticks, size]: string[]) => tradeValue(btcUsdt.measure, Number(ticks), Number(size))),
    );
    return {
      liqExact: priceText(btcUsdt, roots[0]!.ticks, 10),
      bankruptcyValue: value,
      bankruptcyPrice: priceText(btcUsdt, bankruptcyPriceOf(btcUsdt.measure, value, position.qty)!, 1),
      userPnl: pnl,
      userMarginAfter: BigInt(margin) + pnl,
      engineEntryValue: value,
      engineProceeds: proceeds,
      fundDelta: closeFill("linear", "long", { qty: position.qty, entryValue: value }, position.qty, proceeds).pnl,
    };
  });
  vector("V071", ({ engineEntryValue, engineFills: [[ticks, size]] }) => {
    const value = tradeValue(btcUsdt.measure, Number(ticks), Number(size));
    const position = { qty: Number(size), entryValue: BigInt(engineEntryValue) };
    return { fundDelta: closeFill("linear", "long", position, position.qty, value).pnl };
  });
  vector("V072", ({ lots, markTicks }) => {
    const { tier, targetQty, closeQty } = tierStep(btcUsdt.measure, btcUsdtTiers, Number(lots), Number(markTicks))!;
    const target = tradeValue(btcUsdt.measure, Number(markTicks), targetQty);
    const before = tradeValue(btcUsdt.measure, Number(markTicks), Number(lots));
    return {
      tier0: tier,
      targetLots: targetQty,
      closeLots: closeQty,
      MMbefore: maintenanceMargin(btcUsdtTiers, before),
      MMafter: maintenanceMargin(btcUsdtTiers, target),
      targetNotional: target,
    };
  });

  const takeover = (cash: bigint, rows: readonly string[][]) => {
    const positions = rows.map(([symbol, side, size, entry, mark]) => {
      const contract = contractOf(symbol!);
      const value = (price: string) => tradeValue(contract.measure, ticksOf(contract, price), qtyOf(contract, size!));
      const markValue = value(mark!.split(" ")[1]!);
      return { kind: "linear" as const, side: sideOf(side!), entryValue: value(entry!), markValue };
    });
    const equity = takeoverEquity(cash, positions);
    const taken = takeoverOf(equity, positions);
    return {
      equity,
      shares: taken.map(({ share }) => share),
      takeoverValues: taken.map(({ value }) => value),
      userPnl: taken.map(({ pnl }) => pnl),
      cashAfter: cash + sum(taken.map(({ pnl }) => pnl)),
    };
  };
  vector("V073", ({ cash, positions }) => {
    const { equity, ...figures } = takeover(BigInt(cash), positions);
    return { ...figures, fundImmediateGainAtMark: equity };
  });
  vector("V074", ({ cash, positions }) => {
    const { equity, userPnl: _, ...figures } = takeover(BigInt(cash), positions);
    return { ...figures, fundImmediateLossAtMark: -equity };
  });
  vector("V139", ({ cash, legs: positions, ethMmr }) => {
    const { userPnl: _, ...figures } = takeover(BigInt(cash), positions);
    const btc = tradeValue(btcUsdt.measure, ticksOf(btcUsdt, "48100"), qtyOf(btcUsdt, positions[0][2]));
    const eth = tradeValue(ethUsdt.measure, ticksOf(ethUsdt, "2900"), qtyOf(ethUsdt, positions[1][2]));
    const maintenance = maintenanceMargin(btcUsdtTiers, btc) + maintenanceMargin(flatTier(Number(ethMmr)), eth);
    return { ...figures, MM: maintenance };
  });
  vector("V075", ({ legs: positions, mark }) => {
    const [long, short] = positions.map((position: Fields) => tieredPosition(btcUsdt, position, btcUsdtTiers).position);
    const ticks = ticksOf(btcUsdt, mark);
    const netted = netPair(btcUsdt.measure, long, short, ticks);
    const maintenance = (qty: number) => maintenanceMargin(btcUsdtTiers, tradeValue(btcUsdt.measure, ticks, qty));
    return {
      pnlLong: netted.pnlLong,
      pnlShort: netted.pnlShort,
      longLeft: [netted.long.qty, netted.long.entryValue],
      MMbefore: maintenance(long.qty) + maintenance(short.qty),
      MMafter: maintenance(netted.long.qty),
    };
  });
});

describe("no fill into liquidation", () => {
  const long = (ticks: number, lots: number, leverage: number) => {
    const entryValue = tradeValue(btcUsdt.measure, ticks, lots);
    return { position: { qty: lots, entryValue }, margin: initialMargin(entryValue, leverage) };
  };
  const healthAt = (ticks: number, lots: number, leverage: number, mark: number) => {
    const { position, margin } = long(ticks, lots, leverage);
    const health = positionHealth(btcUsdt.measure, btcUsdtTiers, "long", position, mark);
    return { margin, health, isSafe: isFillSafe(margin, [health]) };
  };
  vector("V093", ({ qty, lev, limit, mark }) => {
    const { margin, health, isSafe } = healthAt(
      ticksOf(btcUsdt, limit),
      qtyOf(btcUsdt, qty),
      Number(lev),
      ticksOf(btcUsdt, mark),
    );
    return {
      IM: margin,
      uPnLatMark: health.uPnl,
      MM: health.maintenanceMargin,
      result: isSafe ? "ACCEPT" : "REJECT_21044",
    };
  });
  vector("V100", (input) => {
    const mark = ticksOf(btcUsdt, input["mark"]);
    const [a, c] = input["bids(owner,ticks,lots,lev)"].map(([, ...figures]: string[]) => figures.map(Number));
    const ofA = healthAt(a[0], a[1], a[2], mark);
    const ofC = healthAt(c[0], c[1], c[2], mark);
    const valueA = tradeValue(btcUsdt.measure, a[0], a[1]);
    const hold = ofA.margin + feeOf(valueA, Number(input["takerRate"]));
    const value = tradeValue(btcUsdt.measure, c[0], c[1]);
    return {
      A: {
        margin: ofA.margin,
        uPnLatMark: ofA.health.uPnl,
        MM: ofA.health.maintenanceMargin,
        result: ofA.isSafe ? "FILLED" : "EXPIRED_MARGIN",
        postings: [
          ["u:A:4:USDT:hold", -hold],
          ["u:A:4:USDT:cash", hold],
        ],
      },
      C: {
        margin: ofC.margin,
        uPnLatMark: ofC.health.uPnl,
        MM: ofC.health.maintenanceMargin,
        result: ofC.isSafe ? "FILLED" : "EXPIRED_MARGIN",
        value,
        makerFee: feeOf(value, Number(input["makerRate"])),
      },
      lossBeyondMarginWithoutTheRule: -(ofA.margin + ofA.health.uPnl),
    };
  });
  vector("V101", ({ leg: [, entry, lots, lev] }) => {
    const at = (mark: number) => healthAt(Number(entry), Number(lots), Number(lev), mark);
    const { position, margin } = long(Number(entry), Number(lots), Number(lev));
    const [root] = liquidationRoots(btcUsdt.measure, margin, [{ side: "long", position, tiers: btcUsdtTiers }]);
    const lowest = Number(floorOf(root!.ticks)) + 1;
    const figures = (mark: number) => ({
      equity: at(mark).margin + at(mark).health.uPnl,
      MM: at(mark).health.maintenanceMargin,
    });
    const result = at(lowest).isSafe && !at(lowest - 1).isSafe ? "EXPIRED_MARGIN" : "another mark";
    return {
      lowestMarkThatFills: lowest,
      ...figures(lowest),
      oneTickLower: { ...figures(lowest - 1), result },
    };
  });
  vector("V102", ({ cash, otherUPNL, otherMM, bid: [, entry, lots], makerRate }) => {
    const value = tradeValue(btcUsdt.measure, Number(entry), Number(lots));
    const other = { uPnl: BigInt(otherUPNL), notional: 0n, maintenanceMargin: BigInt(otherMM) };
    const rows = ["49800", "49700"].map((mark) => {
      const position = { qty: Number(lots), entryValue: value };
      const health = positionHealth(btcUsdt.measure, btcUsdtTiers, "long", position, ticksOf(btcUsdt, mark));
      const left = BigInt(cash) - feeOf(value, Number(makerRate));
      const equity = left + other.uPnl + health.uPnl;
      const result = isFillSafe(left, [other, health]) ? "FILLED" : "EXPIRED_MARGIN";
      return [mark, equity, other.maintenanceMargin + health.maintenanceMargin, result];
    });
    return { "mark,equity,MM,result": rows };
  });
  vector("V103", (input) => {
    const bids = input["bids(owner,ticks,lots,lev)"].map(([, ...figures]: string[]) => figures.map(Number));
    const mark = ticksOf(btcUsdt, input["mark"]);
    let fillable = 0;
    for (const [ticks, lots, lev] of bids) if (healthAt(ticks, lots, lev, mark).isSafe) fillable += lots;
    const result = (lots: number) => (lots <= fillable ? "FILLED" : "REJECT_21015");
    return { fillableLots: fillable, fok10000: result(10_000), fok10001: result(10_001) };
  });
});

describe("closing and triggers", () => {
  vector("V089", ({ ref }) => {
    const words = { up: "GTE", down: "LTE" };
    const word = (ticks: number) => {
      const direction = triggerDirectionOf(ticks, Number(ref));
      return direction === undefined ? "REJECT_21031" : words[direction];
    };
    return { "510000": word(510_000), "490000": word(490_000), "500000": word(500_000) };
  });
  const trimmed = (closes: readonly string[][], most: number) => {
    const left = trimNewestFirst(
      closes.map(([, qty]) => Number(qty)),
      most,
    );
    return closes.map(([id], i) => [id, `${left[i]}`] as [string, string]);
  };
  const total = (closes: readonly string[][]) => closes.reduce((so, [, qty]) => so + Number(qty), 0);
  vector("V090", (input) => {
    const after = trimmed(input["closes(oldest first)"], Number(input["posQty"]));
    return { after, sum: total(after) };
  });
  vector("V091", ({ posQty, resting }) => {
    const closable = closableQty(Number(posQty), Number(resting));
    const answer = (qty: number) => (qty <= closable ? "ACCEPT" : "REJECT_21021");
    const whole = closableQty(Number(posQty), 0);
    return {
      closable,
      closeLimit4: answer(4),
      closeLimit3: answer(3),
      flashClose: `cancels the ${resting} first, then IOC ${whole}`,
    };
  });
  vector("V117", (input) => {
    const triggers = input["triggers(id,dir,ticks)"] as string[][];
    const isHit = ([, direction, ticks]: string[], source: string) =>
      isTriggerHit(direction === "GTE" ? "up" : "down", Number(ticks), Number(source));
    const ids = (hit: readonly string[][]) => hit.map(([id]) => id);
    return {
      touchedWhileClosed: ids(
        triggers.filter((trigger) => input["markPathWhileClosed"].some((mark: string) => isHit(trigger, mark))),
      ),
      firedOnReturn: ids(triggers.filter((trigger) => isHit(trigger, input["markOnReturn"]))),
    };
  });
  vector("V119", (input) => {
    const position = Number(input["posLots"]);
    const fire = (own: number, filled: number) => {
      const sent = Math.min(own, position);
      const before = trimmed(input["closes(oldest first)"], position - sent);
      return {
        sentLots: sent,
        closesBefore: before,
        closable: closableQty(position, total(before)),
        posAfter: position - filled,
        closesAfter: trimmed(before, position - filled),
        canceled: before.filter(([, qty]) => qty === "0").map(([id]) => id),
      };
    };
    return { "own5,filled5": fire(5, 5), "own5,filled2": fire(5, 2), "own12,filled10": fire(12, 10) };
  });
});

describe("vouchers and ends", () => {
  vector("V130", ({ face, lots, entry, takerRate }) => {
    const qty = Number(lots);
    const position = { qty, entryValue: tradeValue(btcUsdt.measure, ticksOf(btcUsdt, entry), qty) };
    const margin = BigInt(face) - feeOf(position.entryValue, Number(takerRate));
    const [root] = liquidationRoots(btcUsdt.measure, margin, [{ side: "long", position, tiers: btcUsdtTiers }]);
    const value = bankruptcyValue("linear", "long", position.entryValue, margin);
    const { pnl } = closeFill("linear", "long", position, qty, value);
    return {
      isoMargin: margin,
      liqExact: priceText(btcUsdt, root!.ticks, 10),
      bankruptcyValue: value,
      userPnl: pnl,
      postings: [
        ["u:iso", pnl],
        ["s:clearing", -pnl],
      ],
      toPromo: margin + pnl,
      toCash: margin + pnl,
      consumed: BigInt(face) - (margin + pnl),
    };
  });
});

test("the examples read as the rule book tells them: V070 at the mark 49 196.7", () => {
  const position = { qty: 10_000, entryValue: minor("50000") };
  const health = positionHealth(btcUsdt.measure, btcUsdtTiers, "long", position, 491_967);
  expect(printUnits(minor("1000") + health.uPnl)).toBe("196.7");
  expect(printUnits(health.maintenanceMargin, 8, 2)).toBe("196.78");
  expect(isLiquidatable(minor("1000") + health.uPnl, health.maintenanceMargin)).toBe(true);
  expect(unrealisedPnl(btcUsdt.measure, "short", position, 491_967)).toBe(-health.uPnl);
});
