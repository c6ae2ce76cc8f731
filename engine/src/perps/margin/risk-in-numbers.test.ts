import { describe, expect, test } from "vitest";
import { PerpStory } from "../../../sim/perp-story.ts";
import { play } from "../../../sim/run.ts";
import { createState } from "../../state/logic-version.ts";
import { healthOf } from "./risk.ts";
import { slackOf, sumsOf } from "./risk-in-numbers.ts";
import { Margin } from "../../records/user-contract.ts";

describe("the figures of an account in plain numbers", () => {
  test("[R-1.1] equal the exact ones, or are none", () => {
    const state = createState();
    const story = new PerpStory(9);
    let compared = 0;
    for (let i = 0; i < 150; i += 1) {
      play(state, story.next(state));
      for (const margin of state.userContracts.accounts.records()) {
        if (state.memory.w[margin + Margin.uid] === 0) continue;
        const sums = sumsOf(state, margin);
        if (Number.isNaN(slackOf(sums))) continue;
        const health = healthOf(state, margin);
        compared += health.positions.length;
        expect(BigInt(slackOf(sums))).toBe(health.equity - health.maintenanceMargin);
        expect([BigInt(sums.uPnl), BigInt(sums.initialMargin)]).toEqual([health.uPnl, health.initialMargin]);
      }
    }
    expect(compared).toBeGreaterThan(500);
  });
});
