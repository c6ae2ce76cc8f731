import { expect, test } from "vitest";
import { type MarkParts, medianPartOf, weightShares } from "./mark-rules.ts";

test("[R-9.2] the middle one of the three prices is the mark's", () => {
  expect(medianPartOf({ fundingBasis: "50001", bookBasis: "50003", last: "50002" })).toBe("last");
  expect(medianPartOf({ fundingBasis: "50001", bookBasis: "50003", last: "49000" })).toBe("fundingBasis");
  expect(medianPartOf({ fundingBasis: "9", bookBasis: "10.5", last: "100" })).toBe("bookBasis");
});

test("[R-9.3] where one is missing it is the funding basis", () => {
  expect(medianPartOf({ fundingBasis: "50001", bookBasis: "", last: "50002" })).toBe("fundingBasis");
});

test("a source that is too old has no share, and the others have all of it", () => {
  const source = (weight: number, counted: string) => ({
    source: 0,
    weight,
    counted,
    price: "1",
    at: 0,
    isFresh: counted !== "",
  });
  const sources: MarkParts["sources"] = [source(30, "1"), source(30, ""), source(20, "1")];
  expect(weightShares(sources)).toEqual([6_000, undefined, 4_000]);
});
