import { describe, expect, test } from "vitest";
import { PerpWorld } from "../../../sim/index.ts";

const warnings = (world: PerpWorld): number =>
  world.events().filter((event) => event.type === "margin_warned" && event.uid === 11).length;

describe("warnings", () => {
  test("[R-11.1] a cross account is warned at 80 % of its margin ratio, once until it was below again", () => {
    const world = new PerpWorld({ alice: ["3000 USDT"], bob: ["100000 USDT"] });
    world.meet("alice", "bob", "1", "50000");
    world.mark("47500");
    expect(warnings(world)).toBe(0);
    world.mark("47250");
    expect(warnings(world)).toBe(1);
    world.mark("47240");
    expect(warnings(world)).toBe(0);
    world.mark("48000");
    world.mark("47250");
    expect([warnings(world), world.state.fault]).toEqual([1, undefined]);
  });
});
