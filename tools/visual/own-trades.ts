import { signIn, type Trader } from "../dev/trader.ts";

/** Who holds what the pictures of the terminal show: a seeded account that no test counts the positions of. */
export const traderName = "bot15";
const otherName = "bot16";

const perpetual = { symbol: "BTCUSDT-PERP", product: 4 } as const;
const inverse = { symbol: "BTCUSD-PERP", product: 3 } as const;

async function mark(of: Trader, symbol: string): Promise<number> {
  const answer = await of.client.call("contracts", { symbol });
  if (!answer.ok || answer.value.rows[0] === undefined) throw new Error(`no mark of ${symbol}`);
  return Number(answer.value.rows[0].mark);
}
const near = (price: number, share: number): string => (price * (1 + share)).toFixed(1);

async function done(what: string, outcome: Promise<{ ok: boolean; message?: string }>): Promise<void> {
  const { ok, message } = await outcome;
  if (!ok) throw new Error(`${what}: ${message ?? ""}`);
}

/** A long and a short with TP and SL, orders that rest and wait, and an order that brought TP/SL along. */
export async function makeOwnTrades(url: string): Promise<void> {
  const [own, other] = [await signIn(url, traderName, "visual"), await signIn(url, otherName, "visual")];
  try {
    for (const [{ symbol }, qty] of [
      [perpetual, "0.25"],
      [inverse, "4000"],
    ] as const) {
      const price = await mark(own, symbol);
      const at = near(price, 0);
      const limit = { symbol, type: "LIMIT", price: at, qty } as const;
      await done("short", other.client.call("placeOrder", { ...limit, side: "SELL", posSide: "SHORT" }));
      // Another may have taken the short: then the next offer is taken.
      const crossing = { ...limit, price: near(price, 0.002) } as const;
      await done("long", own.client.call("placeOrder", { ...crossing, side: "BUY", posSide: "LONG" }));
      const exits = {
        tp: { triggerPrice: near(price, 0.02), triggerBy: "MARK" },
        sl: { triggerPrice: near(price, -0.02), triggerBy: "MARK" },
      } as const;
      await done("exits", own.client.call("setTpsl", { symbol, posSide: "LONG", ...exits }));
      await done(
        "order",
        own.client.call("placeOrder", {
          ...limit,
          price: near(price, -0.006),
          side: "BUY",
          posSide: "LONG",
          tp: exits.tp,
          sl: { ...exits.sl, triggerPrice: near(price, -0.025) },
        }),
      );
      await done(
        "trigger",
        own.client.call("placeOrder", {
          symbol,
          side: "SELL",
          posSide: "SHORT",
          type: "MARKET_TRIGGER",
          qty,
          triggerPrice: near(price, -0.008),
          triggerBy: "MARK",
        }),
      );
    }
  } finally {
    own.close();
    other.close();
  }
}
