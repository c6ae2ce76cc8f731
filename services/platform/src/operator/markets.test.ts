import { expect, test } from "vitest";
import { reopeningProblem } from "./markets.ts";

const closed = { status: "CANCEL_ONLY", hasIndex: true, indexStale: false } as const;

test("a halted market is not opened, a cancel-only one after its time and with a fresh index", () => {
  expect(reopeningProblem({ ...closed, status: "HALT" }, 600_000, 60_000)).toContain("through CANCEL_ONLY");
  expect(reopeningProblem({ ...closed, indexStale: true }, 600_000, 60_000)).toContain("the index is stale");
  expect(reopeningProblem(closed, 59_001, 60_000)).toContain("for another 1 s");
  expect(reopeningProblem(closed, 60_000, 60_000)).toBeUndefined();
});

test("a market without an index, and one that was never closed, is opened as the core says", () => {
  expect(reopeningProblem({ ...closed, hasIndex: false, indexStale: true }, 60_000, 60_000)).toBeUndefined();
  expect(reopeningProblem({ ...closed, status: "POST_ONLY" }, 0, 60_000)).toBeUndefined();
});
