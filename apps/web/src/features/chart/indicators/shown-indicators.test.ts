import { expect, test } from "vitest";
import {
  boundedInput,
  idFor,
  inputsText,
  knownOf,
  lineLabels,
  newIndicator,
  shownAtFirst,
} from "./shown-indicators.ts";

test("lines are named with their periods", () => {
  expect(lineLabels(newIndicator("MA", "a")).map(({ text }) => text)).toEqual(["MA7", "MA25", "MA99"]);
  expect(lineLabels(newIndicator("STOCH", "a")).map(({ text }) => text)).toEqual(["K", "D"]);
  expect(inputsText(newIndicator("MACD", "a"))).toBe("12, 26, 9");
});

test("the same indicator can stand on the chart twice", () => {
  expect(idFor("MA", shownAtFirst)).toBe("MA-2");
  expect(idFor("RSI", shownAtFirst)).toBe("RSI-1");
});

test("a typed input stays between its limits, and what is no number becomes the usual one", () => {
  expect([0, 14.6, 900, Number.NaN].map((value) => boundedInput("RSI", "period", value))).toEqual([1, 15, 500, 14]);
  expect(boundedInput("BOLL", "deviations", 2.26)).toBe(2.3);
});

test("an indicator that this page does not have is left out", () => {
  const foreign = { ...shownAtFirst[0]!, name: "NEXT" as "MA" };
  expect(knownOf([...shownAtFirst, foreign])).toEqual(shownAtFirst);
});
