import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bankruptcyValue,
  clearingOf,
  closeFill,
  type ContractMeasure,
  type Leg,
  netPair,
  openFill,
  type PositionSide,
  realisedPnlShown,
  releasedEntryValue,
  tradeValue,
  unrealisedPnl,
  valueCeil,
} from "../index.ts";
import { btcUsd, btcUsdt } from "./vectors-support.ts";

const measures = fc.constantFrom<ContractMeasure>(btcUsdt.measure, btcUsd.measure);
const sides = fc.constantFrom<PositionSide>("long", "short");
const ticks = fc.integer({ min: 150_000, max: 900_000 });
const size = fc.integer({ min: 1, max: 5_000 });
const none: Leg = { qty: 0, entryValue: 0n };

describe("closing", () => {
  test("[R-7.3] released entry values sum to the whole, and each is rounded against the holder", () => {
    const parts = fc.array(size, { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(measures, sides, ticks, parts, ({ kind }, side, price, sizes) => {
        const whole = sizes.reduce((sum, part) => sum + part, 0);
        let leg: Leg = { qty: whole, entryValue: BigInt(price) * BigInt(whole) + 7n };
        let released = 0n;
        for (const part of sizes) {
          const share = releasedEntryValue(kind, side, leg, part) * BigInt(leg.qty) - leg.entryValue * BigInt(part);
          // A holder who wins by a higher value starts from no less than his exact share, the other from no more.
          expect((kind === "linear") === (side === "long") ? share >= 0n : share <= 0n).toBe(true);
          const closed = closeFill(kind, side, leg, part, 0n);
          released += closed.released;
          leg = closed.leg;
        }
        expect(leg).toEqual(none);
        expect(released).toBe(BigInt(price) * BigInt(whole) + 7n);
      }),
    );
  });

  test("[R-7.4] longs and shorts together never show more than the contract holds", () => {
    fc.assert(
      fc.property(measures, ticks, ticks, size, (measure, entry, mark, qty) => {
        const leg = { qty, entryValue: tradeValue(measure, entry, qty) };
        const sum = unrealisedPnl(measure, "long", leg, mark) + unrealisedPnl(measure, "short", leg, mark);
        expect([0n, -1n]).toContain(sum);
        expect(valueCeil(measure, mark, qty) - tradeValue(measure, mark, qty)).toBe(-sum);
      }),
    );
  });

  test("[R-7.3] a close of more than there is stops", () => {
    expect(() => closeFill("linear", "long", { qty: 1, entryValue: 5n }, 2, 5n)).toThrow(RangeError);
  });

  test("[R-7.5] the realised figure of a closed position counts fees and funding", () => {
    expect(realisedPnlShown(100n, 7n, 3n, 2n)).toBe(94n);
  });
});

type Step = {
  readonly price: number;
  readonly qty: number;
  readonly buyer: number;
  readonly seller: number;
  readonly pick: number;
};

/** Six users and the liquidation engine trade one contract; the ledger is one number. */
class Market {
  readonly legs = new Map<string, { side: PositionSide; leg: Leg }>();
  readonly measure: ContractMeasure;
  clearing = 0n;
  users = 0n;

  constructor(measure: ContractMeasure) {
    this.measure = measure;
  }

  open(who: string, side: PositionSide, qty: number, value: bigint): void {
    const key = `${who} ${side}`;
    this.legs.set(key, { side, leg: openFill(this.legs.get(key)?.leg ?? none, qty, value) });
  }

  close(key: string, qty: number, value: bigint): void {
    const { side, leg } = this.legs.get(key)!;
    const part = closeFill(this.measure.kind, side, leg, qty, value);
    this.legs.set(key, { side, leg: part.leg });
    this.users += part.pnl;
    this.clearing -= part.pnl;
  }

  closable(side: PositionSide, qty: number): string[] {
    return [...this.legs].filter(([, at]) => at.side === side && at.leg.qty >= qty).map(([key]) => key);
  }

  trade({ price, qty, buyer, seller, pick }: Step): void {
    const value = tradeValue(this.measure, price, qty);
    const shorts = this.closable("short", qty);
    const longs = this.closable("long", qty);
    if (pick % 2 === 1 && shorts.length > 0) this.close(shorts[pick % shorts.length]!, qty, value);
    else this.open(`u${buyer}`, "long", qty, value);
    if (pick % 3 === 1 && longs.length > 0) this.close(longs[pick % longs.length]!, qty, value);
    else this.open(`u${seller}`, "short", qty, value);
  }

  takeOver({ pick }: Step): void {
    const users = [...this.legs].filter(([key, at]) => key.startsWith("u") && at.leg.qty > 0);
    if (users.length === 0) return;
    const [key, { side, leg }] = users[pick % users.length]!;
    const value = bankruptcyValue(this.measure.kind, side, leg.entryValue, leg.entryValue / 20n);
    this.close(key, leg.qty, value);
    this.open("engine", side, leg.qty, value);
  }

  total(side: PositionSide, of: (leg: Leg) => bigint): bigint {
    return [...this.legs.values()].reduce((total, at) => (at.side === side ? total + of(at.leg) : total), 0n);
  }

  flatten(price: number): void {
    for (;;) {
      const open = (wanted: PositionSide) => [...this.legs].find(([, at]) => at.side === wanted && at.leg.qty > 0);
      const [long, short] = [open("long"), open("short")];
      if (long === undefined || short === undefined) return;
      const netted = netPair(this.measure, long[1].leg, short[1].leg, price);
      this.close(long[0], netted.qty, netted.value);
      this.close(short[0], netted.qty, netted.value);
    }
  }
}

function expectSound(market: Market): void {
  const [long, short] = [market.total("long", (leg) => leg.entryValue), market.total("short", (leg) => leg.entryValue)];
  expect(market.total("long", (leg) => BigInt(leg.qty))).toBe(market.total("short", (leg) => BigInt(leg.qty)));
  expect(market.clearing).toBe(clearingOf(market.measure.kind, long, short));
  expect(market.clearing + market.users).toBe(0n);
}

test("[R-3.8 I7 I8] the clearing identity holds through random opens, closes and takeovers, and ends at zero", () => {
  const user = fc.integer({ min: 1, max: 6 });
  const steps = fc.array(fc.record<Step>({ price: ticks, qty: size, buyer: user, seller: user, pick: fc.nat() }), {
    minLength: 1,
    maxLength: 60,
  });
  fc.assert(
    fc.property(measures, steps, (measure, path) => {
      const market = new Market(measure);
      for (const step of path) {
        if (step.pick % 10 === 0) market.takeOver(step);
        else market.trade(step);
        expectSound(market);
      }
      market.flatten(path[0]!.price);
      expectSound(market);
      expect(market.clearing).toBe(0n);
    }),
    { numRuns: 200 },
  );
});
