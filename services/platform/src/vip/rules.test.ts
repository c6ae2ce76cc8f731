import { readFileSync } from "node:fs";
import { parseUnits, vipLadder } from "@tidemark/money";
import { expect, test } from "vitest";
import { dayOf, isSettled } from "../module/utc-days.ts";
import { changesIn, needsOf } from "./rules.ts";

const seed: unknown = JSON.parse(readFileSync(new URL("../../seeds/exchange.json", import.meta.url), "utf8"));
const needs = needsOf(seed)!;
const dollars = (amount: number): string => String(parseUnits(String(amount))!);

test("[R.2 R-13.1] the seeded needs of the five levels are those of the rule book", () => {
  const ladder = vipLadder.slice(1).map(({ spotVolume, contractVolume, assets }) => ({
    spotVolume: spotVolume * 100_000_000n,
    contractVolume: contractVolume * 100_000_000n,
    assets: assets * 100_000_000n,
  }));
  expect(needs).toEqual(ladder);
});

test("[R.4] only levels that differ from the core's are sent, up and down", () => {
  const rows = [
    [1, 0, dollars(999_999.99), dollars(9_999_999), dollars(99_999)],
    [2, 0, dollars(1_000_000), "0", "0"],
    [3, 1, "0", dollars(24_999_999), "0"],
    [4, 3, "0", "0", dollars(250_000)],
    [5, 2, "0", "0", "0"],
  ] as const;
  expect(changesIn(rows, needs)).toEqual([
    { uid: 2, level: 1 },
    { uid: 4, level: 2 },
    { uid: 5, level: 0 },
  ]);
});

test("a configuration without levels makes everybody level 0; one that needs nothing for a level is not used", () => {
  expect(needsOf({ project: {} })).toEqual([]);
  expect(changesIn([[7, 3, dollars(9e9), "0", "0"]], [])).toEqual([{ uid: 7, level: 0 }]);
  expect(needsOf({ project: { feeLevels: [{ spotVolume: "0", contractVolume: "1", assets: "1" }] } })).toBeUndefined();
  expect(needsOf({ project: { feeLevels: [{ spotVolume: "1" }] } })).toBeUndefined();
  expect(needsOf(undefined)).toBeUndefined();
});

test("[R.4] a day begins at 00:00 UTC, and is computed when rows of before midnight have had time to arrive", () => {
  const midnight = Date.UTC(2026, 10, 18);
  expect(dayOf(midnight) - dayOf(midnight - 1)).toBe(1);
  expect([midnight, midnight + 4_999, midnight + 5_000, midnight - 1].map(isSettled)).toEqual([
    false,
    false,
    true,
    true,
  ]);
});
