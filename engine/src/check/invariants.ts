import { assetOfKey, bucket, bucketOfKey, product, productOfKey, signOf, system } from "../ledger/accounts.ts";
import { Account } from "../ledger/ledger.ts";
import { Market, marketStatus } from "../records/market.ts";
import { Order, side } from "../records/order.ts";
import { reserveOf } from "../spot/settle.ts";
import { UserMarket } from "../records/user.ts";
import { checkPerps } from "./invariants-perps.ts";
import type { State } from "../state/state.ts";

/** The invariants of the rule book (section 16) that apply, over the whole state. Returns what is broken, in words. */
export function checkAll(state: State): string[] {
  const broken: string[] = [];
  checkLedger(state, broken);
  const holds = new Map<number, bigint>();
  let open = 0;
  for (const market of state.markets.all()) open += checkBook(state, market, holds, broken);
  checkPerps(state, holds, broken);
  checkHolds(state, holds, broken);
  if (open !== state.orders.pool.size) broken.push(`I5 ${state.orders.pool.size} order records, ${open} in the books`);
  const all = state.memory.hashOfAll();
  if (all.high !== state.memory.high || all.low !== state.memory.low)
    broken.push("the running hash differs from the recomputed one");
  return broken;
}

/** I1 and I2: sums and signs. */
function checkLedger(state: State, broken: string[]): void {
  const { w } = state.memory;
  const sums = new Map<number, bigint>();
  for (const account of state.ledger.accounts.records()) {
    const key = w[account + Account.key]!;
    const balance = state.ledger.balance(account);
    sums.set(assetOfKey(key), (sums.get(assetOfKey(key)) ?? 0n) + balance);
    const sign = signOf(bucketOfKey(key));
    if ((sign === 0 && balance < 0n) || (sign === 2 && balance > 0n))
      broken.push(`I2 account ${w[account]}:${key} holds ${balance}`);
    if (bucketOfKey(key) === system.transit && balance !== 0n)
      broken.push(`I2 transit of asset ${assetOfKey(key)} holds ${balance}`);
  }
  for (const [asset, sum] of sums) if (sum !== 0n) broken.push(`I1 asset ${asset} sums to ${sum}`);
}

/** I5 and I6: queues, totals, best prices; gathers what the orders hold. Returns the number of orders. */
function checkBook(state: State, market: number, holds: Map<number, bigint>, broken: string[]): number {
  const { books, orders } = state;
  const { w } = state.memory;
  const bid = books.best(market, side.buy);
  const ask = books.best(market, side.sell);
  if (bid !== 0 && ask !== 0 && bid >= ask) broken.push(`I6 market ${w[market]} is crossed: ${bid} ${ask}`);
  let count = 0;
  for (const which of [side.buy, side.sell]) {
    let total = 0;
    let price = 0;
    let last = 0;
    for (let order = books.front(market, which); order !== 0; order = books.behind(market, order, which)) {
      count += 1;
      const at = books.priceOf(order);
      const left = w[order + Order.remaining]!;
      if (left < 1 || left > w[order + Order.qty]!) broken.push(`I5 order ${orders.idOf(order)} has ${left} left`);
      if (orders.side(order) !== which) broken.push(`I6 order ${orders.idOf(order)} rests on the wrong side`);
      if (orders.find(orders.idOf(order)) !== order)
        broken.push(`I5 order ${orders.idOf(order)} is not found by its id`);
      if (at !== price) {
        if (price !== 0 && (which === side.buy ? at >= price : at <= price))
          broken.push(`I6 levels out of order at ${at}`);
        if (price !== 0 && total !== books.totalAt(market, price))
          broken.push(`I6 level ${price} totals ${books.totalAt(market, price)}, not ${total}`);
        total = 0;
        last = 0;
      }
      price = at;
      total += left;
      if (w[order + Order.ahead] !== last) broken.push(`I6 order ${orders.idOf(order)} stands behind the wrong one`);
      last = order;
      // What orders of perpetuals reserve is gathered with their accounts.
      if (w[market + Market.contract] !== 0) continue;
      const account = w[w[order + Order.userMarket]! + UserMarket.hold + which]!;
      holds.set(account, (holds.get(account) ?? 0n) + BigInt(reserveOf(state, market, which, at, left)));
    }
    if (price !== 0 && total !== books.totalAt(market, price))
      broken.push(`I6 level ${price} totals ${books.totalAt(market, price)}, not ${total}`);
  }
  if (count > 0 && w[market + Market.status] === marketStatus.settling)
    broken.push(`R-2.4 settled market ${w[market]} has orders`);
  return count;
}

/** I4: what is held is what the open orders reserve, to the unit. */
function checkHolds(state: State, holds: Map<number, bigint>, broken: string[]): void {
  const { w } = state.memory;
  for (const account of state.ledger.accounts.records()) {
    const key = w[account + Account.key]!;
    // What the wallet holds are withdrawals in flight, which the watcher folds from their events.
    if (bucketOfKey(key) !== bucket.hold || productOfKey(key) === product.wallet) continue;
    const expected = holds.get(account) ?? 0n;
    const held = state.ledger.balance(account);
    if (held !== expected) broken.push(`I4 account ${w[account]}:${key} holds ${held}, its orders reserve ${expected}`);
  }
}
