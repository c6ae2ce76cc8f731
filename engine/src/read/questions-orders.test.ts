import { expect, test } from "vitest";
import { people, PerpWorld } from "../../sim/index.ts";
import { orderFiguresOf } from "./questions-orders.ts";

const money = ["100000 USDT"];

test("[S3.91 R-8.4] an open order says what it binds, with its leverage and its TP/SL, and less after a part was filled", () => {
  const world = new PerpWorld({ alice: money, bob: money });
  world.sent({
    by: "alice",
    do: "open long",
    price: "50000",
    qty: "1",
    tp: { price: "52000", by: "MARK" },
    sl: { price: "49000", by: "MARK" },
  });
  const [before] = orderFiguresOf(world.state, people.alice);
  expect(before).toMatchObject({ mode: 0, leverage: 20, takeProfit: 520_000, stopLoss: 490_000 });
  world.sent({ by: "bob", do: "open short", price: "50000", qty: "0.5" });
  const [after] = orderFiguresOf(world.state, people.alice);
  expect(after!.reserve * 2).toBe(before!.reserve);
});

test("[S3.91] a closing order binds nothing, and who has no order has no figures", () => {
  const world = new PerpWorld({ alice: money, bob: money });
  world.meet("alice", "bob", "1", "50000");
  world.sent({ by: "alice", do: "close long", price: "51000", qty: "1" });
  expect(orderFiguresOf(world.state, people.alice)).toMatchObject([{ reserve: 0, takeProfit: 0, stopLoss: 0 }]);
  expect(orderFiguresOf(world.state, 99)).toEqual([]);
});
