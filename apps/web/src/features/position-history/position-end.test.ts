import { entryCauses } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { endOf } from "./position-end.ts";

test("a position was closed by its owner, liquidated, deleveraged or settled", () => {
  expect(["FILL", "TAKEOVER", "NETTING", "ADL", "SETTLEMENT"].map(endOf)).toEqual([
    "closed",
    "liquidated",
    "liquidated",
    "adl",
    "settled",
  ]);
  expect(entryCauses.filter((cause) => endOf(cause) !== "closed")).toEqual([
    "TAKEOVER",
    "ADL",
    "NETTING",
    "SETTLEMENT",
  ]);
});
