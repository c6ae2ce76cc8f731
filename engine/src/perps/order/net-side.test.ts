import { describe, expect, test } from "vitest";
import { people, perp, PerpWorld } from "../../../sim/index.ts";
import { openOrdersOf } from "../../read/questions.ts";
import { positionsOf } from "../../read/questions-perps.ts";
import type { State } from "../../state/state.ts";

const money = ["100000 USDT"];
const world = (): PerpWorld => new PerpWorld({ alice: money, bob: money });
const held = (state: State): number[][] => positionsOf(state, people.alice).map(({ posSide, qty }) => [posSide, qty]);

/** Alice's order without a side of its own. */
function sendBoth(of: PerpWorld, side: "buy" | "sell", price: string, qty: string): number {
  return of.send({ by: "alice", do: side === "buy" ? "open long" : "open short", price, qty, isNet: true });
}

describe("[D.92 R-4.1] an order of a client with one position a contract", () => {
  test("opens a long by buying and a short by selling where nothing is open", () => {
    for (const [side, posSide] of [
      ["buy", 1],
      ["sell", 2],
    ] as const) {
      const one = world();
      one.sent({ by: "bob", do: side === "buy" ? "open short" : "open long", price: "50000", qty: "1" });
      expect(sendBoth(one, side, "50000", "1")).toBe(200);
      expect(held(one.state)).toEqual([[posSide, 10_000]]);
    }
  });
  test("reduces the leg that is open, and is refused beyond it like any close", () => {
    const one = world();
    one.meet("alice", "bob", "1", "50000");
    one.sent({ by: "bob", do: "close short", price: "50000", qty: "0.4" });
    expect(sendBoth(one, "sell", "50000", "0.4")).toBe(200);
    expect(held(one.state)).toEqual([[1, 6_000]]);
    expect(sendBoth(one, "sell", "50100", "0.7")).toBe(21021);
    expect(sendBoth(one, "buy", "49900", "0.5")).toBe(200);
    expect(openOrdersOf(one.state, people.alice)).toMatchObject([{ side: 0, market: perp.btcUsdt }]);
  });
  test("is refused with both legs open, and so is a trigger order", () => {
    const one = world();
    one.meet("alice", "bob", "1", "50000");
    one.meet("bob", "alice", "1", "50000");
    expect(sendBoth(one, "sell", "50000", "1")).toBe(21023);
    expect(
      one.send({
        by: "alice",
        do: "open long",
        price: "51000",
        qty: "1",
        trigger: { price: "50900", by: "MARK" },
        isNet: true,
      }),
    ).toBe(21023);
  });
});
