import { expect, test } from "vitest";
import { isJump, type Judged, medianOf, verdictOf } from "./rules.ts";

const limits = { ageMaxMs: 5_000, jumpMaxPercent: 10 };
const now = 1_000_000;
const judge = (changes: Partial<Judged>) =>
  verdictOf(
    { price: 100n, at: now, now, newest: [99n, 101n, 100n], previous: 100n, steadySince: now - 60_000, ...changes },
    limits,
  );

test("a price near the median of all venues is accepted, however far it is from the venue's own last one", () => {
  expect(judge({})).toBe("accepted");
  expect(judge({ previous: 200n })).toBe("accepted");
  expect(judge({ previous: undefined })).toBe("accepted");
});

test("zero, a price beyond the command's range, and one far from the median of all venues are absurd", () => {
  expect(judge({ price: 0n })).toBe("absurd");
  expect(judge({ price: -5n })).toBe("absurd");
  expect(judge({ price: 2n ** 60n, newest: [] })).toBe("absurd");
  expect(judge({ price: 130n, newest: [100n, 101n, 99n, 130n] })).toBe("absurd");
  expect(judge({ price: 10n, newest: [100n, 130n, 99n, 10n] })).toBe("absurd");
});

test("[R-9.1] a price older than the limit, or from the future, is stale", () => {
  expect(judge({ at: now - 5_000 })).toBe("accepted");
  expect(judge({ at: now - 5_001 })).toBe("stale");
  expect(judge({ at: now + 60_000 })).toBe("stale");
});

test("a venue alone is believed after ten steady seconds", () => {
  const alone = { newest: [100n, 70n], price: 70n };
  expect(judge({ ...alone, steadySince: now - 9_999 })).toBe("absurd");
  expect(judge({ ...alone, steadySince: now - 10_000 })).toBe("accepted");
  expect(judge({ ...alone, previous: undefined, steadySince: now })).toBe("accepted");
});

test("a jump is more than the limit in either direction, and the median of an even number is between the middle two", () => {
  expect([isJump(100n, 110n, 10), isJump(100n, 111n, 10), isJump(100n, 90n, 10), isJump(100n, 89n, 10)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
  expect([medianOf([3n, 1n, 2n]), medianOf([4n, 1n, 3n, 100n])]).toEqual([2n, 3n]);
});
