import { expect, test } from "vitest";
import { answeredWithin } from "./crash-report.ts";

const answered = (ms: number, code = 200) => ({ code, sentAt: 1_000, answeredAt: 1_000 + ms });

test("what is turned away or never answered counts as the slowest of all", () => {
  const quick = Array.from({ length: 98 }, (_, i) => answered(i + 1));
  expect(answeredWithin([...quick, answered(500), answered(900)], 0.99)).toBe(500);
  expect(answeredWithin([...quick, answered(1, 50_002), answered(1, 0)], 0.98)).toBe(98);
  expect(answeredWithin([...quick, answered(1, 50_002), answered(1, 0)], 0.99)).toBe(Number.POSITIVE_INFINITY);
  expect(answeredWithin([], 0.99)).toBe(Number.POSITIVE_INFINITY);
});
