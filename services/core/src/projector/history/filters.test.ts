import { buckets, instrumentsOf } from "@tidemark/contracts";
import { people, perp, PerpWorld } from "@tidemark/engine/sim";
import { expect, test } from "vitest";
import { instrumentListOf } from "../../questions/instruments.ts";
import { Conditions, fillsWhere } from "./filters.ts";
import { linesWhere } from "./statement.ts";
import type { HistoryContext } from "./page.ts";

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

test("[U.34] the lines of a figure are those of its account and coin, and of own money or of one kind of bonus", () => {
  const [bonus, funding] = [buckets.indexOf("bonus"), buckets.indexOf("fundbonus")];
  const ask = { asset: "USDT", product: 4 };
  const usdt = context.instruments.asset("USDT")!.id;
  const all = `uid = $1 and bucket < ${buckets.length} and asset = $2 and product = $3`;
  const { text, values } = linesWhere(context, ask);
  expect([text, values]).toEqual([all, [7, usdt, 4]]);
  expect(linesWhere(context, { ...ask, part: "own" }).text).toBe(`${all} and bucket not in (${bonus}, ${funding})`);
  expect(linesWhere(context, { ...ask, part: "bonus" }).text).toBe(`${all} and bucket = ${bonus}`);
  expect(linesWhere(context, { ...ask, part: "fundbonus" }).text).toBe(`${all} and bucket = ${funding}`);
  expect(linesWhere(context, { ...ask, part: "voucher" }).text).toBe(`${all} and false`);
});

test("the margin of an open voucher position is none of the own money's lines, and has lines of its own", () => {
  const world = new PerpWorld({ bob: ["100000 USDT"] });
  world.campaign(1, "1000");
  world.sent({ by: "bob", do: "open short", price: "50000", qty: "0.0076" });
  expect(world.voucher("alice", { id: 1, face: "20" })).toBe(200);
  const here = { ...context, machine: { state: world.state }, uid: people.alice } as HistoryContext;
  const margin = `(account / 262144, bucket) = (${perp.btcUsdt}, ${buckets.indexOf("iso")})`;
  expect(linesWhere(here, { part: "voucher" }).text).toContain(` and (${margin})`);
  expect(linesWhere(here, { part: "own" }).text).toContain(` and not (${margin})`);
});
