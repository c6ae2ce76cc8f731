import { expect, test } from "vitest";
import { storedByTrader } from "./by-trader.ts";

const usual = { side: "end", width: 300 };

test("each trader has settings of their own, and signed-out users too", () => {
  const settings = storedByTrader("test.ofTraders", usual);
  settings.change("1001", { width: 400 });
  settings.change(undefined, { side: "start" });
  expect(settings.get("1001")).toEqual({ side: "end", width: 400 });
  expect(settings.get("1002")).toEqual(usual);
  expect(settings.get(undefined)).toEqual({ side: "start", width: 300 });
});

test("a change keeps what was changed before, and a reset forgets the trader alone", () => {
  const settings = storedByTrader("test.reset", usual);
  settings.change("1001", { width: 400 });
  settings.change("1001", { side: "start" });
  settings.change("1002", { width: 280 });
  expect(settings.get("1001")).toEqual({ side: "start", width: 400 });
  settings.reset("1001");
  expect(settings.get("1001")).toEqual(usual);
  expect(settings.get("1002").width).toBe(280);
});

test("nothing is rendered again where nothing changed", () => {
  const settings = storedByTrader("test.same", usual);
  settings.change("1001", { width: 400 });
  const before = settings.get("1001");
  settings.change("1002", { width: 280 });
  expect(settings.get("1001")).toBe(before);
});

test("a setting that is new in a group is as usual for traders whose group was kept before", () => {
  const first = storedByTrader<{ asks: Record<string, boolean> }>("test.groups", { asks: { limit: true } });
  first.change("1001", { asks: { limit: false } });
  const later = storedByTrader("test.groups", { asks: { limit: true, reverse: true } });
  expect(later.get("1001")).toEqual({ asks: { limit: false, reverse: true } });
});
