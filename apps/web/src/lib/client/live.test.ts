import type { Change, FollowParams } from "@tidemark/kit-client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

type Followed = { readonly name: string; readonly notify: (change: Change<unknown>) => void; isEnded: boolean };
const followed = vi.hoisted(() => [] as Followed[]);
vi.mock("./client.ts", () => ({ client: {}, socket: {} }));
vi.mock("@tidemark/kit-client", () => ({
  follow: (_client: unknown, _socket: unknown, topic: string, at: FollowParams, notify: Followed["notify"]) => {
    const one = { name: `${topic} ${at.symbol ?? ""} ${at.part ?? ""}`.trim(), notify, isEnded: false };
    followed.push(one);
    return () => (one.isEnded = true);
  },
}));
const { endUserLives, marketLive, userLive } = await import("./live.ts");

const rows = (...last: string[]): Change<unknown> => ({ state: "live", seq: 7, rows: last, gone: [] });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  followed.length = 0;
});

test("any number of screens share one stream, and all hear of a change", () => {
  const calls: string[] = [];
  const live = marketLive("ticker", "BTC/USDT");
  expect(marketLive("ticker", "BTC/USDT")).toBe(live);
  const ends = ["bar", "book"].map((screen) => live.subscribe(() => calls.push(screen)));
  expect(followed.map(({ name }) => name)).toEqual(["ticker BTC/USDT"]);
  followed[0]!.notify(rows("1"));
  expect([calls, live.change.rows]).toEqual([["bar", "book"], ["1"]]);
  for (const end of ends) end();
});

test("a screen that fails is reported, and the others still get the change", () => {
  const reported = vi.fn<(error: unknown) => void>();
  vi.stubGlobal("reportError", reported);
  const live = marketLive("ticker", "BTC/USDT");
  const drawn: string[] = [];
  const ends = [
    live.subscribe(() => {
      throw new Error("no such field");
    }),
    live.subscribe(() => drawn.push("book")),
  ];
  followed[0]!.notify(rows("1"));
  expect([drawn, String(reported.mock.calls[0]?.[0])]).toEqual([["book"], "Error: no such field"]);
  for (const end of ends) end();
  vi.unstubAllGlobals();
});

test("a stream that is left for a moment goes on; one that is left ends, and who comes back begins anew", () => {
  const live = marketLive("depth", "ETH/USDT");
  const end = live.subscribe(() => undefined);
  followed[0]!.notify(rows("1"));
  end();
  vi.advanceTimersByTime(1_000);
  const endAgain = live.subscribe(() => undefined);
  vi.advanceTimersByTime(10_000);
  expect([followed.length, followed[0]!.isEnded, live.change.rows]).toEqual([1, false, ["1"]]);
  endAgain();
  vi.advanceTimersByTime(2_000);
  expect([followed[0]!.isEnded, live.change.state]).toEqual([true, "loading"]);
  expect(marketLive("depth", "ETH/USDT")).not.toBe(live);
  live.subscribe(() => undefined)();
  expect(followed).toHaveLength(2);
});

test("nobody is shown the rows of who was here before", () => {
  const [hers, his] = [userLive("balances", "1001"), userLive("balances", "1002")];
  const ends = [hers, his].map((live) => live.subscribe(() => undefined));
  followed[0]!.notify(rows("hers"));
  expect([hers.change.rows, his.change.rows]).toEqual([["hers"], []]);
  for (const end of ends) end();
});

test("every topic of the catalogue can be followed: of markets by symbol, of users by session", () => {
  const lives = [marketLive("contract", "BTCUSDT-PERP"), userLive("positions", "1001"), userLive("triggers", "1001")];
  const ends = lives.map((live) => live.subscribe(() => undefined));
  expect(followed.map(({ name }) => name)).toEqual(["contract BTCUSDT-PERP", "positions", "triggers"]);
  for (const end of ends) end();
});

test("a market's candles have a stream for each part", () => {
  const [last, mark] = [marketLive("candles", "BTC/USDT", "last 1m"), marketLive("candles", "BTC/USDT", "mark 1m")];
  const ends = [last, mark].map((live) => live.subscribe(() => undefined));
  expect(followed.map(({ name }) => name)).toEqual(["candles BTC/USDT last 1m", "candles BTC/USDT mark 1m"]);
  for (const end of ends) end();
});

test("a market's topic is not followed by user, nor a user's by market", () => {
  // @ts-expect-error -- positions are a user's
  expect(() => marketLive("positions", "BTCUSDT-PERP")).not.toThrow();
  // @ts-expect-error -- depth is a market's
  expect(() => userLive("depth", "1001")).not.toThrow();
});

test("the streams of a user end with the session, also while they linger, and those of markets go on", () => {
  const market = marketLive("ticker", "SOL/USDT").subscribe(() => undefined);
  const orders = userLive("orders", "1001");
  orders.subscribe(() => undefined)();
  endUserLives();
  expect(followed.map(({ isEnded }) => isEnded)).toEqual([false, true]);
  market();
});
