import type { Client } from "@tidemark/kit-client";
import { between, pick, playOrder, priceNear, type Random, sizeOf } from "./play.ts";

// What moves the accounts beside the terminal's contract. That some of it is refused is part of the play.
const spotSymbol = "BTC/USDT";
const coinSymbols = ["BTCUSD-PERP", "ETHUSD-PERP"] as const;
const marginProduct = 5;

type Route = {
  readonly asset: string;
  readonly fromProduct: number;
  readonly toProduct: number;
  readonly most: number;
};
const routes: readonly Route[] = [
  { asset: "USDT", fromProduct: 1, toProduct: 2, most: 400 },
  { asset: "USDT", fromProduct: 2, toProduct: 1, most: 400 },
  { asset: "USDT", fromProduct: 1, toProduct: 4, most: 200 },
  { asset: "USDT", fromProduct: 4, toProduct: 2, most: 100 },
  { asset: "USDT", fromProduct: 1, toProduct: marginProduct, most: 600 },
  { asset: "USDT", fromProduct: marginProduct, toProduct: 1, most: 100 },
  { asset: "BTC", fromProduct: 1, toProduct: 3, most: 0.02 },
  { asset: "BTC", fromProduct: 3, toProduct: 1, most: 0.01 },
  { asset: "BTC", fromProduct: 1, toProduct: marginProduct, most: 0.01 },
  { asset: "ETH", fromProduct: 2, toProduct: 3, most: 0.5 },
  { asset: "LTC", fromProduct: 2, toProduct: 1, most: 3 },
];

const amountText = (random: Random, most: number): string => between(random, most / 50, most).toFixed(6);

async function transfer(client: Client, random: Random): Promise<void> {
  const { most, ...route } = pick(random, routes);
  await client.call("transfer", {
    ...route,
    amount: amountText(random, most),
    ...(route.fromProduct === marginProduct ? { fromSubProduct: spotSymbol } : {}),
    ...(route.toProduct === marginProduct ? { toSubProduct: spotSymbol } : {}),
  });
}

async function lend(client: Client, random: Random): Promise<void> {
  const kind = random();
  const loan = { symbol: spotSymbol, asset: "USDT", amount: amountText(random, 100) };
  if (kind < 0.35) await client.call("borrow", loan);
  else if (kind < 0.55) await client.call("repay", loan);
  else if (kind < 0.85) await client.call("earnSubscribe", { asset: "USDT", amount: loan.amount });
  else await client.call("earnRedeem", { asset: "USDT", amount: loan.amount });
}

/** Spot, or a margin pair on the same book. */
async function spotOrder(client: Client, random: Random, index: bigint, product?: number): Promise<void> {
  await client.call("placeOrder", {
    symbol: spotSymbol,
    ...(product === undefined ? {} : { product }),
    side: random() < 0.5 ? "BUY" : "SELL",
    type: "LIMIT",
    price: priceNear(index, between(random, -900, 900)),
    qty: sizeOf(between(random, 5, 100)),
  });
}

/** Contracts of a dollar each, of one coin at the play's index and of another at a price that stands still. */
async function coinOrder(client: Client, random: Random, prices: Readonly<Record<string, bigint>>): Promise<void> {
  const symbol = pick(random, coinSymbols);
  await playOrder(client, random, prices[symbol]!, 400, { symbol, sizeOf: (lots) => String(Math.trunc(lots) + 10) });
}

type AccountPrices = { readonly spot: bigint; readonly contracts: Readonly<Record<string, bigint>> };

/** A burst in all accounts of one user, with two others on the books. */
export async function playAccounts(
  alice: Client,
  others: readonly Client[],
  random: Random,
  prices: AccountPrices,
): Promise<void> {
  for (let i = 0; i < 6; i += 1) {
    await transfer(alice, random);
    await lend(alice, random);
    for (const client of [pick(random, others), alice]) {
      await spotOrder(client, random, prices.spot);
      await coinOrder(client, random, prices.contracts);
    }
    await spotOrder(alice, random, prices.spot, marginProduct);
  }
}
