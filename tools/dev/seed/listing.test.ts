import { type CommandDraft, decodeCommand, encodeCommand, Writer } from "@tidemark/contracts/codec";
import { apply, beginBatch, contractsOf, createState, marketsOf, resume } from "@tidemark/engine";
import { expect, test } from "vitest";
import { campaignCredits, campaignFunds } from "./campaigns.ts";
import {
  contractList,
  contracts,
  earnCredits,
  earnSeeds,
  laterList,
  treasuryCredits,
  treasuryMoves,
} from "./contracts.ts";
import { markets, operatorList } from "./listing.ts";
import { pricesOf, startPrices } from "../prices/fixed-prices.ts";

function play(drafts: readonly CommandDraft[]) {
  const state = createState();
  beginBatch(state, 1_700_000_000_000);
  const codes = drafts.map((draft, index) => {
    const out = new Writer();
    encodeCommand(draft, out);
    let ended = apply(state, decodeCommand(out.bytes, 0, out.length), index);
    while (!ended) ended = resume(state);
    return state.result.code;
  });
  return { state, codes };
}

const numberedAs = (producer: number, list: readonly object[]): CommandDraft[] =>
  list.map((draft, i) => ({ ...draft, producer, number: i + 1 }) as CommandDraft);
const listing = [...operatorList, ...contractList];

test("[D.2 R-2.2] the engine accepts every asset, fee level and market of the listing, and the index of each", () => {
  const { state, codes } = play([...numberedAs(1, [...listing, ...laterList]), ...pricesOf(startPrices())]);
  expect(new Set(codes)).toEqual(new Set([200]));
  const symbols = marketsOf(state).map(({ symbol }) => symbol);
  expect(symbols).toHaveLength(markets.length + contracts.length);
  const perpetuals = ["BTC", "ETH", "SOL", "XRP", "DOGE", "BNB"].map((coin) => `${coin}USDT-PERP`);
  expect(symbols).toEqual(expect.arrayContaining([...perpetuals, "BTCUSD-PERP", "ETHUSD-PERP"]));
});

test("[S1.95 R-12.1] the insurance funds are seeded from the company's money", () => {
  const all = numberedAs(1, [...listing, ...treasuryMoves]);
  const moves = all.slice(listing.length);
  const { state, codes } = play([...all.slice(0, listing.length), ...numberedAs(2, treasuryCredits), ...moves]);
  expect(new Set(codes)).toEqual(new Set([200]));
  expect(contractsOf(state).map(({ insuranceFund }) => insuranceFund / 100_000_000n)).toEqual([
    50_000_000n,
    50_000_000n,
    100n,
    2_500n,
  ]);
});

test("[S1.9] the pools that pay interest are seeded from the company's money", () => {
  const all = numberedAs(1, [...listing, ...earnSeeds]);
  const { codes } = play([
    ...all.slice(0, listing.length),
    ...numberedAs(2, earnCredits),
    ...all.slice(listing.length),
  ]);
  expect(new Set(codes)).toEqual(new Set([200]));
});

test("[C.3] every seeded campaign is funded from the company's money, and no campaign is without it", () => {
  const all = numberedAs(1, [...listing, ...campaignFunds]);
  const [before, funds] = [all.slice(0, listing.length), all.slice(listing.length)];
  const codesOfFunds = (list: CommandDraft[]) => new Set(play(list).codes.slice(-funds.length));
  expect(codesOfFunds([...before, ...numberedAs(2, campaignCredits), ...funds])).toEqual(new Set([200]));
  expect(codesOfFunds([...before, ...funds])).not.toContain(200);
});
