import { expect, test } from "vitest";
import { readAccountSearch } from "./account-search.ts";

test("an account's address names its product, and of coin contracts the coin", () => {
  expect(readAccountSearch({ product: 3, asset: "BTC", list: "funding" })).toEqual({
    product: 3,
    asset: "BTC",
    list: "funding",
  });
  expect(readAccountSearch({ product: 2, asset: "<b>", list: "x" })).toEqual({ product: 4 });
});
