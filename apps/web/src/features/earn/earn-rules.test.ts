import { parseUnits } from "@tidemark/money";
import { expect, test } from "vitest";
import { amountProblem, nextMidnight, percentOfYear, termPreview } from "./earn-rules.ts";

const now = Date.UTC(2026, 10, 18, 9, 30);
const units = (text: string): bigint => parseUnits(text)!;

test("[S2.17] a rate of a year is written as a percentage with two decimals", () => {
  expect(["0.082", "0.0075", "0", "1"].map(percentOfYear)).toEqual(["8.20", "0.75", "0.00", "100.00"]);
});

test("[S1.10] an amount is at least the product's smallest and at most what there is", () => {
  const of = (text: string) => amountProblem(text, units("1"), units("10"));
  expect(["", "0.5", "1", "10", "10.00000001"].map(of)).toEqual(["missing", "small", undefined, undefined, "much"]);
});

test("[S1.5] a term shows its days, its interest, and that leaving early gives back what was put in", () => {
  const { startsAt, endsAt, interest, exits } = termPreview(units("0.3"), { days: 90, yearRate: "0.034" }, now);
  expect([startsAt, endsAt]).toEqual([Date.UTC(2026, 10, 19), Date.UTC(2027, 1, 17)]);
  expect(startsAt).toBe(nextMidnight(now));
  expect(interest).toBe(251_506n);
  expect(exits).toEqual([
    { day: 45, gets: units("0.3"), isEnd: false },
    { day: 90, gets: units("0.3") + interest, isEnd: true },
  ]);
});
