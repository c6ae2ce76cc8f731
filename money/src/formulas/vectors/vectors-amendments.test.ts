import { describe, expect, test } from "vitest";
import { sum, vector, vectors } from "../../../testing/vectors.ts";
import { printFractionCut } from "../../fraction.ts";
import { shortfallPayers } from "../margin/account.ts";
import { adlLights, type AdlCounterparty, AdlSplit, coverableParts, payLoss } from "../liquidation/adl.ts";
import { bankruptcyLimitTicks, bankruptcyValue, takeoverMargin } from "../liquidation/bankruptcy.ts";
import { borrowLevel, borrowLevelsOf, borrowLiquidationPrice, pairAssets, pairDebts } from "../margin/borrow.ts";
import type { PositionSide } from "../prices/contract.ts";
import { fundingShare } from "../position/funding.ts";
import { closeIsolated, leverageShift, overdraftPayers } from "../margin/isolated.ts";
import { breakerRange } from "../prices/limits.ts";
import { closeFill, type Position, unrealisedPnl } from "../position/position.ts";
import { feeOf } from "../prices/spot.ts";
import { tradeValue, valueCeil } from "../prices/value.ts";
import { btcUsdt, contractOf, type Fields, ticksOf } from "./vectors-support.ts";

describe("closes that fill in parts", () => {
  vector("V143", ({ contract, lots, entryValue, isoMargin, bidTicks, takerRate, parts }) => {
    const { measure } = contractOf(contract);
    const ticks = Number(bidTicks);
    const close = (count: number) => {
      let position: Position = { qty: Number(lots), entryValue: BigInt(entryValue) };
      let [margin, toCash, fee, overdrawn] = [BigInt(isoMargin), 0n, 0n, 0n];
      let limit: number | undefined;
      while (position.qty > 0) {
        limit = bankruptcyLimitTicks(
          measure,
          "long",
          bankruptcyValue("linear", "long", position.entryValue, margin),
          position.qty,
        );
        if (ticks < limit!) break;
        const qty = Number(lots) / count;
        const value = tradeValue(measure, ticks, qty);
        const filled = closeFill("linear", "long", position, qty, value);
        const charged = feeOf(value, Number(takerRate));
        const after = closeIsolated({
          isoMargin: margin,
          qty: position.qty,
          closeQty: qty,
          pnl: filled.pnl,
          fee: charged,
        });
        [margin, toCash, fee] = [after.marginLeft, toCash + after.toCash, fee + after.feeCharged];
        overdrawn += after.overdrawn;
        position = filled.position;
      }
      return {
        parts: count,
        filledLots: Number(lots) - position.qty,
        fee,
        lost: BigInt(isoMargin) - margin - toCash,
        isoMarginLeft: margin,
        nextLimitTicks: position.qty === 0 ? null : limit,
        result: position.qty === 0 ? "FILLED" : "EXPIRED_MARGIN",
        fundPays: overdrawn,
      };
    };
    return { closes: parts.map((count: string) => close(Number(count))) };
  });
  vector("V144", (input) => {
    const { measure } = contractOf(input["contract"]);
    const [ticks, qty] = [Number(input["askTicks"]), Number(input["askContracts"])];
    let position: Position = { qty: Number(input["contracts"]), entryValue: BigInt(input["entryValue"]) };
    let cash = BigInt(input["cash"]);
    let fills = 0;
    const limit = () =>
      bankruptcyLimitTicks(
        measure,
        "short",
        bankruptcyValue("inverse", "short", position.entryValue, cash),
        position.qty,
      )!;
    while (position.qty > 0 && ticks <= limit()) {
      const filled = closeFill("inverse", "short", position, qty, tradeValue(measure, ticks, qty));
      cash += filled.pnl;
      position = filled.position;
      fills += 1;
    }
    return {
      fills,
      cashAfter: cash,
      contractsLeft: position.qty,
      entryValueLeft: position.entryValue,
      nextLimitTicks: limit(),
      result: position.qty === 0 ? "FILLED" : "EXPIRED_MARGIN",
    };
  });
});

describe("what no margin covers", () => {
  vector("V145", (input) => {
    const rows = input["cases(amount,cash,isVoucher,rounding,fund,house)"] as (string & boolean)[][];
    return {
      "paid(cash,rounding,fund,house,deficit)": rows.map(([amount, cash, isVoucher, rounding, fund, treasury]) => {
        const { fromCash, left } = overdraftPayers(BigInt(amount!), BigInt(cash!), isVoucher!);
        const paid = shortfallPayers(left, BigInt(rounding!), BigInt(fund!), BigInt(treasury!));
        return [fromCash, paid.fromRounding, paid.fromFund, paid.fromTreasury, paid.deficit];
      }),
    };
  });
  vector("V147", ({ due, collected }) => {
    const amounts: bigint[] = due.map(BigInt);
    return {
      settlements: collected.map((text: string) => {
        const paid = amounts.map((amount) => fundingShare(amount, BigInt(text), sum(amounts)));
        return { collected: text, paid, residueToRounding: BigInt(text) - sum(paid) };
      }),
    };
  });
});

describe("deleveraging that can be covered in part", () => {
  const shortsOf = (input: Fields) =>
    input["shorts(name,lots,entryValue,isoMargin)"].map(([who, lots, value, margin]: string[]) => ({
      who,
      qty: Number(lots),
      entryValue: BigInt(value!),
      margin: BigInt(margin!),
    })) as (AdlCounterparty & { who: string })[];
  const covered = (input: Fields, fund: bigint, treasury: bigint) => {
    const queue = shortsOf(input);
    const engine = { qty: Number(input["lots"]), entryValue: BigInt(input["bankruptcyValue"]) };
    const split = new AdlSplit("linear", "short", { value: engine.entryValue, qty: engine.qty });
    queue.forEach((holder, place) => split.offer(place, holder));
    while (split.force());
    const side: PositionSide = "long";
    const parts = coverableParts("linear", { side, position: engine }, split.parts, (place) => queue[place]!, {
      fund,
      treasury,
    });
    const lots = parts.reduce((total, part) => total + part.qty, 0);
    const { pnl } = closeFill("linear", side, engine, lots, sum(parts.map(({ value }) => value)));
    const paid = payLoss(-pnl, parts, { fund, treasury });
    expect(paid.uncovered).toBe(0n);
    return {
      closed: parts.map((part) => ({
        who: queue[part.place]!.who,
        lots: part.qty,
        value: part.value,
        pnl: part.pnl,
        shortfall: part.shortfall,
      })),
      fundPays: paid.fundPays,
      housePays: paid.treasuryPays,
      lotsDone: lots,
      lotsInSLiq: engine.qty - lots,
      status: lots === engine.qty ? "TRADING" : "HALT",
    };
  };
  vector("V151", (input) => covered(input, BigInt(input["fund"]), BigInt(input["house"])));
  vector("V152", (input) => ({
    rows: input["payers(fund,house)"].map(([fund, treasury]: string[]) =>
      covered(input, BigInt(fund!), BigInt(treasury!)),
    ),
    flooring: covered(input["flooring"], 0n, 0n).closed,
  }));
  test("[A-6 R-12.6] a winner who is last gives his profit before he bears the units of flooring: payers are not asked for more than they have", () => {
    const engine = { qty: 21, entryValue: 38_794n };
    const holder = { qty: 13, entryValue: 24_029n, margin: 0n };
    const split = new AdlSplit("inverse", "short", { value: 24_315n, qty: 13 });
    split.offer(0, holder);
    const payers = { fund: 0n, treasury: 0n };
    const parts = coverableParts("inverse", { side: "long", position: engine }, split.parts, () => holder, payers);
    const lots = parts.reduce((total, part) => total + part.qty, 0);
    const { pnl } = closeFill("inverse", "long", engine, lots, sum(parts.map(({ value }) => value)));
    expect(payLoss(pnl < 0n ? -pnl : 0n, parts, payers).uncovered).toBe(0n);
  });
  vector("V156", ({ queues }) => ({ lights: queues.map((queue: string[]) => adlLights(queue.map(Number))) }));
});

describe("margin and prices", () => {
  vector("V155", ({ base, quote, quoteLoan, leverages }) => {
    const pair = { base: BigInt(base), quote: BigInt(quote), baseDebt: 0n, quoteDebt: BigInt(quoteLoan) };
    const measure = { unit: 10n, lotUnits: 1_000n };
    const level = (ticks: number) => borrowLevel(pairAssets(pair, ticks, measure), pairDebts(pair, ticks, measure));
    return {
      rows: leverages.map((leverage: string) => {
        const { warn, liquidate } = borrowLevelsOf(Number(leverage));
        const price = (at: bigint) => printFractionCut(borrowLiquidationPrice(pair, at)!, 2);
        return {
          leverage,
          warnLevel1e8: warn,
          liqLevel1e8: liquidate,
          warnPrice: price(warn),
          liqPrice: price(liquidate),
        };
      }),
      "level1e8 at(45000,39400,39333.33)": [4_500_000, 3_940_000, 3_933_333].map(level),
    };
  });
  vector("V163", ({ lots, entryValue, isoMargin, leverage }) => {
    const position = { qty: Number(lots), entryValue: BigInt(entryValue) };
    const rows = vectors.get("V163")!.expected["mark,newLeverage,isoMarginAfter,toCash"] as string[][];
    return {
      "mark,newLeverage,isoMarginAfter,toCash": rows.map(([mark, to]) => {
        const ticks = ticksOf(btcUsdt, mark!);
        const moved = leverageShift(
          {
            ...position,
            isoMargin: BigInt(isoMargin),
            uPnl: unrealisedPnl(btcUsdt.measure, "long", position, ticks),
            markValue: valueCeil(btcUsdt.measure, ticks, position.qty),
            leverage: Number(leverage),
          },
          Number(to),
        );
        return [mark, to, BigInt(isoMargin) + moved, -moved];
      }),
    };
  });
  vector("V164", (input) => ({
    trips: input["rows(breaker,thenTicks,nowTicks)"].map(([breaker, then, nows]: [string, string, string[]]) =>
      nows.map((now) => {
        const { min, max } = breakerRange(Number(now), Number(breaker));
        return Number(then) < min || Number(then) > max;
      }),
    ),
  }));
  vector("V166", ({ long, short }) => {
    const rows = (side: PositionSide, figures: Fields) => {
      const { measure } = contractOf(figures["contract"]);
      const value = bankruptcyValue(measure.kind, side, BigInt(figures["entryValue"]), BigInt(figures["isoMargin"]));
      return figures["markTicks"].map((ticks: string) => {
        const markValue = tradeValue(measure, Number(ticks), Number(figures["lots"] ?? figures["contracts"]));
        return [ticks, value, takeoverMargin({ kind: measure.kind, side, markValue }, value)];
      });
    };
    return {
      "long(markTicks,bankruptcyValue,marginToFund)": rows("long", long),
      "short(markTicks,bankruptcyValue,marginToFund)": rows("short", short),
    };
  });
});
