import { expect, test } from "vitest";
import { hostileRun } from "../testing/hostile-run.ts";

test("[W4 INC-19 INC-20] of 2,000 hostile transactions none is signed that the policy does not allow, and honest ones are", async () => {
  const seed = Number(process.env.SEED ?? 20_261_117);
  const report = await hostileRun(2_000, seed);
  expect(report.wrong).toEqual([]);
  expect(report.signed).toBeGreaterThan(50);
  expect(Object.keys(report.refusals).length).toBeGreaterThan(20);
}, 120_000);
