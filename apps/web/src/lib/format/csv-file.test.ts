import { expect, test, vi } from "vitest";
import { csvFileName, exportCsv } from "./csv-file.ts";

const callbacks = () => ({ done: vi.fn(), refused: vi.fn() });

test("an export is named by its time and ends in .csv", () => {
  expect(csvFileName(new Date(2026, 10, 5, 9, 3, 7))).toBe("20261105090307.csv");
});

test("what came is handed over and said to have worked", async () => {
  const [spies, keep] = [callbacks(), vi.fn()];
  await exportCsv(Promise.resolve({ ok: true, value: { text: "a,b" }, source: "", seq: 0, stale: false }), spies, keep);
  expect(keep).toHaveBeenCalledWith("a,b", expect.stringMatching(/^\d{14}\.csv$/));
  expect([spies.done.mock.calls.length, spies.refused.mock.calls.length]).toEqual([1, 0]);
});

test("what was refused is said, and no file is made", async () => {
  const [spies, keep] = [callbacks(), vi.fn()];
  await exportCsv(Promise.resolve({ ok: false, code: 10001, message: "Login has expired", facts: {} }), spies, keep);
  expect(keep).not.toHaveBeenCalled();
  expect(spies.refused).toHaveBeenCalledWith("Login has expired");
});
