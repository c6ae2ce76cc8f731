import { describe, expect, test } from "vitest";
import { perp, PerpWorld } from "../../sim/index.ts";
import { checkAll } from "../check/invariants.ts";

const two = { alice: ["100000 USDT"], bob: ["100000 USDT"] };

describe("positions", () => {
  test("[R-7.2 R-13.1] two traders open against each other; both pay on the same value", () => {
    const world = new PerpWorld(two);
    world.meet("alice", "bob", "1", "50000");
    expect(world.state.fault).toBeUndefined();
    expect(world.positions("alice")).toMatchObject([{ qty: 10_000, posSide: 1, entryValue: 5_000_000_000_000n }]);
    expect(world.positions("bob")).toMatchObject([{ qty: 10_000, posSide: 2 }]);
    expect([world.cash("alice"), world.cash("bob")]).toEqual(["99972.5", "99990"]);
    expect(checkAll(world.state)).toEqual([]);
  });

  test("[R-7.3 R-3.8] a close realises against the entry, and clearing is zero when nothing is open", () => {
    const world = new PerpWorld(two);
    world.meet("alice", "bob", "1", "50000");
    world.sent({ by: "bob", do: "close short", qty: "1", price: "51000" });
    world.mark("51000");
    world.sent({ by: "alice", do: "close long", qty: "1", price: "51000" });
    expect([world.positions("alice"), world.positions("bob")]).toEqual([[], []]);
    expect(world.system(21, 4, "USDT", perp.btcUsdt)).toBe("0");
    expect(checkAll(world.state)).toEqual([]);
  });
});
