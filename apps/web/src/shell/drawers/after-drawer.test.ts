import { afterEach, expect, test, vi } from "vitest";
import { afterDrawer } from "./after-drawer.ts";

afterEach(() => vi.useRealTimers());

test("[S9.17] the drawer closes at once, and what it opens waits 300 ms", () => {
  vi.useFakeTimers();
  const done: string[] = [];
  afterDrawer(
    () => done.push("closed"),
    () => done.push("opened"),
  );
  vi.advanceTimersByTime(299);
  expect(done).toEqual(["closed"]);
  vi.advanceTimersByTime(1);
  expect(done).toEqual(["closed", "opened"]);
});
