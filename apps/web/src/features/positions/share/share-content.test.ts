import { expect, test } from "vitest";
import { shareContentOf, type ShareFacts, shareTime, usualShare } from "./share-content.ts";

const facts: ShareFacts = {
  contract: "BTCUSDT",
  side: "Long",
  isLong: true,
  leverage: "40×",
  roe: "+41.36%",
  pnl: "+1,963.83 USDT",
  isGain: true,
  entry: "103,214.6",
  price: "104,281.9",
  nickname: "harbour",
};
const texts = { roe: "ROE, unrealised", pnl: "PNL", entry: "Entry", price: "Mark" };

test("usually a card has the return, the leverage and the prices, and neither profit nor name", () => {
  const content = shareContentOf(facts, usualShare, texts);
  expect(content.figure).toEqual({ text: "+41.36%", label: "ROE, unrealised", tone: "rise" });
  expect(content.facts.map(({ text }) => text)).toEqual(["103,214.6", "104,281.9"]);
  expect(JSON.stringify(content)).not.toMatch(/1,963|harbour/);
});

test("a chosen profit stands below the return, and alone it is the figure", () => {
  expect(shareContentOf(facts, { ...usualShare, pnl: true }, texts).second).toBe("PNL +1,963.83 USDT");
  expect(shareContentOf(facts, { ...usualShare, pnl: true, roe: false }, texts).figure?.text).toBe("+1,963.83 USDT");
});

test("without anything chosen the card still says what is traded, and an empty name is none", () => {
  const nothing = { roe: false, prices: false, leverage: false, pnl: false, nickname: true };
  expect(shareContentOf({ ...facts, nickname: "" }, nothing, texts)).toEqual({
    contract: "BTCUSDT",
    tags: [{ text: "Long", tone: "rise" }],
    figure: undefined,
    second: undefined,
    facts: [],
    nickname: undefined,
  });
});

test("the time is the same for everybody", () => {
  expect(shareTime(Date.UTC(2026, 10, 14, 15, 0))).toBe("2026-11-14 15:00 UTC");
});
