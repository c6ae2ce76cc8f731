import { expect, test } from "vitest";
import { runProtocolSim } from "./protocol.ts";

const seeds = Array.from({ length: 20 }, (_, i) => i + 1);

test.each(seeds)(
  "[C1–C6, C8] seed %i: whatever fails, nothing said contradicts the journal and a leader is back in 5 s",
  async (seed) => {
    const run = await runProtocolSim(seed);
    expect(run.violations).toEqual([]);
    expect(run.answered).toBeGreaterThan(0);
  },
  60_000,
);

test("the same seed gives the same run", async () => {
  expect(await runProtocolSim(7)).toEqual(await runProtocolSim(7));
}, 60_000);
