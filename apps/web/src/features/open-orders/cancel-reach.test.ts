import { expect, test, vi } from "vitest";
import type { OrderScope } from "../../lib/order-table/order-scope.ts";
import { cancelReach, cancelReachOf } from "./cancel-reach.ts";

const order = (orderId: string, symbol: string) => ({ orderId, symbol });

test("with orders in several markets, this market or all of them can be cancelled, and this market is chosen first", () => {
  const rows = [order("3", "ETH/USDT"), order("2", "BTC/USDT"), order("1", "SOL/USDT")];
  expect(cancelReachOf(rows, "BTC/USDT")).toEqual({
    here: { symbol: "BTC/USDT", orderIds: ["2"] },
    all: { symbol: undefined, orderIds: ["3", "2", "1"] },
    hasChoice: true,
    first: "here",
  });
});

test("without an order in this market there is no choice, and the question is about the others", () => {
  const { hasChoice, first, all } = cancelReachOf([order("2", "ETH/USDT"), order("1", "SOL/USDT")], "BTC/USDT");
  expect([hasChoice, first, all.symbol]).toEqual([false, "all", undefined]);
});

test("orders of a single market are named by it, on whatever page they are listed", () => {
  const rows = [order("2", "ETH/USDT"), order("1", "ETH/USDT")];
  expect(cancelReachOf(rows, "BTC/USDT").all.symbol).toBe("ETH/USDT");
  expect(cancelReachOf(rows, "ETH/USDT")).toMatchObject({ hasChoice: false, first: "here" });
});

test("a list that a filter narrows is cancelled order by order, because a sweep would take the hidden ones too", async () => {
  const acts = {
    cancelAll: vi.fn<(ask: object) => Promise<void>>(() => Promise.resolve()),
    cancelListed: vi.fn<(orderIds: readonly string[]) => Promise<void>>(() => Promise.resolve()),
  };
  const scope: OrderScope = { product: 2, markets: [], only: undefined };
  const reach = { symbol: "BTC/USDT", orderIds: ["2", "1"] };
  await cancelReach(acts, { ...scope, filter: { side: "BUY" } }, reach);
  expect(acts.cancelListed).toHaveBeenCalledWith(["2", "1"]);
  expect(acts.cancelAll).not.toHaveBeenCalled();
  await cancelReach(acts, scope, reach);
  expect(acts.cancelAll).toHaveBeenCalledWith({ product: 2, symbol: "BTC/USDT", orderIds: ["2", "1"] });
});
