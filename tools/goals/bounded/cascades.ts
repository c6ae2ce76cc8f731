import { by, crowd, Exchange, par, side } from "./exchange.ts";
import type { Watch } from "./watch.ts";

const rich = 500_000_000n;
const seller = 12;
const bidder = 13;
const shorts = 2_000_000;
const stopsPerUser = 20;
const lotsPerStop = 2;

/** One mark that takes the whole margin of every isolated long; nobody bids, the fund takes them over. */
export function liquidations(n: number, watch: Watch): void {
  const x = new Exchange(watch, { fund: rich });
  x.dealer();
  x.longs(n, 100, 10n, 100);
  x.index(par - 10_000);
  watch.expect("lots before", x.held(n), n * 100);
  watch.begin();
  x.batch(1_000);
  watch.end();
  watch.expect("lots left", x.held(n), 0);
}

/** The same with neither a fund nor a company behind it: every one ends in the positions of the other side. */
export function adl(n: number, watch: Watch): void {
  const x = new Exchange(watch);
  for (let i = 0; i < n; i += 1) {
    x.fund(shorts + i, 100n);
    x.mustOpen(shorts + i, side.short, par, 100);
    x.fund(crowd + i, 10n);
    x.isolate(crowd + i, 100);
    x.mustOpen(crowd + i, side.long, par, 100);
  }
  x.index(par - 10_000);
  watch.expect("lots before", x.held(n), n * 100);
  watch.begin();
  x.batch(1_000);
  watch.end();
  watch.expect("lots left", x.held(n), 0);
  watch.expect("lots of the winners left", x.held(n, 1, side.short, shorts), 0);
}

/** Users with twenty stop losses each on parts of one long, and bids for all of them from 49,200 down. */
function withStops(n: number, watch: Watch, source: number): { x: Exchange; users: number } {
  const x = new Exchange(watch, { fund: rich });
  const users = Math.ceil(n / stopsPerUser);
  x.dealer();
  x.dealer(bidder);
  x.longs(users, stopsPerUser * lotsPerStop, 1_000n);
  for (let uid = crowd; uid < crowd + users; uid += 1)
    for (let k = 0; k < stopsPerUser; k += 1) x.exits(uid, lotsPerStop, source, par - 5_000);
  bids(x, n * lotsPerStop);
  watch.expect("stops before", x.waiting(users), users * stopsPerUser);
  return { x, users };
}

/** A hundred bids that take so many lots together, and some more. */
function bids(x: Exchange, lots: number): void {
  for (let i = 0; i < 100; i += 1) x.mustOpen(bidder, side.long, par - 8_000 - i, Math.ceil(lots / 100) + 20);
}

function allStopped({ x, users }: { x: Exchange; users: number }, watch: Watch): void {
  watch.expect("stops left", x.waiting(users), 0);
  watch.expect("lots left", x.held(users), 0);
}

export function stopsOnMark(n: number, watch: Watch): void {
  const there = withStops(n, watch, by.mark);
  there.x.index(par - 11_000);
  watch.begin();
  there.x.batch(1_000);
  watch.end();
  allStopped(there, watch);
}

/** One trade at 49,200 sets off the first; those that it sells to move the price on. */
export function stopsOnLast(n: number, watch: Watch): void {
  const there = withStops(n, watch, by.last);
  there.x.fund(seller, 10_000n);
  watch.begin();
  there.x.mustOpen(seller, side.short, par - 8_000, 10);
  watch.end();
  allStopped(there, watch);
}

/** Stop losses of whole positions go off where nobody bids and stay armed; what they cost is told for a second in which nothing comes. */
export function armed(n: number, watch: Watch): void {
  const x = new Exchange(watch, { fund: rich });
  x.dealer();
  x.dealer(bidder);
  x.longs(n, 40, 1_000n);
  for (let uid = crowd; uid < crowd + n; uid += 1) x.exits(uid, 0, by.mark, par - 5_000);
  x.index(par - 6_000);
  watch.begin(false);
  x.batch(1_000);
  watch.end();
  watch.expect("armed", x.waiting(n), n);
  watch.begin();
  for (let second = 1; second <= idleSeconds; second += 1) {
    x.index(par - 6_000 - second);
    x.batch(1_000);
  }
  watch.end();
  watch.expect("still armed", x.waiting(n), n);
  watch.begin(false);
  bids(x, n * 40);
  x.batch(1_000);
  watch.end();
  watch.expect("armed when bids have come", x.waiting(n), 0);
  watch.expect("lots left", x.held(n), 0);
}
/** Seconds of market time that the armed stops are watched for: the figure is for one of them. */
export const idleSeconds = 8;
