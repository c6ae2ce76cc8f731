import { noKey } from "@tidemark/contracts/journal";
import { parseUnits } from "@tidemark/money";
import { describe, expect, test } from "vitest";
import { btcUsdt, journaled, people, PerpWorld } from "../../sim/index.ts";
import { status } from "../records/order.ts";

type Wish = { side: "BUY" | "SELL"; qty: string; at: string; price?: string; by?: number; product?: number };
const units = (text: string): number => Number(parseUnits(text));

/** Carol's order that waits for a price of BTC/USDT. */
function wait(world: PerpWorld, wish: Wish): number {
  const isLimit = wish.price !== undefined;
  return world.do(
    journaled({
      type: "place_order",
      uid: people.carol,
      key: noKey,
      market: btcUsdt,
      product: wish.product ?? 2,
      side: wish.side === "BUY" ? 0 : 1,
      orderType: isLimit ? 0 : 1,
      tif: isLimit ? 0 : 1,
      postOnly: false,
      stp: 0,
      price: units(wish.price ?? "0"),
      qty: units(wish.qty),
      quoteAmount: 0,
      posSide: 0,
      trigger: { price: units(wish.at), by: wish.by ?? 0 },
    }),
  );
}
/** BTC/USDT has traded at 50,000; alice sells and bob buys whatever is asked for. */
function traded(): PerpWorld {
  const world = new PerpWorld();
  for (const name of ["alice", "bob", "carol"] as const) {
    world.give(name, "100000 USDT");
    world.give(name, "2 BTC");
  }
  trade(world, "50000");
  return world;
}
function trade(world: PerpWorld, price: string): void {
  world.placed({ by: "alice", side: "SELL", price, qty: "0.001" });
  world.placed({ by: "bob", side: "BUY", price, qty: "0.001" });
}

describe("triggers on a spot market", () => {
  test("[S1.48 R-6.1 R-6.3] a market trigger sells when the last price has fallen, and holds nothing before", () => {
    const world = traded();
    expect(wait(world, { side: "SELL", qty: "0.5", at: "49500" })).toBe(200);
    expect(world.balance("carol", "BTC", "hold")).toBe("0");
    world.placed({ by: "bob", side: "BUY", price: "49400", qty: "1" });
    trade(world, "49500.01");
    expect(world.waiting("carol")).toHaveLength(1);
    trade(world, "49500");
    expect([world.waiting("carol"), world.balance("carol", "BTC")]).toEqual([[], "1.5"]);
    expect(world.balance("carol", "USDT")).toBe("124675.3");
    world.sound();
  });
  test("[S1.46 R-6.1] a limit trigger rests at its price once the last price has risen", () => {
    const world = traded();
    expect(wait(world, { side: "BUY", qty: "0.5", at: "50500", price: "50400" })).toBe(200);
    trade(world, "50500");
    expect(world.book().bids).toEqual(["50400 × 0.5"]);
    expect(world.balance("carol", "USDT", "hold")).toBe("25200");
    world.sound();
  });
  test("[R-6.3] what there is no money for when it fires fails with 21040", () => {
    const world = traded();
    expect(wait(world, { side: "SELL", qty: "5", at: "49500" })).toBe(200);
    world.placed({ by: "bob", side: "BUY", price: "49400", qty: "0.1" });
    world.batch();
    trade(world, "49500");
    expect(world.endedTriggers()).toMatchObject([{ status: status.triggerFailed, result: 21040 }]);
    world.sound();
  });
  test("[4.1 R-6.1] spot knows LAST only, not its own price, and no position", () => {
    const world = traded();
    expect(wait(world, { side: "SELL", qty: "0.5", at: "49500", by: 1 })).toBe(21003);
    expect(wait(world, { side: "SELL", qty: "0.5", at: "49500", by: 2 })).toBe(21003);
    expect(wait(world, { side: "SELL", qty: "0.5", at: "50000" })).toBe(21031);
    expect(wait(world, { side: "SELL", qty: "0.5", at: "49500.005" })).toBe(21030);
    expect(wait(world, { side: "SELL", qty: "0.00005", at: "49500" })).toBe(21009);
    world.sound();
  });
  test("[R-6.6 R-2.4] it waits while the market does not trade, and goes when the market ends", () => {
    const world = traded();
    wait(world, { side: "SELL", qty: "0.5", at: "49500" });
    world.status(3);
    expect(wait(world, { side: "SELL", qty: "0.5", at: "49000" })).toBe(21002);
    expect(world.waiting("carol")).toHaveLength(1);
    world.settle();
    expect(world.waiting("carol")).toEqual([]);
    world.sound();
  });
});
