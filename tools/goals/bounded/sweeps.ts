import { by, crowd, dealer, Exchange, par, side, tif } from "./exchange.ts";
import type { Watch } from "./watch.ts";

const taker = 14;
const ordersPerUser = 190;
const lotsPerLevel = 2;
/** not to be filled whole at once. */
const notFilledWhole = 21_015;

/** So many price levels of one small order each, a tick apart, and one with money who takes from them. */
function levels(n: number, watch: Watch, posSide: number): Exchange {
  const x = new Exchange(watch);
  x.dealer();
  x.dealer(taker);
  const first = posSide === side.short ? par + 100 : par - 100;
  const step = posSide === side.short ? 1 : -1;
  for (let level = 0; level < n; level += 1) {
    const uid = crowd + Math.floor(level / ordersPerUser);
    if (level % ordersPerUser === 0) x.fund(uid, 50_000n);
    x.mustOpen(uid, posSide, first + step * level, lotsPerLevel);
  }
  return x;
}

function take(n: number, watch: Watch, lots: number, how: number): { code: number; filled: number } {
  const x = levels(n, watch, side.short);
  watch.begin();
  const code = x.open(taker, side.long, par + 100 + n, lots, { tif: how });
  watch.end();
  return { code, filled: x.lotsOf(taker) };
}

/** As many resting orders as a fill-or-kill may look at: it is filled. */
export function fokFilled(n: number, watch: Watch): void {
  const { code, filled } = take(n, watch, n * lotsPerLevel, tif.fok);
  watch.expect("answer", code, 200);
  watch.expect("lots filled", filled, n * lotsPerLevel);
}

/** Far more of them: it is filled whole, or refused without a trace. */
export function fokDeep(n: number, watch: Watch): void {
  const { code, filled } = take(n, watch, n * lotsPerLevel, tif.fok);
  if (code === 200) watch.expect("lots filled", filled, n * lotsPerLevel);
  else {
    watch.expect("answer", code, notFilledWhole);
    watch.expect("lots filled", filled, 0);
  }
}

/** One lot more than there is: refused, and it may be sent again for nothing. */
export function fokRefused(n: number, watch: Watch): void {
  const { code, filled } = take(n, watch, n * lotsPerLevel + 1, tif.fok);
  watch.expect("answer", code, notFilledWhole);
  watch.expect("lots filled", filled, 0);
}

export function ioc(n: number, watch: Watch): void {
  const { code, filled } = take(n, watch, n * lotsPerLevel, tif.ioc);
  watch.expect("answer", code, 200);
  watch.expect("lots filled", filled, n * lotsPerLevel);
}

/** A long of the taker as large as all the bids. */
function withLong(n: number, watch: Watch): Exchange {
  const x = levels(n, watch, side.long);
  x.mustOpen(dealer, side.short, par, n * lotsPerLevel);
  x.mustOpen(taker, side.long, par, n * lotsPerLevel);
  watch.expect("lots before", x.lotsOf(taker), n * lotsPerLevel);
  return x;
}

export function triggerChild(n: number, watch: Watch): void {
  const x = withLong(n, watch);
  x.exits(taker, 0, by.mark, par - 10);
  x.index(par - 50);
  watch.begin();
  x.batch(1_000);
  watch.end();
  watch.expect("lots left", x.lotsOf(taker), 0);
}

export function closeAll(n: number, watch: Watch): void {
  const x = withLong(n, watch);
  watch.begin();
  const code = x.closeAll(taker);
  watch.end();
  watch.expect("answer", code, 200);
  watch.expect("lots left", x.lotsOf(taker), 0);
}
