import { expect, test } from "vitest";
import { longestSilence, rateOutsideOutages } from "./outages.ts";

const every = (stepMs: number, from: number, to: number) =>
  Array.from({ length: (to - from) / stepMs }, (_, i) => ({ sentAt: from + i * stepMs }));

test("what is sent outside outages counts over that time, what is sent during one counts nowhere", () => {
  const records = [...every(1, 0, 1_000), ...every(10, 1_000, 3_000), ...every(1, 3_000, 4_000)];
  expect(rateOutsideOutages(records, [{ from: 1_000, to: 3_000 }], 0, 4_000)).toBe(1_000);
  expect(rateOutsideOutages(records, [], 0, 4_000)).toBe(550);
});

test("a load that stops outside outages has a lower rate", () => {
  expect(rateOutsideOutages(every(1, 0, 1_000), [{ from: 1_000, to: 1_500 }], 0, 2_500)).toBe(500);
});

test("a run that is one outage has the rate 0", () => {
  expect(rateOutsideOutages(every(1, 0, 1_000), [{ from: 0, to: 1_000 }], 0, 1_000)).toBe(0);
});

test("each outage has its own silence, also when the next one comes soon after", () => {
  const records = [0, 100, 1_400, 1_500, 3_900, 4_000].map((answeredAt) => ({ code: 200, answeredAt }));
  expect(longestSilence(records, { from: 200, to: 1_450 })).toBe(1_300);
  expect(longestSilence(records, { from: 1_600, to: 3_950 })).toBe(2_400);
  // An answer that says nothing about the order ends no silence.
  expect(longestSilence([...records, { code: 50_004, answeredAt: 700 }], { from: 200, to: 1_450 })).toBe(1_300);
});
