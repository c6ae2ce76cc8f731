import { assetOfKey, bucket, bucketOfKey, signOf, system } from "./ledger/accounts.ts";
import { marketCount, marketStatus } from "./markets/markets.ts";
import { hashOfAll } from "./memory/memory.ts";
import { side } from "./orders/order-table.ts";
import { reserveOf } from "./orders/settle.ts";
import type { State } from "./state.ts";

/** The invariants of the rule book (section 16) that apply, over the whole state. Returns what is broken, in words. */
export function checkAll(state: State): string[] {
  const broken: string[] = [];
  checkLedger(state, broken);
  const holds = new Map<number, bigint>();
  let open = 0;
  for (let market = 1; market < marketCount; market += 1)
    if (state.markets.defined.a[market] === 1) open += checkBook(state, market, holds, broken);
  checkHolds(state, holds, broken);
  if (open !== state.orders.pool.size) broken.push(`I5 ${state.orders.pool.size} order records, ${open} in the books`);
  const all = hashOfAll(state.memory);
  if (all.high !== state.memory.high || all.low !== state.memory.low)
    broken.push("the running hash differs from the recomputed one");
  return broken;
}

/** I1 and I2: sums and signs. */
function checkLedger(state: State, broken: string[]): void {
  const l = state.ledger;
  const sums = new Map<number, bigint>();
  for (let slot = 1; slot < l.end; slot += 1) {
    const key = l.key.get(slot);
    const balance = l.balance(slot);
    sums.set(assetOfKey(key), (sums.get(assetOfKey(key)) ?? 0n) + balance);
    const sign = signOf(bucketOfKey(key));
    if ((sign === 0 && balance < 0n) || (sign === 2 && balance > 0n))
      broken.push(`I2 account ${l.uid.get(slot)}:${key} holds ${balance}`);
    if (bucketOfKey(key) === system.transit && balance !== 0n)
      broken.push(`I2 transit of asset ${assetOfKey(key)} holds ${balance}`);
  }
  for (const [asset, sum] of sums) if (sum !== 0n) broken.push(`I1 asset ${asset} sums to ${sum}`);
}

/** I5 and I6: queues, totals, best prices; gathers what the orders hold. Returns the number of orders. */
function checkBook(state: State, market: number, holds: Map<number, bigint>, broken: string[]): number {
  const { books, orders, stakes } = state;
  const bid = books.bestPrice.a[market * 2]!;
  const ask = books.bestPrice.a[market * 2 + 1]!;
  if (bid !== 0 && ask !== 0 && bid >= ask) broken.push(`I6 market ${market} is crossed: ${bid} ${ask}`);
  let count = 0;
  for (const which of [side.buy, side.sell]) {
    let total = 0;
    let price = 0;
    let last = 0;
    for (let order = books.front(market, which); order !== 0; order = books.behind(market, order, which)) {
      count += 1;
      const at = books.price.get(books.levelOf.get(order));
      const left = books.remaining.get(order);
      if (left < 1 || left > orders.qty.get(order)) broken.push(`I5 order ${orders.idOf(order)} has ${left} left`);
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
      if (books.ahead.get(order) !== last) broken.push(`I6 order ${orders.idOf(order)} stands behind the wrong one`);
      last = order;
      const stake = orders.stake.get(order);
      const account = which === side.buy ? stakes.quoteHold.get(stake) : stakes.baseHold.get(stake);
      holds.set(account, (holds.get(account) ?? 0n) + BigInt(reserveOf(state, market, which, at, left)));
    }
    if (price !== 0 && total !== books.totalAt(market, price))
      broken.push(`I6 level ${price} totals ${books.totalAt(market, price)}, not ${total}`);
  }
  if (count > 0 && state.markets.status.a[market] === marketStatus.settling)
    broken.push(`R-2.4 settled market ${market} has orders`);
  return count;
}

/** I4: what is held is what the open orders reserve, to the unit. */
function checkHolds(state: State, holds: Map<number, bigint>, broken: string[]): void {
  const l = state.ledger;
  for (let slot = 1; slot < l.end; slot += 1) {
    if (bucketOfKey(l.key.get(slot)) !== bucket.hold) continue;
    const expected = holds.get(slot) ?? 0n;
    if (l.balance(slot) !== expected)
      broken.push(
        `I4 account ${l.uid.get(slot)}:${l.key.get(slot)} holds ${l.balance(slot)}, its orders reserve ${expected}`,
      );
  }
}
