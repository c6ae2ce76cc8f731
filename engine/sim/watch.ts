import { accountParts, type EventRow, joinMoney, readEvents } from "@tidemark/contracts/codec";
import { feeOf } from "@tidemark/money";
import { feeRate, Market } from "../src/markets/markets.ts";
import { User } from "../src/orders/users.ts";
import { allBalances } from "../src/questions.ts";
import type { State } from "../src/state.ts";

/**
 * Reads the events of every command as an outsider would and holds them against the rules: what each entry sums to, that balances are a
 * fold of their lines, that trades keep to their limits and fees to their rates.
 */
export class Watcher {
  readonly broken: string[] = [];
  readonly counts: Record<string, number> = {};
  readonly refusals: Record<number, number> = {};
  private readonly balances = new Map<string, bigint>();
  private readonly flights = new Map<string, bigint>();
  private readonly limits = new Map<number, { uid: number; side: number; price: number; vip: number }>();

  /** The event rows of one command, and the state after it. */
  look(state: State, numbers: Float64Array): void {
    const events = readEvents(numbers);
    let open: { lines: number; sums: Map<number, bigint> } | undefined;
    for (const event of events) {
      this.counts[event.type] = (this.counts[event.type] ?? 0) + 1;
      if (event.type === "entry") open = { lines: event.lines, sums: new Map() };
      else if (event.type === "ledger_line" && open !== undefined) {
        this.line(event, open.sums);
        open.lines -= 1;
        if (open.lines === 0) this.closeEntry(open.sums);
      } else if (event.type === "order_accepted") this.accepted(state, event);
      else if (event.type === "order_amended") this.amended(event);
      else if (event.type === "order_filled") this.filled(state, event);
      else if (event.type === "order_closed") this.limits.delete(event.orderId);
      else if (event.type === "withdrawal_requested") this.inFlight(event, 1n);
      else if (event.type === "withdrawal_ended") this.inFlight(event, -1n);
      else if (event.type === "refused") this.refusals[event.result] = (this.refusals[event.result] ?? 0) + 1;
      else if (event.type === "poisoned") this.broken.push(`a command was poisoned: ${JSON.stringify(event)}`);
    }
    for (const market of state.markets.all()) {
      const bid = state.books.best(market, 0);
      const ask = state.books.best(market, 1);
      if (bid !== 0 && ask !== 0 && bid >= ask) this.broken.push(`I6 crossed after a command: ${bid} ${ask}`);
    }
  }

  /** I4 for the wallet: what it holds is what was asked for and has not ended. */
  private inFlight(event: { uid: number; asset: number; amountHigh: number; amountLow: number }, sign: bigint): void {
    const key = `${event.uid}:${event.asset}`;
    const amount = joinMoney(event.amountHigh, event.amountLow) * sign;
    this.flights.set(key, (this.flights.get(key) ?? 0n) + amount);
  }

  private line(event: Extract<EventRow, { type: "ledger_line" }>, sums: Map<number, bigint>): void {
    const key = `${event.uid}:${event.account}`;
    const asset = accountParts(event.account).asset;
    const after = (this.balances.get(key) ?? 0n) + BigInt(event.delta);
    this.balances.set(key, after);
    sums.set(asset, (sums.get(asset) ?? 0n) + BigInt(event.delta));
    if (after !== joinMoney(event.high, event.low))
      this.broken.push(`R-3.1 ${key}: the lines fold to ${after}, the event says otherwise`);
  }

  private closeEntry(sums: Map<number, bigint>): void {
    for (const [asset, sum] of sums) if (sum !== 0n) this.broken.push(`I1 an entry sums to ${sum} of asset ${asset}`);
  }

  private accepted(state: State, event: Extract<EventRow, { type: "order_accepted" }>): void {
    const user = state.users.find(event.uid);
    const price = event.orderType === 0 ? event.price : event.side === 0 ? Number.MAX_SAFE_INTEGER : 0;
    this.limits.set(event.orderId, { uid: event.uid, side: event.side, price, vip: state.memory.w[user + User.vip]! });
  }

  private amended(event: Extract<EventRow, { type: "order_amended" }>): void {
    const order = this.limits.get(event.orderId);
    if (order !== undefined) order.price = event.price;
  }

  /** I14 and I15: a trade keeps to both limits, never joins one group, and each fee is the formula's. */
  private filled(state: State, event: Extract<EventRow, { type: "order_filled" }>): void {
    // Fees of perpetuals are of another base and may be capped; the engine's own orders pay none.
    if (event.makerPosSide !== 0) return;
    const maker = this.limits.get(event.makerOrder);
    const taker = this.limits.get(event.takerOrder);
    if (maker === undefined || taker === undefined) return void this.broken.push("I14 a trade of an unknown order");
    if (maker.price !== event.price) this.broken.push(`R-5.2 traded at ${event.price}, rested at ${maker.price}`);
    if (taker.side === 0 ? event.price > taker.price : event.price < taker.price)
      this.broken.push("I14 beyond the taker's limit");
    if (maker.uid === taker.uid) this.broken.push("I14 a trade with oneself");
    const market = state.markets.at(event.market);
    const value = BigInt(event.price) * BigInt(event.qty) * BigInt(state.memory.number(market + Market.unit));
    const base = BigInt(event.qty) * BigInt(state.memory.number(market + Market.lotUnits));
    const received = (side: number): bigint => (side === 0 ? base : value);
    if (BigInt(event.takerFee) !== feeOf(received(taker.side), state.fees.rate(taker.vip, feeRate.spotTaker)))
      this.broken.push("I15 a taker's fee is off");
    if (BigInt(event.makerFee) !== feeOf(received(maker.side), state.fees.rate(maker.vip, feeRate.spotMaker)))
      this.broken.push("I15 a maker's fee is off");
  }

  /** Balances are a fold over the lines (R-3.1): every account, to the unit. */
  compareLedger(state: State): void {
    for (const { uid, account, units } of allBalances(state)) {
      const folded = this.balances.get(`${uid}:${account}`) ?? 0n;
      const { product, asset, bucket } = accountParts(account);
      if (product === 1 && bucket === 1 && units !== (this.flights.get(`${uid}:${asset}`) ?? 0n))
        this.broken.push(
          `I4 the wallet of ${uid} holds ${units}, in flight are ${this.flights.get(`${uid}:${asset}`)}`,
        );
      if (folded !== units) this.broken.push(`R-3.1 ${uid}:${account} holds ${units}, its lines fold to ${folded}`);
    }
  }
}
