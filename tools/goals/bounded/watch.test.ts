import { expect, test } from "vitest";
import { watched } from "./watch.ts";

const busy = (ms: number) => (): boolean => {
  const until = performance.now() + ms;
  while (performance.now() < until);
  return true;
};
const candidate = 60_000;

test("only what is done between begin and end is timed, and the longest slice is told", () => {
  const seen = watched(
    (_, watch) => {
      watch.slice(busy(30));
      watch.begin();
      watch.slice(busy(1));
      watch.slice(busy(5));
      watch.end();
      watch.slice(busy(30));
    },
    7,
    candidate,
  );
  expect(seen).toMatchObject({ size: 7, isFinished: true, slices: 2, wrong: [] });
  expect(seen.longestMs).toBeGreaterThan(3);
  expect(seen.longestMs).toBeLessThan(30);
  expect(seen.ms).toBeGreaterThanOrEqual(seen.longestMs);
});

test("a part that does not count adds to the longest slice alone", () => {
  const seen = watched(
    (_, watch) => {
      watch.begin(false);
      watch.slice(busy(5));
      watch.end();
    },
    1,
    candidate,
  );
  expect(seen.ms).toBe(0);
  expect(seen.longestMs).toBeGreaterThan(3);
});

test("what takes longer than its guard ends unfinished, with what was seen so far", () => {
  const seen = watched(
    (_, watch) => {
      watch.begin();
      for (;;) watch.slice(busy(2));
    },
    1,
    10,
  );
  expect(seen.isFinished).toBe(false);
  expect(seen.slices).toBeGreaterThan(0);
});

test("an effect that did not happen is told; any other failure is not swallowed", () => {
  const seen = watched((_, watch) => watch.expect("lots left", 3, 0), 1, candidate);
  expect(seen.wrong).toEqual(["lots left: 3, not 0"]);
  const fail = (): void => {
    throw new Error("refused");
  };
  expect(() => watched(fail, 1, candidate)).toThrow("refused");
});
