import { describe, expect, test } from "vitest";
import { type people, people as uids, perp, PerpWorld } from "../../sim/index.ts";
import { adlLightsOf } from "./questions-adl.ts";

type Name = keyof typeof people;
const money = ["1000000 USDT"];
const names: readonly Name[] = ["alice", "bob", "carol", "dave", "erin"];

describe("lights of deleveraging", () => {
  /** Five longs of one size against Frank, each from a lower price: the later, the more it has won. */
  const five = (): PerpWorld => {
    const world = new PerpWorld(Object.fromEntries([...names, "frank"].map((name) => [name, money])));
    names.forEach((name, i) => world.meet(name, "frank", "0.1", `${50_000 - i * 100}`));
    world.mark("50500");
    return world;
  };
  const lights = (world: PerpWorld, name: Name, side = 1): number =>
    adlLightsOf(world.state, uids[name], perp.btcUsdt, side);

  test("[A-10 R-12.5] five for the first fifth of all size on the side, one for the last, none without a position", () => {
    const world = five();
    expect(names.map((name) => lights(world, name))).toEqual([1, 2, 3, 4, 5]);
    expect([lights(world, "frank", 2), lights(world, "frank"), lights(world, "alice", 2)]).toEqual([5, 0, 0]);
    expect(adlLightsOf(world.state, 99, perp.btcUsdt, 1)).toBe(0);
  });
  test("[A-10 R-12.5] a mark that moves and positions that end change them within a second", () => {
    const world = five();
    expect(lights(world, "alice")).toBe(1);
    world.sent({ by: "frank", do: "open long", price: "50500", qty: "0.3" });
    for (const name of ["carol", "dave", "erin"] as const)
      world.sent({ by: name, do: "close long", price: "50500", qty: "0.1" });
    world.mark("50400");
    expect(["alice", "bob", "frank"].map((name) => lights(world, name as Name))).toEqual([4, 5, 3]);
  });
  test("[A-10] asking changes nothing in the state", () => {
    const world = five();
    const { high, low, work } = world.state.memory;
    lights(world, "alice");
    expect([world.state.memory.high, world.state.memory.low, world.state.memory.work]).toEqual([high, low, work]);
  });
});
