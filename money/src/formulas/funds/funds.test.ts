import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { measures, sides, ticks } from "../../../testing/generators.ts";
import { sum } from "../../../testing/vectors.ts";
import {
  type AdlCounterparty,
  adlEquityOfCross,
  adlLights,
  adlScore,
  attributablePnl,
  bankruptcyValue,
  borrowLevel,
  borrowLevelsOf,
  borrowLiquidationPrice,
  clearingOf,
  compareAdl,
  compareGrants,
  consumeCost,
  cutProRata,
  deleverage,
  fraction,
  type Grant,
  initialMargin,
  isBorrowAllowed,
  levelReach,
  isFundSound,
  maxBorrow,
  maxTransferOutValue,
  mayKeepInventory,
  pairAssets,
  pairDebts,
  repaymentOf,
  settleMarket,
  type SettlingPosition,
  splitByQty,
  tradeValue,
  unwindQty,
  voucherEnd,
  voucherQty,
} from "../../index.ts";
import { btcUsdt, minor } from "../vectors/vectors-support.ts";

const size = fc.integer({ min: 1, max: 5_000 });

describe("splits", () => {
  test("[1.2] parts of a value and cuts of profits sum to the whole", () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 16n });
    fc.assert(
      fc.property(
        amount,
        fc.array(size, { minLength: 1, maxLength: 8 }),
        fc.array(amount, { maxLength: 6 }),
        (value, parts, profits) => {
          expect(sum(splitByQty(value, parts))).toBe(value);
          const total = sum(profits);
          expect(sum(cutProRata(value, profits))).toBe(value < total ? value : total);
        },
      ),
    );
  });
});

describe("deleveraging", () => {
  const holders = fc.array(
    fc.record({ qty: size, off: fc.integer({ min: -15, max: 15 }), leverage: fc.integer({ min: 2, max: 125 }) }),
    {
      minLength: 1,
      maxLength: 5,
    },
  );

  test("[R-12.6] the value is paid to the unit and nobody loses more than its margin", () => {
    fc.assert(
      fc.property(
        measures,
        sides,
        ticks,
        holders,
        fc.nat(),
        fc.integer({ min: -10, max: 10 }),
        (measure, side, mark, rows, n, off) => {
          const queue = rows.map((row): AdlCounterparty => {
            const entry = mark + Math.floor((mark * row.off) / 100);
            const entryValue = tradeValue(measure, entry, row.qty);
            return { qty: row.qty, entryValue, margin: initialMargin(entryValue, row.leverage) };
          });
          fc.pre(queue.every(({ entryValue, margin }) => bankruptcyValue(measure.kind, side, entryValue, margin) > 0n));
          const qty = 1 + (n % rows.reduce((total, row) => total + row.qty, 0));
          const value = tradeValue(measure, mark + Math.floor((mark * off) / 100), qty);
          const done = deleverage(measure.kind, side, { value, qty }, queue, { fund: 10n ** 30n, treasury: 0n });
          expect(done.closed.reduce((total, part) => total + part.qty, 0)).toBe(qty);
          const paid = sum(done.closed.map((part) => part.value));
          const isReceiving = (measure.kind === "linear") === (side === "long");
          expect(isReceiving ? paid - value : value - paid).toBe(done.shortfall);
          expect(done.fundPays).toBe(done.shortfall);
          for (const part of done.closed) expect(queue[part.place]!.margin + part.pnl >= 0n).toBe(true);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test("[R-12.6] fund, then profits, then the company, and what nobody pays is named", () => {
    const queue = [
      { qty: 1, entryValue: 110n, margin: 50n },
      { qty: 1, entryValue: 70n, margin: 5n },
    ];
    const done = (fund: bigint, treasury: bigint) =>
      deleverage("linear", "short", { value: 200n, qty: 2 }, queue, { fund, treasury });
    expect(done(100n, 0n)).toMatchObject({ skipped: [1], shortfall: 25n, fundPays: 25n, cutFromProfits: 0n });
    expect(done(5n, 7n)).toMatchObject({ fundPays: 5n, cutFromProfits: 10n, treasuryPays: 7n, uncovered: 3n });
    expect(() => deleverage("linear", "short", { value: 9n, qty: 3 }, queue, { fund: 0n, treasury: 0n })).toThrow(
      RangeError,
    );
  });

  test("[R-12.5] the queue, its lights and the part of a cross account", () => {
    const ranks = [
      { score: 5n, qty: 1, uid: 4 },
      { score: 9n, qty: 1, uid: 3 },
      { score: 5n, qty: 2, uid: 9 },
      { score: 5n, qty: 1, uid: 2 },
    ];
    expect(ranks.toSorted(compareAdl).map(({ uid }) => uid)).toEqual([3, 9, 2, 4]);
    expect(adlLights([10, 10, 30, 50])).toEqual([5, 5, 4, 3]);
    expect(adlLights([1, 1, 1, 1, 1])).toEqual([5, 4, 3, 2, 1]);
    expect(adlEquityOfCross(-7n, 1n, 2n)).toBe(-4n);
    expect(adlScore({ uPnl: 5n, markValue: 10n, entryValue: 10n, equity: -3n })).toBe(500_000_000n);
  });

  test("[R-12.3 R-12.4] what the fund may keep and how it lets go", () => {
    const figures = { fund: 100n, peak: 142n, inventoryUPnl: -100n };
    expect(isFundSound(figures)).toBe(true);
    expect(isFundSound({ ...figures, peak: 143n })).toBe(false);
    expect(isFundSound({ ...figures, inventoryUPnl: -101n })).toBe(false);
    expect([mayKeepInventory(figures, 20n), mayKeepInventory(figures, 21n)]).toEqual([true, false]);
    expect([unwindQty(199, 5), unwindQty(30, 5), unwindQty(3, 5)]).toEqual([19, 5, 3]);
  });
});

test("[R-2.4] a settled market leaves clearing at zero and a residue of at most one unit a position", () => {
  fc.assert(
    fc.property(
      measures,
      fc.array(size, { minLength: 1, maxLength: 4 }),
      ticks,
      ticks,
      ticks,
      (measure, sizes, entry, other, mark) => {
        const total = sizes.reduce((all, qty) => all + qty, 0);
        const positions: SettlingPosition[] = [
          ...sizes.map((qty): SettlingPosition => ({
            side: "long",
            position: { qty, entryValue: tradeValue(measure, entry, qty) },
            margin: undefined,
          })),
          { side: "short", position: { qty: total, entryValue: tradeValue(measure, other, total) }, margin: 0n },
        ];
        const settled = settleMarket(measure, mark, positions, 0n);
        expect(settled.residue >= 0n && settled.residue <= BigInt(positions.length)).toBe(true);
        const entries = sum(positions.slice(0, -1).map(({ position }) => position.entryValue));
        expect(settled.clearingBefore).toBe(clearingOf(measure.kind, entries, positions.at(-1)!.position.entryValue));
        const shortfall = sum(settled.positions.map((position) => position.shortfall));
        expect(settled.fundPays + settled.cutFromProfits + settled.treasuryPays).toBe(shortfall);
      },
    ),
  );
});

describe("bonus", () => {
  test("[R-14.2] lines sum to the cost, no grant goes below zero, and cash only when every grant is empty", () => {
    const grants = fc.array(
      fc.record<Grant>({
        id: fc.nat(),
        endMs: fc.integer({ min: 1, max: 3 }),
        remaining: fc.bigInt({ min: 0n, max: 10n ** 9n }),
        ratio: fc.integer({ min: 1, max: 100_000_000 }),
      }),
      { maxLength: 4 },
    );
    const cost = fc.record({
      kind: fc.constantFrom("loss" as const, "fee" as const, "funding" as const),
      amount: fc.bigInt({ min: 1n, max: 3n * 10n ** 9n }),
    });
    fc.assert(
      fc.property(cost, fc.bigInt({ min: 0n, max: 10n ** 9n }), grants, grants, (item, cash, trading, funding) => {
        const used = consumeCost(item, cash, trading, funding);
        const held = (list: readonly Grant[]) => sum(list.map(({ remaining }) => remaining));
        expect(sum(used.lines.map(({ amount }) => amount))).toBe(item.amount);
        expect(cash + held(trading) + held(funding) - item.amount).toBe(
          used.cash + held(used.grants) + held(used.fundingGrants),
        );
        expect([...used.grants, ...used.fundingGrants].every(({ remaining }) => remaining >= 0n)).toBe(true);
        if (used.cash < 0n) expect(held(used.grants)).toBe(0n);
        expect(used.grants).toEqual(used.grants.toSorted(compareGrants));
      }),
    );
  });

  test("[C.23 R-14.9] the profit of a bonus is its share of each close, floored, and a loss counts against it", () => {
    const close = (pnl: bigint, own: bigint, cash: bigint, bonus = own) => ({ pnl, own, cash, bonus });
    expect(attributablePnl(close(3_000n, 40n, 60n))).toBe(1_200n);
    // Of 100 a third and of −100 a third are each rounded down.
    expect([attributablePnl(close(100n, 1n, 2n)), attributablePnl(close(-100n, 1n, 2n))]).toEqual([33n, -34n]);
    // Of two coupons each has its own part: together they are never asked for more than the whole.
    expect([attributablePnl(close(3_000n, 30n, 60n, 40n)), attributablePnl(close(3_000n, 10n, 60n, 40n))]).toEqual([
      900n,
      300n,
    ]);
    // Cash below zero carries nothing, and without bonus nothing is the bonus's.
    expect([attributablePnl(close(100n, 40n, -5n)), attributablePnl(close(100n, 0n, 0n))]).toEqual([100n, 0n]);
  });
  test("[R-14.1] a voucher's size is the largest that its face pays, and its end divides what is held", () => {
    const terms = { face: minor("20"), leverage: 20, takerRate: 55_000, protectionTicks: 515_000 };
    expect(voucherQty(btcUsdt.measure, { ...terms, face: 1n })).toBe(0);
    expect(voucherQty(btcUsdt.measure, { ...terms, face: 10n ** 18n, protectionTicks: 1 })).toBe(1_000_000_000);
    expect(voucherEnd(7n, 5n)).toEqual({ toPromo: 5n, toCash: 2n, consumed: 0n });
    expect(voucherEnd(3n, 5n)).toEqual({ toPromo: 3n, toCash: 0n, consumed: 2n });
  });
});

describe("margin product", () => {
  const measure = { unit: 10n, lotUnits: 1_000n };
  const own = fc.bigInt({ min: 0n, max: 10n ** 13n });

  test("[R-15.2] the largest loan is allowed and leaves the level that the leverage asks for", () => {
    const leverages = fc.constantFrom(3, 5, 10);
    const assets = fc.constantFrom("base" as const, "quote" as const);
    fc.assert(
      fc.property(
        own,
        own,
        own,
        leverages,
        assets,
        fc.integer({ min: 1, max: 9_000_000 }),
        (base, quote, quoteDebt, leverage, asset, index) => {
          const pair = { base, quote, baseDebt: 0n, quoteDebt };
          const terms = { leverage, hourlyRate: 1_000 };
          const most = maxBorrow(pair, asset, terms, index, measure);
          expect(most === 0n || isBorrowAllowed(pair, asset, most, terms, index, measure)).toBe(true);
          if (asset === "quote") expect(isBorrowAllowed(pair, asset, most + 1n, terms, index, measure)).toBe(false);
        },
      ),
    );
  });

  test("[R-15.1] without debt there is no level; assets are rounded down and debts up", () => {
    const pair = { base: 1n, quote: 0n, baseDebt: 1n, quoteDebt: 0n };
    expect([pairAssets(pair, 150, measure), pairDebts(pair, 150, measure)]).toEqual([1n, 2n]);
    expect(borrowLevel(5n, 0n)).toBeUndefined();
    expect(borrowLevel(1n, 2n)).toBe(50_000_000n);
  });

  test("[R-15.3 R-15.4] interest first, level 2 stays, and a short pair is liquidated above", () => {
    expect(repaymentOf(10n, 3n, 5n)).toEqual({ toInterest: 3n, toPrincipal: 5n, left: 2n });
    expect(repaymentOf(2n, 3n, 5n)).toEqual({ toInterest: 2n, toPrincipal: 0n, left: 0n });
    expect([maxTransferOutValue(50n, 20n), maxTransferOutValue(50n, 30n), maxTransferOutValue(50n, 0n)]).toEqual([
      10n,
      0n,
      50n,
    ]);
    const { liquidate } = borrowLevelsOf(3);
    const short = borrowLiquidationPrice({ base: 0n, quote: 236n, baseDebt: 2n, quoteDebt: 0n }, liquidate)!;
    expect(fraction(short.numerator / short.denominator, 1n)).toEqual(fraction(100n, 1n));
    expect(borrowLiquidationPrice({ base: 5n, quote: 100n, baseDebt: 0n, quoteDebt: 50n }, liquidate)).toBeUndefined();
    expect(borrowLiquidationPrice({ base: 0n, quote: 100n, baseDebt: 0n, quoteDebt: 50n }, liquidate)).toBeUndefined();
  });

  test("[A-9 R-15.4] levels by leverage: a loan starts above the warning, and that lies above the end", () => {
    const levels = (leverage: number): bigint[] => Object.values(borrowLevelsOf(leverage)).slice(-2) as bigint[];
    expect([1, 3, 5, 10].map(levels)).toEqual([
      [135_000_000n, 118_000_000n],
      [135_000_000n, 118_000_000n],
      [118_000_000n, 115_000_000n],
      [109_000_000n, 105_000_000n],
    ]);
    for (const leverage of [3, 5, 10]) {
      const { warn, liquidate } = borrowLevelsOf(leverage);
      expect(BigInt(leverage) * 100_000_000n > warn * BigInt(leverage - 1) && warn > liquidate).toBe(true);
    }
    expect(() => borrowLevelsOf(11)).toThrow(RangeError);
  });

  test("[A-9 R-15.4] outside the prices that are named no level is at or below the one asked for", () => {
    const units = fc.bigInt({ min: 0n, max: 2n ** 40n });
    const price = fc.integer({ min: 1, max: 2_147_483_647 });
    fc.assert(
      fc.property(units, units, units, units, price, fc.constantFrom(3, 5, 10), (base, quote, owed, due, index, of) => {
        const pair = { base, quote, baseDebt: owed / 4n, quoteDebt: due / 4n };
        const { liquidate } = borrowLevelsOf(of);
        const { down, up } = levelReach(pair, liquidate, measure);
        for (const at of [index, down, down + 1, up, up - 1]) {
          if (at < 1 || at > 2_147_483_647) continue;
          const level = borrowLevel(pairAssets(pair, at, measure), pairDebts(pair, at, measure));
          const isLow = level !== undefined && level <= liquidate;
          const isNamed = at <= down || (up > 0 && at >= up);
          expect(isLow && !isNamed).toBe(false);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
