import { expect, test } from "vitest";
import { emptyFields, nextFields, percentIn } from "./order-fields.ts";

test("post only and immediate exclude each other", () => {
  const immediate = nextFields(emptyFields, { type: "tif", tif: "IOC" });
  const posted = nextFields(immediate, { type: "post_only", postOnly: true });
  expect([posted.tif, posted.postOnly]).toEqual(["GTC", true]);
  expect(nextFields(posted, { type: "tif", tif: "FOK" })).toMatchObject({ tif: "FOK", postOnly: false });
});

test("a price picked from the book makes a limit order of it", () => {
  const atMarket = nextFields(emptyFields, { type: "order_type", orderType: "MARKET" });
  const picked = nextFields(atMarket, { type: "price_picked", price: "104280.0" });
  expect([picked.type, picked.price]).toEqual(["LIMIT", "104280.0"]);
});

test("a percentage is a whole number of 0 to 100", () => {
  expect([percentIn(-1), percentIn(41.9), percentIn(250)]).toEqual([0, 41, 100]);
});
