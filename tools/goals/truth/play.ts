import { Random as SeededRandom } from "@tidemark/engine/sim";
import type { Client } from "@tidemark/kit-client";
import { printUnits } from "@tidemark/money";
import { units } from "../../dev/seed/listing.ts";

export const symbol = "BTCUSDT-PERP";
const terminalContract = symbol;
const tick = units("0.1");
const lot = units("0.0001");

export type Random = () => number;

/** Numbers from 0 to 1 by a seed, so that a run can be repeated. */
export function randomOf(seed: number): Random {
  const source = new SeededRandom(seed);
  return () => source.word() / 4_294_967_296;
}

export const between = (random: Random, low: number, high: number): number => low + random() * (high - low);
export const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!;

/** A price so many parts per million away from another. */
export function priceNear(index: bigint, ppm: number): string {
  const ticks = (index + (index * BigInt(Math.trunc(ppm))) / 1_000_000n) / tick;
  return printUnits(ticks * tick, 8, 1);
}
export const sizeOf = (lots: number): string => printUnits(BigInt(Math.max(1, Math.trunc(lots))) * lot, 8, 4);

type Side = "BUY" | "SELL";
const intents = [
  { side: "BUY", posSide: "LONG" },
  { side: "SELL", posSide: "SHORT" },
  { side: "SELL", posSide: "LONG" },
  { side: "BUY", posSide: "SHORT" },
] as const;

type Played = { readonly symbol: string; readonly sizeOf: (lots: number) => string };

/** One random order, of the terminal's contract if no other is named; that some are refused is part of the play. */
export async function playOrder(
  client: Client,
  random: Random,
  index: bigint,
  lotsMax: number,
  played: Played = { symbol: terminalContract, sizeOf },
): Promise<void> {
  const { symbol } = played;
  const intent = pick(random, intents);
  const qty = played.sizeOf(between(random, 1, lotsMax));
  const away = between(random, -2_000, 2_000);
  const kind = random();
  if (kind < 0.6)
    await client.call("placeOrder", { symbol, ...intent, type: "LIMIT", price: priceNear(index, away), qty });
  else if (kind < 0.85) await client.call("placeOrder", { symbol, ...intent, type: "MARKET", qty });
  else
    await client.call("placeOrder", {
      symbol,
      ...intent,
      type: "MARKET_TRIGGER",
      qty,
      triggerPrice: priceNear(index, away * 20),
      triggerBy: "MARK",
    });
}

/** Both sides of the book, so that a market order always finds somebody. */
export async function quoteBook(client: Client, random: Random, index: bigint): Promise<void> {
  for (const side of ["BUY", "SELL"] as const satisfies readonly Side[]) {
    const posSide = side === "BUY" ? "LONG" : "SHORT";
    const away = between(random, 20, 900) * (side === "BUY" ? -1 : 1);
    const qty = sizeOf(between(random, 500, 5_000));
    await client.call("placeOrder", { symbol, side, posSide, type: "LIMIT", price: priceNear(index, away), qty });
  }
}

/** Keeps the numbers of waiting orders and triggers within what a table shows. */
export async function thinOut(client: Client, mostOrders: number): Promise<void> {
  const open = await client.call("openOrders", {});
  if (open.ok && open.value.rows.length > mostOrders)
    for (const { orderId } of open.value.rows.slice(mostOrders)) await client.call("cancelOrder", { orderId });
  const waiting = await client.call("triggerOrders", {});
  if (waiting.ok && waiting.value.rows.length > mostOrders)
    for (const { orderId } of waiting.value.rows.slice(mostOrders)) await client.call("cancelOrder", { orderId });
}
