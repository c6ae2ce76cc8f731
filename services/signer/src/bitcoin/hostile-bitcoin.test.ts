import { expect, test } from "vitest";
import { hostileBitcoinRun } from "../../testing/hostile-bitcoin.ts";

test("[W4 INC-19 INC-20] of 400 hostile Bitcoin transactions none is signed that the policy does not allow, and honest ones are", async () => {
  const report = await hostileBitcoinRun(400, Number(process.env.SEED ?? 20_261_118));
  expect(report.wrong).toEqual([]);
  expect(report.signed).toBeGreaterThan(25);
  expect(Object.keys(report.refusals).length).toBeGreaterThan(12);
}, 120_000);
