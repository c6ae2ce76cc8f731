import { calls, instrumentsOf, success } from "@tidemark/contracts";
import { people, perp, PerpWorld } from "@tidemark/engine/sim";
import { expect, test } from "vitest";
import { instrumentListOf } from "./instruments.ts";
import { answerNow } from "./now.ts";

const rich = { alice: ["100000 USDT"], bob: ["100000 USDT"] };

function asked(world: PerpWorld, call: "feeLevels" | "marketRules" | "markParts", ask: object): unknown {
  const instruments = instrumentsOf(instrumentListOf(world.state));
  const reply = answerNow(world.state, instruments, { call: calls[call].name, uid: people.alice, ask } as never);
  if (reply.code !== success) return reply;
  return calls[call].answer.parse({ source: "main", seq: 1, ...(reply.data as object) });
}
const symbolOf = (world: PerpWorld, market: number): string =>
  instrumentsOf(instrumentListOf(world.state)).marketOf(market)!.symbol;

test("[R-13.2] the fee table has the levels that are in use, with the rates that the engine charges", () => {
  const { rows } = asked(new PerpWorld(), "feeLevels", {}) as { rows: { level: number; contractTaker: number }[] };
  expect(rows.map(({ level }) => level)).toEqual(rows.map((_, index) => index));
  expect(rows[0]).toMatchObject({
    spotMaker: 100_000,
    spotTaker: 100_000,
    contractMaker: 20_000,
    contractTaker: 55_000,
  });
  expect(rows.at(-1)!.contractTaker).not.toBe(0);
});

test("the rules of a contract are those that its orders meet", () => {
  const world = new PerpWorld(rich);
  const symbol = symbolOf(world, perp.btcUsdt);
  expect(asked(world, "marketRules", { symbol })).toMatchObject({
    rows: [{ symbol, band: expect.any(Number), contract: { interestRate: 10_000, liquidationFeeRate: 50_000 } }],
  });
  expect((asked(world, "marketRules", {}) as { rows: object[] }).rows.length).toBeGreaterThan(1);
  expect(asked(world, "marketRules", { symbol: "NOTHING" })).toMatchObject({ code: 21001 });
});

test("[R-9.1 R-9.2] the parts of a mark are what the engine takes the median of, and an outlier counts as the clamp lets it", () => {
  const world = new PerpWorld(rich);
  ["50000", "50010", "49990", "53500"].forEach((price, source) => world.price(price, [source], perp.btcUsdt));
  const parts = asked(world, "markParts", { symbol: symbolOf(world, perp.btcUsdt) });
  expect(parts).toMatchObject({ index: "50302.0", indexStale: false, bookBasis: "", bookSamples: 0 });
  const { sources, fundingBasis } = parts as { sources: { price: string; counted: string }[]; fundingBasis: string };
  expect(sources.slice(0, 4).map(({ price, counted }) => [price, counted])).toEqual([
    ["50000.0", "50000.0"],
    ["50010.0", "50010.0"],
    ["49990.0", "49990.0"],
    ["53500.0", "51505.2"],
  ]);
  expect(Number(fundingBasis)).toBeGreaterThan(0);
  world.wait(1);
  expect(asked(world, "markParts", { symbol: symbolOf(world, perp.btcUsdt) })).toMatchObject({ mark: "50302.0" });
});

test("[R-9.1] fresh sources that make no index are not told as too old", () => {
  const world = new PerpWorld(rich);
  const symbol = symbolOf(world, perp.btcUsdt);
  const sources = (): [boolean, string][] => {
    const parts = asked(world, "markParts", { symbol }) as { sources: { isFresh: boolean; counted: string }[] };
    return parts.sources.slice(0, 3).map(({ isFresh, counted }) => [isFresh, counted]);
  };
  world.batch(11_000);
  ["50000", "50600"].forEach((price, source) => world.price(price, [source], perp.btcUsdt));
  expect(sources()).toEqual([
    [true, ""],
    [true, ""],
    [false, ""],
  ]);
  world.price("50100", [1], perp.btcUsdt);
  expect(sources()).toEqual([
    [true, "50000.0"],
    [true, "50100.0"],
    [false, ""],
  ]);
});
