import { expect, test } from "vitest";
import { waitAfter } from "./retries.ts";

test("waits grow fourfold up to an hour, and end", () => {
  const retries = { firstWaitMs: 5_000, triesMax: 9 };
  const waits = Array.from({ length: 9 }, (_, i) => waitAfter(i + 1, retries));
  expect(waits).toEqual([5_000, 20_000, 80_000, 320_000, 1_280_000, 3_600_000, 3_600_000, 3_600_000, undefined]);
});
