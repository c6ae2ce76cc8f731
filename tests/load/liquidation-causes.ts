import { productIds } from "@tidemark/contracts";
import { systemClock } from "@tidemark/kit-node";
import type { Exchange } from "../../tools/dev/exchange.ts";
import { contract, listing } from "../../tools/dev/seed/contracts.ts";
import { seededUids } from "../../tools/dev/seed/people.ts";
import { configure } from "../../tools/dev/seed/seed.ts";
import type { Trader } from "../../tools/dev/trader.ts";
import { Feed } from "../paths/support/feed.ts";
import type { Cause } from "./cause-of-messages.ts";
import { good } from "./outcome.ts";

/**
 * A contract that nobody else sends a price of. Its fund is empty, so that a position that is liquidated below its bankruptcy price is taken from the other
 * side.
 */
const listed = contract(20, "SOLUSD-PERP", "INVERSE", "SOL", "0.01", "1");
const { symbol } = listed;
const leverage = 50;
const usualPrice = "200.00";
/** Of a long at 50× from 200: its maintenance margin is between 80 % and all of what is left at the first, more than that at the second. */
const warningPrice = "196.96";
const liquidationPrice = "190.00";
const firstSize = 800;
const [waitMaxMs, lookEveryMs] = [20_000, 50] as const;

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const giveUpAt = systemClock.steady() + waitMaxMs;
  while (!(await isTrue())) {
    if (systemClock.steady() > giveUpAt) throw new Error(`${what} did not come within ${waitMaxMs / 1_000} s`);
    await systemClock.sleep(lookEveryMs);
  }
}

/** A long that is warned and then liquidated, and the short of the other side that is deleveraged by it; each time of another size. */
export async function liquidations(exchange: Exchange, { alice, bob }: Readonly<Record<"alice" | "bob", Trader>>) {
  const keyOf = (kind: string, { qty = "" }: Readonly<Record<string, string>>): string => `${kind} ${qty}`;
  const liquidated: Cause = {
    name: "liquidations",
    uid: seededUids.alice,
    kinds: ["position-warned", "liquidation-started", "position-liquidated"],
    keyOf,
    expected: [],
  };
  const deleveraged: Cause = {
    name: "deleveraged",
    uid: seededUids.bob,
    kinds: ["deleveraged"],
    keyOf,
    expected: [],
  };
  const feed = new Feed(exchange.link, [listed]);
  await configure(exchange.link, listing(listed));
  feed.set(symbol, usualPrice);
  const move = { fromProduct: productIds.wallet, toProduct: productIds.futures_btc, asset: "SOL", amount: "20" };
  for (const { client } of [alice, bob]) good(await client.call("transfer", move));
  good(await alice.client.call("setMarginMode", { symbol, mode: "ISOLATED" }));
  good(await alice.client.call("setLeverage", { symbol, leverage }));

  const markIs = (price: string): Promise<void> =>
    until(`the mark ${price}`, async () => {
      feed.set(symbol, price);
      const { rows } = good(await alice.client.call("contracts", { symbol }));
      return rows[0]?.mark === price;
    });
  const isClosed = async ({ client }: Trader): Promise<boolean> =>
    good(await client.call("positions", {})).rows.every((row) => row.symbol !== symbol);

  async function run(): Promise<void> {
    const qty = String(firstSize + deleveraged.expected.length);
    await markIs(usualPrice);
    const order = { symbol, type: "LIMIT", price: usualPrice, qty } as const;
    const sold = good(await bob.client.call("placeOrder", { ...order, side: "SELL", posSide: "SHORT" }));
    alice.client.noteSeq(sold);
    good(await alice.client.call("placeOrder", { ...order, side: "BUY", posSide: "LONG" }));
    await markIs(warningPrice);
    feed.set(symbol, liquidationPrice);
    await until("the liquidation", async () => (await isClosed(alice)) && (await isClosed(bob)));
    liquidated.expected.push("position-warned ", "liquidation-started ", `position-liquidated ${qty}`);
    deleveraged.expected.push(`deleveraged ${qty}`);
  }
  return { causes: [liquidated, deleveraged], run, close: () => feed.stop() };
}
