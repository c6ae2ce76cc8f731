import type { EventRow } from "@tidemark/contracts/journal";
import { bandMax, bandMin } from "@tidemark/money";
import { fillValue } from "../../model/rules/contract.ts";
import { feeOn } from "../../model/rules/fees.ts";
import { system } from "../../src/ledger/accounts.ts";
import { feeRate, Market } from "../../src/records/market.ts";
import { entryCause, orderType, side as sides } from "../../src/records/order.ts";
import { User } from "../../src/records/user.ts";
import { Contract } from "../../src/records/contract.ts";
import type { State } from "../../src/state/state.ts";
import type { Entry, Of, Report } from "./ledger.ts";
import type { PositionFold } from "./positions.ts";
import type { SettingsFold } from "./settings.ts";

type Order = {
  readonly uid: number;
  readonly side: number;
  readonly market: number;
  readonly vip: number;
  /** The worst price it may trade at, in ticks. */
  price: number;
  /** Its turn among those of its price. */
  turn: number;
};

/** Causes for which fees are paid or given back. */
const feeCauses: readonly number[] = [entryCause.fill, entryCause.referral, entryCause.withdrawal];

/**
 * I14 and I15 from the event rows: a trade is made with the first order of the best level, within both limits, never inside one group; its
 * fees are the formula's, or all that was left, and they are what the journal says.
 */
export class TradeWatch {
  declare private readonly report: Report;
  declare private readonly positions: PositionFold;
  declare private readonly settings: SettingsFold;
  private readonly orders = new Map<number, Order>();
  private readonly waiting = new Map<number, Map<number, Order>>();
  private turns = 0;
  private entryOfFill: Entry | undefined;

  constructor(report: Report, positions: PositionFold, settings: SettingsFold) {
    this.report = report;
    this.positions = positions;
    this.settings = settings;
  }

  entry(entry: Entry): void {
    if (entry.cause === entryCause.fill) this.entryOfFill = entry;
    if (!feeCauses.includes(entry.cause) && entry.lines.some((line) => line.bucket === system.fees))
      this.report(`I15 an entry for cause ${entry.cause} moves fees`);
  }

  see(state: State, event: EventRow): void {
    if (event.type === "order_accepted") this.accepted(state, event);
    else if (event.type === "order_amended") this.amended(event);
    else if (event.type === "order_filled") this.filled(state, event);
    else if (event.type === "order_closed") {
      const order = this.orders.get(event.orderId);
      this.orders.delete(event.orderId);
      if (order !== undefined) this.queueOf(order.market, order.side).delete(event.orderId);
    }
  }

  private queueOf(market: number, side: number): Map<number, Order> {
    const key = market * 2 + side;
    const queue = this.waiting.get(key) ?? new Map<number, Order>();
    this.waiting.set(key, queue);
    return queue;
  }

  private accepted(state: State, event: Of<"order_accepted">): void {
    const user = state.users.find(event.uid);
    const price = event.orderType === orderType.limit ? event.price : this.worst(state, event.market, event.side);
    const vip = state.memory.w[user + User.vip]!;
    this.turns += 1;
    const order = { uid: event.uid, side: event.side, market: event.market, vip, price, turn: this.turns };
    this.orders.set(event.orderId, order);
    this.queueOf(event.market, event.side).set(event.orderId, order);
  }

  /** how far an order at market may go from the mark; on spot the reference is not told. */
  private worst(state: State, market: number, side: number): number {
    const { w } = state.memory;
    const record = state.markets.at(market);
    const contract = w[record + Market.contract]!;
    const mark = this.positions.markOf(market);
    if (contract === 0 || mark === 0) return side === sides.buy ? Number.MAX_SAFE_INTEGER : 0;
    const band = Math.max(w[record + Market.protection]!, w[contract + Contract.flashBand]!);
    return side === sides.buy ? bandMax(mark, band) : bandMin(mark, band);
  }

  private amended(event: Of<"order_amended">): void {
    const order = this.orders.get(event.orderId);
    if (order === undefined) return;
    order.price = event.price;
    if (event.keptPlace === 0) order.turn = this.turns += 1;
  }

  private filled(state: State, event: Of<"order_filled">): void {
    const maker = this.orders.get(event.makerOrder);
    const taker = this.orders.get(event.takerOrder);
    if (maker === undefined || taker === undefined) return this.report("I14 a trade of an unknown order");
    const trade = `trade ${event.tradeId} in market ${event.market}`;
    if (maker.price !== event.price) this.report(`R-5.2 ${trade} at ${event.price}, rested at ${maker.price}`);
    if (taker.side === sides.buy ? event.price > taker.price : event.price < taker.price)
      this.report(`I14 ${trade} at ${event.price} is beyond the taker's limit of ${taker.price}`);
    if (maker.uid === taker.uid) this.report(`I14 ${trade} is with oneself`);
    if (maker.uid !== event.makerUid || taker.uid !== event.takerUid) this.report(`I14 ${trade} names somebody else`);
    for (const [id, other] of this.queueOf(event.market, maker.side))
      if (isBefore(other, maker)) this.report(`I14 ${trade} passed over order ${id} at ${other.price}`);
    if (event.makerPosSide === 0) this.spotFees(state, event, maker, taker);
    else this.perpFees(state, event, maker, taker);
  }

  private spotFees(state: State, event: Of<"order_filled">, maker: Order, taker: Order): void {
    const { w, d } = state.memory;
    const market = state.markets.at(event.market);
    const number = (field: number): bigint => BigInt(d[(market + field) >> 1]!);
    const value = BigInt(event.price) * BigInt(event.qty) * number(Market.unit);
    const base = BigInt(event.qty) * number(Market.lotUnits);
    for (const [order, fee, rate] of [
      [taker, event.takerFee, feeRate.spotTaker],
      [maker, event.makerFee, feeRate.spotMaker],
    ] as const) {
      const isBuyer = order.side === sides.buy;
      if (BigInt(fee) !== feeOn(isBuyer ? base : value, state.fees.rate(order.vip, rate)))
        this.report(`I15 a fee of trade ${event.tradeId} is off`);
      this.journaled(event, w[market + (isBuyer ? Market.base : Market.quote)]!, BigInt(fee));
    }
  }

  private perpFees(state: State, event: Of<"order_filled">, maker: Order, taker: Order): void {
    const { w } = state.memory;
    const contract = this.positions.contractOf(state, event.market)!;
    const value = fillValue(contract, BigInt(event.price), BigInt(event.qty));
    const settle = w[w[state.markets.at(event.market) + Market.contract]! + Contract.settle]!;
    this.journaled(event, settle, BigInt(event.makerFee) + BigInt(event.takerFee));
    for (const [order, fee, rate, positionSide] of [
      [maker, event.makerFee, feeRate.perpMaker, event.makerPosSide],
      [taker, event.takerFee, feeRate.perpTaker, event.takerPosSide],
    ] as const) {
      const expected = order.uid === 0 ? 0n : feeOn(value, state.fees.rate(order.vip, rate));
      if (BigInt(fee) === expected) continue;
      const who = `${order.uid} in trade ${event.tradeId} pays ${fee}, not ${expected}`;
      if (BigInt(fee) > expected || fee < 0) this.report(`I15 ${who}`);
      else if (order.side === positionSide - 1) this.report(`I15 ${who}, and opens`);
      else this.capped(state, order, positionSide, BigInt(fee), who);
    }
  }

  /** V108: a fee is less only where it took all that was left. */
  private capped(state: State, order: Order, positionSide: number, fee: bigint, who: string): void {
    const left = this.settings.leftBehind(state, order.uid, order.market, positionSide);
    if (left > 0n || (left < 0n && fee > 0n)) this.report(`I15 ${who}, and ${left} is left`);
  }

  /** The fee lines of the trade's own entry, in one asset. */
  private journaled(event: Of<"order_filled">, asset: number, expected: bigint): void {
    const entry = this.entryOfFill;
    if (entry?.ref !== event.tradeId) return this.report(`I15 trade ${event.tradeId} has no entry`);
    let sum = 0n;
    for (const line of entry.lines) if (line.bucket === system.fees && line.asset === asset) sum += line.delta;
    if (sum !== expected) this.report(`I15 trade ${event.tradeId} books ${sum} of fees, its rows say ${expected}`);
  }
}

const isBefore = (one: Order, other: Order): boolean => {
  if (one === other) return false;
  if (one.price === other.price) return one.turn < other.turn;
  return one.side === sides.buy ? one.price > other.price : one.price < other.price;
};
