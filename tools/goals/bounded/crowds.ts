import { type Command, keyForms } from "@tidemark/contracts/journal";
import { contractsOf, openOrdersOf, pairsOf, positionsOf } from "@tidemark/engine";
import { btcUsdt } from "@tidemark/engine/sim";
import { beforeFundingMs, by, crowd, Exchange, market, par, product, side, tick } from "./exchange.ts";
import type { Watch } from "./watch.ts";

const hourMs = 3_600_000;
const secondMs = 1_000;

/** Loans that were all taken at one moment: an hour later the interest of all of them is due in one batch. */
export function interest(n: number, watch: Watch): void {
  const x = new Exchange(watch, { pool: 1_000_000n });
  for (let uid = crowd; uid < crowd + n; uid += 1) x.borrow(uid, 20n, 5n);
  const owed = (): bigint => {
    let sum = 0n;
    for (let uid = crowd; uid < crowd + n; uid += 1) sum += pairsOf(x.state, uid)[0]?.quote.interest ?? 0n;
    return sum;
  };
  const first = owed();
  x.batch(hourMs - secondMs);
  x.index(par);
  watch.begin();
  x.batch(secondMs);
  watch.end();
  watch.expect("interest in all", Number(owed()), Number(first * 2n));
}

/** A market ends with so many positions against one, and two triggers on each. */
export function settlement(n: number, watch: Watch): void {
  const x = new Exchange(watch, { fund: 1_000_000n });
  x.dealer();
  x.longs(n, 2, 30n);
  for (let uid = crowd; uid < crowd + n; uid += 1) x.exits(uid, 0, by.mark, par - 5_000, par + 5_000);
  watch.expect("triggers before", x.waiting(n), n * 2);
  x.operate({ type: "set_market_status", market, status: 3, liquidates: false });
  watch.begin();
  x.operate({ type: "settle_market", market, mark: (par + 100) * tick });
  watch.end();
  watch.expect("triggers left", x.waiting(n), 0);
  watch.expect("lots left", x.held(n), 0);
}

/** As many longs as shorts, each of another user. */
export function funding(n: number, watch: Watch): void {
  const x = new Exchange(watch, { opensMs: beforeFundingMs });
  for (let uid = crowd; uid < crowd + n; uid += 2) {
    x.fund(uid, 30n);
    x.fund(uid + 1, 30n);
    x.mustOpen(uid, side.short, par, 2);
    x.mustOpen(uid + 1, side.long, par, 2);
  }
  x.batch(secondMs);
  x.index(par);
  watch.begin();
  x.batch(secondMs);
  watch.end();
  watch.expect("rate", contractsOf(x.state)[0]!.lastRate, 10_000);
  let funded = 0;
  for (let uid = crowd; uid < crowd + n; uid += 1) if (positionsOf(x.state, uid)[0]?.funding !== 0n) funded += 1;
  watch.expect("positions funded", funded, n);
}

const traders = 100;

/** The command under one key of many: an order that rests, or the cancel of the one before it. */
function keyed(i: number, orderId: number): Command {
  const uid = crowd + ((i >> 1) % traders);
  const key = { form: keyForms.short, w0: i, w1: 0x6f, w2: 0, w3: 0, text: "" };
  const hashes = { keyHigh: Math.imul(i, 0x9e3779b1), keyLow: Math.imul(i ^ 0x5bd1e995, 0x85ebca6b), bodyHash: i };
  if (i % 2 === 1) return { type: "cancel_order", uid, key, ...hashes, orderId };
  return {
    type: "place_order",
    uid,
    key,
    ...hashes,
    market: btcUsdt,
    product: product.spot,
    side: 0,
    orderType: 0,
    tif: 0,
    postOnly: false,
    stp: 0,
    price: (par - 10_000) * tick,
    qty: 100_000,
    quoteAmount: 0,
    posSide: 0,
    trigger: undefined,
    tp: undefined,
    sl: undefined,
  };
}

/** So many commands with a key each within the ten minutes that keys are kept, and some after they have all grown old. */
export function keys(size: number, watch: Watch): void {
  // Every order is followed by its cancel.
  const n = size + (size % 2);
  const x = new Exchange(watch);
  for (let uid = crowd; uid < crowd + traders; uid += 1) x.fund(uid, 1_000_000n, product.spot);
  const send = (from: number, to: number): void => {
    for (let i = from; i < to; i += 1) x.must(keyed(i, x.state.result.ref));
  };
  x.must(keyed(0, 0));
  const first = x.state.result.ref;
  watch.begin();
  send(1, n);
  watch.end();
  x.must(keyed(0, 0));
  watch.expect("order of the first key, sent again", x.state.result.ref, first);
  watch.expect("orders that rest", openOrdersOf(x.state, crowd).length, 0);
  watch.begin(false);
  x.batch(tenMinutesMs + secondMs);
  x.index(par);
  send(n, n + Math.min(n, afterwards));
  watch.end();
}
const tenMinutesMs = 600_000;
const afterwards = 20_000;
