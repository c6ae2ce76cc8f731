import { expect, test } from "vitest";
import { type DecimalDraft, leftDraft, nextDraft } from "./decimal-draft.ts";
import type { DecimalMark } from "./decimal-reading.ts";

const empty: DecimalDraft = { typed: "", text: "" };
const type = (keys: string, mark: DecimalMark = ".", decimals = 8): DecimalDraft =>
  Array.from(keys).reduce((draft, key) => nextDraft(draft, draft.typed + key, { decimals, mark }, false), empty);
const paste = (text: string, mark: DecimalMark = ".", before = empty, decimals = 8): DecimalDraft =>
  nextDraft(before, text, { decimals, mark }, true);

test.each([
  ["1,000", ".", "1000"],
  ["1,250,000", ".", "1250000"],
  ["104,286.4", ".", "104286.4"],
  ["0,25", ".", "0.25"],
  [",5", ".", "0.5"],
  ["1,5", ".", "1.5"],
  ["12,50", ".", "12.50"],
  ["99999,5", ".", "99999.5"],
  ["1,5", ",", "1.5"],
  ["1.000,5", ",", "1000.5"],
  ["1.5", ",", "1.5"],
  ["104,286.4", ",", "104286.4"],
] as const)(
  "[S5.33] %s typed key by key, the decimal mark being %s, is %s, as it is when it is pasted",
  (keys, mark, text) => {
    expect([type(keys, mark).text, paste(keys, mark).text]).toEqual([text, text]);
  },
);

test("a grouped price can be typed into a field with fewer than three decimals", () => {
  expect(type("104,286", ".", 1).text).toBe("104286");
  expect(type("104,286.4", ".", 1).text).toBe("104286.4");
  expect(type("1,250", ".", 0).text).toBe("1250");
});

test("what is not finished yet is no number, and is refused when the field is left", () => {
  const draft = type("1,250,0");
  expect(draft).toEqual({ typed: "1,250,0", text: "" });
  expect(leftDraft(draft).refusal).toEqual({ reason: "not_number", typed: "1,250,0" });
  expect(leftDraft(type("1,5"))).toEqual({ typed: "1.5", text: "1.5" });
});

test.each([
  ["a0012.3x4.5", "12.345"],
  ["5-", "5"],
  ["1..5", "1.5"],
])("[S5.33] of the keys %s those that are no part of a number are not taken: %s", (keys, text) => {
  expect(type(keys)).toEqual({ typed: text, text });
});

test.each(["1e9", "-5", "abc", "1.2.3", "1,25,0", "12,50.5,", "USDT"])(
  "pasted, %s is refused and the field keeps its number",
  (text) => {
    expect(paste(text, ".", { typed: "7", text: "7" })).toEqual({
      typed: "7",
      text: "7",
      refusal: { reason: "not_number", typed: text },
    });
  },
);

test("where the comma is the decimal mark, a pasted number that can mean two things is refused", () => {
  for (const text of ["1.250", "1,250", "1.250 USDT"]) expect(paste(text, ",").refusal?.reason).toBe("ambiguous");
  expect(type("1,250", ",").text).toBe("1.250");
  for (const text of ["0.125", "0,125", "1.250,0"]) expect(paste(text, ",").refusal).toBeUndefined();
  expect(paste("1,250").text).toBe("1250");
});

test("more decimals than allowed are cut in sight", () => {
  expect(type("1.25", ".", 1)).toMatchObject({ typed: "1.2", text: "1.2", refusal: { reason: "decimals" } });
  expect(type("1,25", ",", 1)).toMatchObject({ typed: "1.2", text: "1.2", refusal: { reason: "decimals" } });
});

test("more digits than any market has are refused, not cut", () => {
  expect(type("9".repeat(18)).text).toBe("9".repeat(18));
  expect(type("9".repeat(20))).toMatchObject({ text: "", refusal: { reason: "digits" } });
});

test("a digit can be replaced within a grouped number", () => {
  const rules = { decimals: 2, mark: "." } as const;
  const broken = nextDraft(type("1,250,000"), "1,50,000", rules, false);
  expect(broken).toMatchObject({ typed: "1,50,000", text: "" });
  expect(nextDraft(broken, "1,350,000", rules, false).text).toBe("1350000");
});
