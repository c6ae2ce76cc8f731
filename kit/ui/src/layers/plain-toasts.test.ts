import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { plainToasts, plainToastsShown } from "./plain-toasts.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const texts = () => plainToastsShown.get().map(({ text }) => text);

test("plain toasts vanish by themselves, and no more than two are shown", () => {
  plainToasts.error("first", { description: "why" });
  expect(plainToastsShown.get()[0]).toMatchObject({ text: "first", description: "why" });
  plainToasts.info("second");
  plainToasts.info("third");
  expect(texts()).toEqual(["second", "third"]);
  vi.advanceTimersByTime(8_000);
  expect(texts()).toEqual([]);
});

test("a toast replaces the one of the same id, and its time starts anew", () => {
  plainToasts.info("placed", { id: "order 1" });
  vi.advanceTimersByTime(5_000);
  plainToasts.success("filled", { id: "order 1" });
  vi.advanceTimersByTime(5_000);
  expect(texts()).toEqual(["filled"]);
  plainToasts.dismiss("order 1");
  expect(texts()).toEqual([]);
});
