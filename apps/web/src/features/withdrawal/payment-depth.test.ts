import { expect, test } from "vitest";
import { depthOf } from "./payment-depth.ts";

test("a withdrawal in a block counts up to where it is final, not to where a deposit is shown", () => {
  expect(depthOf({ confirmations: 12, needed: 3, final: 64 })).toEqual({
    count: "12",
    needed: "64",
    isFinalByChain: false,
  });
});

test("where the chain itself says what is final, that is said beside the confirmations", () => {
  expect(depthOf({ confirmations: 12, needed: 12, final: null })).toEqual({
    count: "12",
    needed: "12",
    isFinalByChain: true,
  });
});
