import { instrumentsOf } from "@tidemark/contracts";
import type { Command } from "@tidemark/contracts/journal";
import { people, perp, PerpWorld } from "@tidemark/engine/sim";
import { expect, test } from "vitest";
import { instrumentListOf } from "../questions/instruments.ts";
import { leveragesAsWritten, LeverageRun } from "./leverages.ts";

const { alice, bob } = people;
const market = perp.btcUsdt;
const both = (leverage: number) => ({ long: leverage, short: leverage });

function given() {
  const world = new PerpWorld({ alice: ["1000 USDT"], bob: ["1000 USDT"] });
  const instruments = instrumentsOf(instrumentListOf(world.state));
  const run = new LeverageRun();
  /** As the projector does it: asked before the command is applied, and given what it has become behind it. */
  const set = (leverage: number) => {
    run.begin(world.state, instruments, [{ type: "set_leverage", uid: alice, market } as Command]);
    world.leverage("alice", leverage);
    return run.change(alice, market, both(leverage));
  };
  const asWritten = (uid: number, unwritten: LeverageRun) =>
    leveragesAsWritten(world.state, instruments, unwritten, uid)(market);
  return { set, run, asWritten };
}

test("[R-8.7] each change of a leverage says what it was before, the first one too", () => {
  const { set } = given();
  // What everybody begins with.
  expect(set(100)).toEqual(both(20));
  expect(set(10)).toEqual(both(100));
});

test("[R-8.7] while a change is not written, who has no row had what was before it", () => {
  const { set, run, asWritten } = given();
  set(100);
  expect(asWritten(alice, new LeverageRun())).toEqual(both(100));
  set(10);
  expect(asWritten(alice, run)).toEqual(both(20));
  expect(asWritten(alice, new LeverageRun())).toEqual(both(10));
  expect(asWritten(bob, run)).toEqual(both(20));
});
