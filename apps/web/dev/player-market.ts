// A made-up market: a random walk with a book around it. Floats are fine here, nothing of it is money.
const tick = 0.1;
const lotDecimals = 3;
const levelsPerSide = 400;

export type Level = { side: "BUY" | "SELL"; price: string; qty: string };
export type Trade = { tradeId: string; price: string; qty: string; takerSide: "BUY" | "SELL"; at: number };

let seed = 20_261_114;
const chance = (): number => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
  return seed / 4_294_967_296;
};
const priceText = (ticks: number): string => (ticks * tick).toFixed(1);
const size = (): string => (0.02 + chance() ** 3 * 6).toFixed(lotDecimals);

export function createMarket(startTicks: number) {
  let [mid, tradeId] = [startTicks, 5_000];
  const book = new Map<string, Level>();
  const set = (level: Level): Level => {
    const key = `${level.side}:${level.price}`;
    if (Number(level.qty) === 0) book.delete(key);
    else book.set(key, level);
    return level;
  };
  const place = (side: "BUY" | "SELL", distance: number): Level =>
    set({ side, price: priceText(side === "BUY" ? mid - distance : mid + distance), qty: size() });
  for (let i = 1; i <= levelsPerSide; i += 1) {
    place("BUY", i * (1 + Math.floor(chance() * 3)));
    place("SELL", i * (1 + Math.floor(chance() * 3)));
  }
  const trade = (takerSide: "BUY" | "SELL", at: number): Trade => ({
    tradeId: String((tradeId += 1)),
    price: priceText(takerSide === "BUY" ? mid + 1 : mid - 1),
    qty: (0.002 + chance() ** 4 * 2).toFixed(lotDecimals),
    takerSide,
    at,
  });
  const now = Date.now();
  const trades: Trade[] = Array.from({ length: 50 }, (_, i) =>
    trade(chance() > 0.5 ? "BUY" : "SELL", now - (50 - i) * 700),
  );

  return {
    get last() {
      return trades.at(-1)!.price;
    },
    get index() {
      return priceText(mid - 3);
    },
    levels: () => [...book.values()],
    trades: () => trades.toReversed(),
    set,
    /** A moment passes: levels change, now and then somebody trades and the price moves. */
    pass(at: number): { levels: Level[]; trades: Trade[] } {
      const moved = chance() < 0.35 ? Math.round((chance() - 0.5) * 12) : 0;
      mid += moved;
      const changed: Level[] = [];
      for (const level of book.values()) {
        const ticks = Math.round(Number(level.price) / tick);
        if (level.side === "BUY" ? ticks >= mid : ticks <= mid) changed.push(set({ ...level, qty: "0.000" }));
      }
      for (let i = 0; i < 8; i += 1)
        changed.push(place(chance() > 0.5 ? "BUY" : "SELL", 1 + Math.floor(chance() ** 2 * 60)));
      const made = chance() < 0.4 ? [trade(chance() > 0.5 ? "BUY" : "SELL", at)] : [];
      trades.push(...made);
      trades.splice(0, trades.length - 50);
      return { levels: changed, trades: made };
    },
    candles(intervalMs: number, limit: number) {
      const rows: object[] = [];
      let close = mid;
      const end = Math.floor(Date.now() / intervalMs);
      const width = Math.sqrt(intervalMs / 60_000) * 60;
      for (let i = 0; i < limit; i += 1) {
        const drift = Math.sin(i / 17) * width * 0.35 + Math.sin(i / 61) * width * 0.3;
        const open = close - drift - (chance() - 0.5) * width * 1.4;
        const [top, low] = [
          Math.max(open, close) + chance() ** 2 * width,
          Math.min(open, close) - chance() ** 2 * width,
        ];
        rows.push({
          at: (end - i) * intervalMs,
          open: priceText(Math.round(open)),
          high: priceText(Math.round(top)),
          low: priceText(Math.round(low)),
          close: priceText(Math.round(close)),
          volume: (20 + chance() ** 2 * 260).toFixed(3),
        });
        close = open;
      }
      return rows.reverse();
    },
  };
}
