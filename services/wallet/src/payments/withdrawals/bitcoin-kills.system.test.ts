import { expect, test } from "vitest";
import { bitcoinKills } from "../../../testing/bitcoin-kills.ts";
import { killSteps } from "../../../testing/kills.ts";

test("[W2 INC-01] kill -9 of wallet and signer at each of their steps: each Bitcoin withdrawal is paid once by coins of its own, each deposit credited once", async () => {
  const report = await bitcoinKills(killSteps.length, Number(process.env.SEED ?? 20_261_118));
  expect(report.wrong).toEqual([]);
  expect(Object.keys(report.kills)).toEqual(killSteps.map(({ victim, step }) => `${victim} ${step}`));
  expect(report.deposits).toBeGreaterThan(1);
}, 300_000);
