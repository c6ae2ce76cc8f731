import { expect, test } from "vitest";
import { endText, overallOf, partText, uptimeText } from "./status-text.ts";

test("[U.68] the page's first words are those of its worst line", () => {
  const states = (...given: Parameters<typeof overallOf>[0][number]["state"][]) =>
    overallOf(given.map((state) => ({ state })));
  expect(states("OPERATIONAL", "NOT_MEASURED")).toBe("OPERATIONAL");
  expect(states("OPERATIONAL", "HALTED")).toBe("DEGRADED");
  expect(states("DEGRADED", "DOWN", "OPERATIONAL")).toBe("DOWN");
  expect([states("NOT_MEASURED"), states()]).toEqual(["NOT_MEASURED", "NOT_MEASURED"]);
});

test("[U.68] an uptime is cut, never rounded up", () => {
  expect([1, 0.999_99, 0.9999, 0.5, 0].map(uptimeText)).toEqual(["100.00%", "99.99%", "99.99%", "50.00%", "0.00%"]);
  expect(uptimeText(null)).toBe("–");
});

test("an end on another day has its day, and a network has its name", () => {
  const at = Date.UTC(2026, 9, 25, 23, 50);
  expect([endText(at, at + 60_000), endText(at, at + 3_600_000)]).toEqual(["23:51", "2026-10-26 00:50"]);
  expect([partText("BITCOIN"), partText("BTC/USDT"), partText("USDT")]).toEqual(["Bitcoin", "BTC/USDT", "USDT"]);
});
