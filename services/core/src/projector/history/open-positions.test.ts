import { type EventRow, journalEvents } from "@tidemark/contracts/journal";
import { expect, test } from "vitest";
import { OpenPositions } from "./open-positions.ts";

type Changed = Extract<EventRow, { type: "position_changed" }>;
const lot = 10_000n;
const linear = { kind: "linear", unit: 1_000 } as const;
const inverse = { kind: "inverse", k: 1_000_000_000 } as const;

function changed(fields: Partial<Changed>): Changed {
  const empty = Object.fromEntries(journalEvents.position_changed.fields.map((name) => [name, 0]));
  return { type: "position_changed", ...empty, uid: 7, market: 3, posSide: 1, cause: 4, ...fields } as Changed;
}

test("[S1.35] what was opened and closed is added up from how the position stood before", () => {
  const positions = new OpenPositions();
  const take = (fields: Partial<Changed>, seq: number) =>
    positions.take(changed(fields), seq, 0, seq * 10, lot, linear)!;
  take({ qty: 10, valueLow: 1_000, feesLow: 1, openedAt: 5 }, 1);
  take({ qty: 30, valueLow: 3_300, feesLow: 3, openedAt: 5 }, 2);
  // Twenty of thirty go for 2,500: their part of the entry value is 2,200.
  const { pnl } = take({ qty: 10, valueLow: 1_100, realisedLow: 300, feesLow: 5, openedAt: 5 }, 3);
  expect(pnl).toBe(300n);
  const { story } = take({ qty: 0, realisedLow: 250, feesLow: 6, fundingLow: -2, openedAt: 5 }, 4);
  expect(story).toMatchObject({
    opened_seq: 1,
    opened_at: 5,
    closed_at: 40,
    max_qty: 300_000n,
    opened_qty: 300_000n,
    opened_value: 3_300n,
    closed_qty: 300_000n,
    // 2,500 and 1,050.
    closed_value: 3_550n,
    realised: 250n,
    fees: 6n,
    funding: -2n,
  });
});

test("whoever gains with a falling value has sold for less than was released", () => {
  const positions = new OpenPositions();
  positions.take(changed({ qty: 10, valueLow: 1_000 }), 1, 0, 1, lot, inverse);
  const { story } = positions.take(changed({ qty: 0, realisedLow: 100 }), 2, 0, 2, lot, inverse)!;
  expect(story.closed_value).toBe(900n);
});

test("a position that closes and opens again in one batch is two stories; one that never was stays none", () => {
  const positions = new OpenPositions();
  const take = (line: number, qty: number) =>
    positions.take(changed({ qty, valueLow: qty * 100 }), 1, line, 1, lot, linear)?.story;
  expect(take(0, 0)).toBeUndefined();
  const first = take(1, 5);
  expect(take(2, 0)).toBe(first);
  const second = take(3, 5);
  expect(second).not.toBe(first);
  expect([first!.opened_line, second!.opened_line, second!.closed_at]).toEqual([1, 3, null]);
});

test("[R-10.5] funding that is added to the entry value is neither opened nor closed", () => {
  const positions = new OpenPositions();
  positions.take(changed({ qty: 10, valueLow: 1_000 }), 1, 0, 1, lot, linear);
  const { story } = positions.take(
    changed({ qty: 10, valueLow: 1_015, fundingLow: -15, cause: 6 }),
    2,
    0,
    2,
    lot,
    linear,
  )!;
  expect(story).toMatchObject({ value: 1_015n, opened_value: 1_000n, closed_value: 0n, funding: -15n });
});
