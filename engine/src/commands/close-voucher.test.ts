import { expect, test } from "vitest";
import { people, perp, PerpWorld } from "../../sim/index.ts";

const rich = { bob: ["1000000 USDT"], carol: ["1000000 USDT"] };
const { alice: uid, bob } = people;

/** Alice holds the position of voucher 1. */
function held(): PerpWorld {
  const world = new PerpWorld({ ...rich, alice: ["100 USDT"] });
  world.campaign(1, "100");
  world.sent({ by: "bob", do: "open short", price: "50000", qty: "0.0076" });
  expect(world.voucher("alice", { id: 1, face: "20" })).toBe(200);
  return world;
}
const close = (world: PerpWorld, change: { uid?: number; voucher?: number; market?: number; posSide?: number } = {}) =>
  world.do(world.operator({ type: "close_voucher", uid, voucher: 1, market: perp.btcUsdt, posSide: 1, ...change }));

test("[C.43 R-14.1] the position of a voucher is closed at market as a whole: the face returns and what is above it is cash", () => {
  const world = held();
  world.sent({ by: "carol", do: "open long", price: "50200", qty: "1" });
  expect(close(world)).toBe(200);
  expect(world.positions("alice")).toEqual([]);
  expect(world.promo(1)).toBe("100");
  expect(world.told("voucher_ended")).toHaveLength(1);
  // Asked again there is no position of this voucher any more.
  expect(close(world)).toBe(21020);
  world.sound();
});

test("[C.43] only the voucher's own position is closed, in a market that trades, against a book", () => {
  const world = held();
  expect(close(world)).toBe(21016);
  world.sent({ by: "carol", do: "open long", price: "49900", qty: "1" });
  expect(close(world, { market: 60_000 })).toBe(21001);
  expect(close(world, { posSide: 0 })).not.toBe(200);
  expect(close(world, { voucher: 0 })).not.toBe(200);
  for (const other of [{ voucher: 2 }, { posSide: 2 }, { uid: bob, posSide: 2 }])
    expect(close(world, other)).toBe(21020);
  world.status(3, perp.btcUsdt);
  expect(close(world)).toBe(21002);
  world.status(2, perp.btcUsdt);
  expect(close(world)).toBe(200);
  expect(world.positions("alice")).toEqual([]);
  world.sound();
});

test("[C.43] what the book does not take stays, and is closed by the next command", () => {
  const world = held();
  world.sent({ by: "carol", do: "open long", price: "49900", qty: "0.0025" });
  expect(close(world)).toBe(200);
  expect(world.position("alice")).toMatchObject({ qty: 51, isVoucher: true });
  expect(world.cash("alice")).toBe("100");
  world.sent({ by: "carol", do: "open long", price: "49900", qty: "1" });
  expect(close(world)).toBe(200);
  expect(world.positions("alice")).toEqual([]);
  world.sound();
});
