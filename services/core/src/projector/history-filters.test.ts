import { instrumentsOf } from "@tidemark/contracts";
import { perp, PerpWorld } from "@tidemark/engine/sim";
import { expect, test } from "vitest";
import { instrumentListOf } from "../questions/instruments.ts";
import { Conditions, fillsWhere } from "./history-filters.ts";
import type { HistoryContext } from "./history-page.ts";

const { state } = new PerpWorld();
const context = { machine: { state }, instruments: instrumentsOf(instrumentListOf(state)), uid: 7 } as HistoryContext;

test("rows are always asked for by their owner, also where the owner is missing", () => {
  const where = new Conditions(undefined as never).andIfGiven("market = ?", undefined);
  expect([where.text, where.values]).toEqual(["uid = $1", [undefined]]);
});

test("fills of an order are found without its product", () => {
  const { text, values } = fillsWhere(context, { product: 2, orderId: "12" });
  expect([text, values]).toEqual(["uid = $1 and order_id = $2", [7, "12"]]);
});

test("fills of spot and margin pairs are looked up among the orders only in spot markets", () => {
  for (const product of [2, 5]) {
    const { text, values } = fillsWhere(context, { product });
    expect(text).toMatch(/^uid = \$1 and market = any\(\$2::int\[\]\) and exists \(select from history.orders/);
    expect(values[2]).toBe(product);
    expect(values[1]).not.toContain(perp.btcUsdt);
  }
  const { text, values } = fillsWhere(context, { product: 4 });
  expect(text).toBe("uid = $1 and market = any($2::int[])");
  expect(values[1]).toContain(perp.btcUsdt);
});
