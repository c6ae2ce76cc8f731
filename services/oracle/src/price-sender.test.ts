import { refusals, success } from "@tidemark/contracts";
import type { CommandDraft } from "@tidemark/contracts/codec";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PriceBoard } from "./price-board.ts";
import { PriceSender, type PriceSenderDeps } from "./price-sender.ts";

type SourcePrice = Extract<CommandDraft, { type: "source_price_set" }>;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A sender of two venues to a core with one market, which answers the second source with a code. */
function opened(codeOfSecond: () => number) {
  const sent: SourcePrice[] = [];
  const markets = [{ id: 1, symbol: "BTC/USDT", base: "BTC", quote: "USDT" }];
  const warn = vi.fn();
  const board = new PriceBoard(2, { ageMaxMs: 60 * 60_000, jumpMaxPercent: 10 });
  for (const source of [0, 1]) board.take(source, { symbol: "BTC/USDT", price: 100n, at: Date.now() }, Date.now());
  const sender = new PriceSender({
    core: { ask: async () => ({ code: success, seq: 1, data: { markets: [...markets] } }) },
    commands: {
      async sendAll(drafts: readonly SourcePrice[]) {
        sent.push(...drafts);
        return drafts.map(({ source }) => ({ code: source === 0 ? success : codeOfSecond() }));
      },
    },
    board,
    venueCount: 2,
    outsideSymbols: new Map(),
    everyMs: 1_000,
    time: {
      now: () => Date.now(),
      steady: () => Date.now(),
      after: (ms: number, run: () => void) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    },
    log: { warn, info: vi.fn(), error: vi.fn() },
  } as unknown as PriceSenderDeps);
  const ofSecond = (): number => sent.filter(({ source }) => source === 1).length;
  return { sender, sent, warn, markets, ofSecond };
}

test("a source that a market does not weigh is logged once, and tried again when the listing changes or after ten minutes", async () => {
  const { sender, sent, warn, markets, ofSecond } = opened(() => refusals.CONFIG_INVALID.code);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent.length).toBeGreaterThan(15);
  expect([ofSecond(), warn.mock.calls.length]).toEqual([1, 1]);
  markets.push({ id: 2, symbol: "ETH/USDT", base: "ETH", quote: "USDT" });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([ofSecond(), warn.mock.calls.length]).toEqual([2, 1]);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect([ofSecond(), warn.mock.calls.length]).toEqual([3, 1]);
  await sender.close();
});

test("another refusal holds a source up for seconds, and is logged again once a price was taken", async () => {
  let code: number = refusals.PRICE_RANGE.code;
  const { sender, warn, ofSecond } = opened(() => code);
  await vi.advanceTimersByTimeAsync(20_500);
  expect([ofSecond(), warn.mock.calls.length]).toEqual([5, 1]);
  code = success;
  await vi.advanceTimersByTimeAsync(10_000);
  code = refusals.PRICE_RANGE.code;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(warn).toHaveBeenCalledTimes(2);
  await sender.close();
});
