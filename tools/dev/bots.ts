import type { OrderRow } from "@tidemark/contracts";
import { printUnits } from "@tidemark/money";
import { contracts, type ListedContract } from "./contracts.ts";
import { type Listed, markets, units } from "./listing.ts";
import { contractMakers, firstContractBot } from "./seed.ts";
import { signIn, type Trader } from "./trader.ts";

export type Bots = { stop(): Promise<void> };

/** How often a maker looks again. The busiest market moves like one. */
const majorEveryMs = 600;
const minorEveryMs = 2_400;
const quotesPerSide = 30;
/** How far from the index a quote may lie, in parts per million. */
const nearestPpm = 4;
const furthestPpm = 900;
const takeChance = 0.35;
/** Worth of one quote, in whole quote coins of a market against USDT. */
const worthMin = 200;
const worthMax = 6_000;

const between = (low: number, high: number): number => low + Math.random() * (high - low);

type Quoted = Listed | ListedContract;
type Side = "BUY" | "SELL";
type Shape = { price(ppm: number): string; size(worth: number): string };

const isContract = (market: Quoted): market is ListedContract => "settle" in market;
const isInverse = (market: Quoted): boolean => isContract(market) && market.kind === "INVERSE";

/** Prices at a distance from the index, and sizes of a worth, in the market's own steps. */
function shapeOf(market: Quoted, indexText: string): Shape {
  const index = units(indexText);
  const tick = units(market.tick);
  const lot = units(market.lot);
  // A worth is said in USDT; a market in bitcoin is worth that much less.
  const scale = !isContract(market) && market.quote === "BTC" ? 100_000n : 1n;
  return {
    price(ppm) {
      const ticks = (index + (index * BigInt(Math.trunc(ppm))) / 1_000_000n) / tick;
      return printUnits((ticks > 0n ? ticks : 1n) * tick);
    },
    size(worth) {
      const dollars = BigInt(Math.trunc(worth));
      const lots = isInverse(market) ? dollars : (dollars * 10n ** 16n) / scale / index / lot;
      return printUnits((lots > 0n ? lots : 1n) * lot);
    },
  };
}

async function indexOf({ client }: Trader, symbol: string): Promise<string | undefined> {
  const outcome = await client.call("ticker", { symbol });
  const row = outcome.ok ? outcome.value.rows[0] : undefined;
  return row === undefined || row.index === "" || row.indexStale ? undefined : row.index;
}

type Order = { symbol: string; side: Side; posSide?: "LONG" | "SHORT"; qty: string };

/** An order of a contract closes what is there to be closed, else it opens: otherwise a bot would only ever pile up both positions. */
async function orderOf({ client }: Trader, market: Quoted, side: Side, qty: string): Promise<Order> {
  const { symbol } = market;
  if (!isContract(market)) return { symbol, side, qty };
  const [opened, closed] = side === "BUY" ? (["LONG", "SHORT"] as const) : (["SHORT", "LONG"] as const);
  const held = await client.call("positions", {});
  const position = held.ok ? held.value.rows.find((row) => row.symbol === symbol && row.posSide === closed) : undefined;
  const closes = position !== undefined && units(position.figures.closableQty) >= units(qty);
  return { symbol, side, qty, posSide: closes ? closed : opened };
}

/** One bid and one ask more, at random distances; what has come to lie furthest away is taken back. */
async function quote(trader: Trader, market: Quoted, shape: Shape): Promise<void> {
  const { client } = trader;
  const { symbol } = market;
  for (const side of ["BUY", "SELL"] as const) {
    // Most of the book lies near the middle.
    const away = (nearestPpm + Math.random() ** 2 * furthestPpm) * (side === "BUY" ? -1 : 1);
    const order = await orderOf(trader, market, side, shape.size(between(worthMin, worthMax)));
    await client.call("placeOrder", { ...order, type: "LIMIT", price: shape.price(away) });
  }
  const open = await client.call("openOrders", {});
  if (!open.ok) return;
  for (const side of ["BUY", "SELL"] as const) {
    const mine = open.value.rows.filter((row) => row.symbol === symbol && row.side === side);
    for (const order of furthest(mine, side).slice(quotesPerSide))
      await client.call("cancelOrder", { orderId: order.orderId });
  }
}

function furthest(orders: readonly OrderRow[], side: Side): OrderRow[] {
  const sign = side === "BUY" ? -1n : 1n;
  return orders.toSorted((a, b) => Number((units(a.price) - units(b.price)) * sign));
}

async function take(trader: Trader, market: Quoted, shape: Shape): Promise<void> {
  const side = Math.random() < 0.5 ? "BUY" : "SELL";
  const order = await orderOf(trader, market, side, shape.size(between(20, 1_500)));
  await trader.client.call("placeOrder", { ...order, type: "MARKET" });
}

/**
 * Ordinary users through the ordinary client: one maker per market quotes around the index, another account takes now and then. They
 * know nothing that a trader could not know.
 */
export async function startBots(url: string): Promise<Bots> {
  let isRunning = true;
  const waits = new Set<() => void>();
  const rest = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        waits.delete(done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      waits.add(done);
    });
  const taker = await signIn(url, `bot${firstContractBot}`);

  const makers = new Map<number, Promise<Trader>>();
  /** One session each: sign-ins of one address are limited. */
  function makerOf(number: number): Promise<Trader> {
    const maker = makers.get(number) ?? signIn(url, `bot${number}`);
    makers.set(number, maker);
    return maker;
  }

  async function live(market: Quoted, number: number): Promise<void> {
    const maker = await makerOf(number);
    while (isRunning) {
      const index = await indexOf(maker, market.symbol);
      if (index !== undefined) {
        const shape = shapeOf(market, index);
        await quote(maker, market, shape);
        if (Math.random() < takeChance) await take(taker, market, shape);
      }
      await rest(between(0.6, 1.4) * (market.isMajor ? majorEveryMs : minorEveryMs));
    }
  }

  const lives = [
    ...markets.map((market, i) => live(market, i + 1)),
    ...contracts.map((contract, i) => live(contract, firstContractBot + 1 + (i % contractMakers))),
  ];
  return {
    async stop() {
      isRunning = false;
      for (const wake of waits) wake();
      await Promise.allSettled(lives);
    },
  };
}
