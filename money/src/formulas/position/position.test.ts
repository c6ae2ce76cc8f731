import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { measures, sides, ticks } from "../../../testing/generators.ts";
import {
  bankruptcyValue,
  clearingOf,
  closeFill,
  type ContractMeasure,
  type Position,
  netPair,
  openFill,
  type PositionSide,
  realisedPnlShown,
  releasedEntryValue,
  tradeValue,
  unrealisedPnl,
  valueCeil,
} from "../../index.ts";

const size = fc.integer({ min: 1, max: 5_000 });
const none: Position = { qty: 0, entryValue: 0n };

describe("closing", () => {
  test("[R-7.3] released entry values sum to the whole, and each is rounded against the holder", () => {
    const parts = fc.array(size, { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(measures, sides, ticks, parts, ({ kind }, side, price, sizes) => {
        const whole = sizes.reduce((sum, part) => sum + part, 0);
        let position: Position = { qty: whole, entryValue: BigInt(price) * BigInt(whole) + 7n };
        let released = 0n;
        for (const part of sizes) {
          const share =
            releasedEntryValue(kind, side, position, part) * BigInt(position.qty) - position.entryValue * BigInt(part);
          // A holder who wins by a higher value starts from no less than his exact share, the other from no more.
          expect((kind === "linear") === (side === "long") ? share >= 0n : share <= 0n).toBe(true);
          const closed = closeFill(kind, side, position, part, 0n);
          released += closed.released;
          position = closed.position;
        }
        expect(position).toEqual(none);
        expect(released).toBe(BigInt(price) * BigInt(whole) + 7n);
      }),
    );
  });

  test("[R-7.4] longs and shorts together never show more than the contract holds", () => {
    fc.assert(
      fc.property(measures, ticks, ticks, size, (measure, entry, mark, qty) => {
        const position = { qty, entryValue: tradeValue(measure, entry, qty) };
        const sum = unrealisedPnl(measure, "long", position, mark) + unrealisedPnl(measure, "short", position, mark);
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
  readonly positions = new Map<string, { side: PositionSide; position: Position }>();
  readonly measure: ContractMeasure;
  clearing = 0n;
  users = 0n;

  constructor(measure: ContractMeasure) {
    this.measure = measure;
  }

  open(who: string, side: PositionSide, qty: number, value: bigint): void {
    const key = `${who} ${side}`;
    this.positions.set(key, { side, position: openFill(this.positions.get(key)?.position ?? none, qty, value) });
  }

  close(key: string, qty: number, value: bigint): void {
    const { side, position } = this.positions.get(key)!;
    const part = closeFill(this.measure.kind, side, position, qty, value);
    this.positions.set(key, { side, position: part.position });
    this.users += part.pnl;
    this.clearing -= part.pnl;
  }

  closable(side: PositionSide, qty: number): string[] {
    return [...this.positions].filter(([, at]) => at.side === side && at.position.qty >= qty).map(([key]) => key);
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
    const users = [...this.positions].filter(([key, at]) => key.startsWith("u") && at.position.qty > 0);
    if (users.length === 0) return;
    const [key, { side, position }] = users[pick % users.length]!;
    const value = bankruptcyValue(this.measure.kind, side, position.entryValue, position.entryValue / 20n);
    this.close(key, position.qty, value);
    this.open("engine", side, position.qty, value);
  }

  total(side: PositionSide, of: (position: Position) => bigint): bigint {
    return [...this.positions.values()].reduce((total, at) => (at.side === side ? total + of(at.position) : total), 0n);
  }

  flatten(price: number): void {
    for (;;) {
      const open = (wanted: PositionSide) =>
        [...this.positions].find(([, at]) => at.side === wanted && at.position.qty > 0);
      const [long, short] = [open("long"), open("short")];
      if (long === undefined || short === undefined) return;
      const netted = netPair(this.measure, long[1].position, short[1].position, price);
      this.close(long[0], netted.qty, netted.value);
      this.close(short[0], netted.qty, netted.value);
    }
  }
}

function expectSound(market: Market): void {
  const [long, short] = [
    market.total("long", (position) => position.entryValue),
    market.total("short", (position) => position.entryValue),
  ];
  expect(market.total("long", (position) => BigInt(position.qty))).toBe(
    market.total("short", (position) => BigInt(position.qty)),
  );
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
