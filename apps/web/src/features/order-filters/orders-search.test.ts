import { expect, test } from "vitest";
import { filterOf, readOrdersSearch, sidesOf } from "./orders-search.ts";

test("an address keeps the filters that fit and leaves out what does not", () => {
  const raw = { product: 4, symbol: "BTCUSDT-PERP", side: "openLong", kind: "SL", from: "2026-11-01", id: 18 };
  expect(readOrdersSearch({ ...raw, status: "GONE", to: "yesterday", other: 1 })).toEqual(raw);
  expect(readOrdersSearch({ product: 9, id: -1, symbol: "" })).toEqual({ product: 2 });
});

test("[D.54] a link to the orders menu's lists shows that product", () => {
  expect(readOrdersSearch({ product: "5" })).toEqual({ product: 5 });
});

test("a side of a contract is what the order does, of a position long or short", () => {
  const search = readOrdersSearch({ product: 4, side: "closeShort" });
  expect(filterOf("history", search)).toEqual({ side: "BUY", posSide: "SHORT" });
  expect(filterOf("positions", search)).toEqual({});
  expect(sidesOf("funding", 3)).toEqual(["long", "short"]);
  expect(sidesOf("fills", 2)).toEqual(["buy", "sell"]);
});

test("days are whole, both included, and only of lists that look back", () => {
  const search = readOrdersSearch({ product: 2, from: "2026-11-01", to: "2026-11-01", status: "FILLED" });
  const { from, to, status } = filterOf("history", search);
  expect([Number(to) - Number(from), status]).toEqual([86_400_000, "FILLED"]);
  expect(filterOf("open", search)).toEqual({});
  expect(filterOf("fills", search)).not.toHaveProperty("status");
});
