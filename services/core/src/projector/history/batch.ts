import { type CandlePrice, success } from "@tidemark/contracts";
import { accountParts, joinMoney, readEvent } from "@tidemark/contracts/codec";
import type { Command, EventRow } from "@tidemark/contracts/journal";
import type { EngineMachine } from "../../engine-machine.ts";
import { indexPricesOf } from "../../questions/valuation.ts";
import { CandleBatch } from "../markets/candles.ts";
import { Columns } from "../columns.ts";
import { FeedBatch } from "../feed-batch.ts";
import { DepositReferencesBatch } from "./deposit-references.ts";
import { OrderHistoryBatch } from "./batch-orders.ts";
import { PerpHistoryBatch } from "./batch-perps.ts";
import { OpenInterestBatch, type OpenInterestClock } from "../markets/open-interest.ts";
import type { OpenPositions } from "./open-positions.ts";
import { Measures } from "../measures.ts";
import { VolumeDaysBatch } from "../volume-days.ts";

/** A few milliseconds: a batch may have told millions. */
const eventsPerSlice = 2_000;

type Event<T extends EventRow["type"]> = Extract<EventRow, { type: T }>;

/** what neither fund nor company could pay, in minor units. */
const deficitOf = (event: Event<"deficit_booked">, seq: number): Readonly<Record<string, unknown>> => ({
  seq,
  product: event.product,
  asset: event.asset,
  amount: String(joinMoney(event.amountHigh, event.amountLow)),
  total: String(joinMoney(event.totalHigh, event.totalLow)),
});

/** Collects what a run of batches leaves behind in the history. Everything is absolute at the end of the run, not a change. */
export class HistoryBatch {
  /** What an operator must be told of, once it is written. */
  readonly alarms: { readonly text: string; readonly facts: Readonly<Record<string, unknown>> }[] = [];
  readonly trades = new Columns({
    trade_id: "bigint",
    market: "int",
    price: "bigint",
    qty: "bigint",
    taker_side: "smallint",
    at: "bigint",
    batch_seq: "bigint",
  });
  readonly fills = new Columns({
    trade_id: "bigint",
    role: "smallint",
    order_id: "bigint",
    uid: "bigint",
    market: "int",
    side: "smallint",
    pos_side: "smallint",
    price: "bigint",
    qty: "bigint",
    fee: "bigint",
    pnl: "bigint",
    at: "bigint",
  });
  readonly lines = new Columns({
    batch_seq: "bigint",
    line: "int",
    uid: "bigint",
    account: "bigint",
    product: "smallint",
    asset: "int",
    bucket: "smallint",
    cause: "smallint",
    ref: "bigint",
    delta: "bigint",
    balance: "bigint",
    at: "bigint",
  });
  readonly balances = new Columns({ uid: "bigint", account: "bigint", units: "bigint" });
  readonly candles = new CandleBatch();
  readonly openInterest = new OpenInterestBatch();
  readonly volumeDays: VolumeDaysBatch;
  readonly depositReferences = new DepositReferencesBatch();
  readonly feed = new FeedBatch();
  readonly orders: OrderHistoryBatch;
  readonly perps: PerpHistoryBatch;

  readonly #machine: EngineMachine;
  readonly #measures: Measures;
  readonly #openInterestClock: OpenInterestClock;
  readonly #balanceOf = new Map<string, { uid: number; account: number; units: bigint }>();
  #entry: Event<"entry"> | undefined;
  #line = 0;

  constructor(machine: EngineMachine, positions: OpenPositions, openInterestClock: OpenInterestClock) {
    this.#machine = machine;
    this.#openInterestClock = openInterestClock;
    const instruments = () => machine.instruments;
    this.#measures = new Measures(instruments);
    this.orders = new OrderHistoryBatch(machine, this.#measures);
    this.perps = new PerpHistoryBatch(positions, instruments);
    this.volumeDays = new VolumeDaysBatch(instruments, this.#measures, () =>
      indexPricesOf(machine.state, machine.instruments),
    );
  }

  get isEmpty(): boolean {
    const written = this.orders.count + this.perps.count + this.#balanceOf.size + this.trades.count;
    return written + this.feed.rows.count + this.candles.count + this.openInterest.rows.count === 0;
  }
  get rowCount(): number {
    return this.lines.count + this.fills.count + this.orders.count + this.perps.count + this.feed.rows.count;
  }

  /** A batch that the machine applies next. */
  beginning(commands: readonly Command[]): void {
    this.perps.leverages.begin(this.#machine.state, this.#machine.instruments, commands);
  }

  /** Takes in the batch that the machine has just ended, and yields when a slice is over; the machine must stand there until the end. */
  *adding(seq: number, atMs: number, commands: readonly Command[]): Generator<void> {
    const numbers = this.#machine.events();
    this.#line = 0;
    this.#entry = undefined;
    this.orders.beginBatch();
    this.perps.beginBatch();
    this.volumeDays.beginBatch();
    let rows = 0;
    for (let at = 0; at < numbers.length;) {
      const { event, next } = readEvent(numbers, at);
      this.#take(event, seq, atMs, commands);
      this.feed.add(numbers[at]!, numbers, at, next, seq, atMs);
      at = next;
      if ((rows += 1) % eventsPerSlice === 0) yield;
    }
    this.feed.endBatch(seq, atMs);
    const due = this.#openInterestClock.begin(atMs);
    if (due !== undefined) this.openInterest.sample(this.#machine.state, this.#measures, due);
  }

  #take(event: EventRow, seq: number, at: number, commands: readonly Command[]): void {
    switch (event.type) {
      case "order_filled":
        return this.#trade(event, seq, at);
      case "mark_set":
        return this.#priced(event.market, "MARK", event.mark, at);
      case "index_set":
        return this.#priced(event.market, "INDEX", event.index, at);
      case "entry":
        this.#entry = event;
        return;
      case "ledger_line":
        return this.#ledgerLine(event, seq, at);
      case "deposit_reference":
        return this.depositReferences.add(event);
      case "answered": {
        const command = commands[event.index];
        if (command?.type === "place_order" && event.result !== success) this.orders.reject(command, event, seq, at);
        return;
      }
      case "command_failed":
        return void this.alarms.push({ text: "core: a handler failed", facts: { seq, market: event.market } });
      case "producer_stopped":
        return void this.alarms.push({
          text: "core: a producer is stopped",
          facts: { seq, producer: event.producer, expected: event.expected },
        });
      case "deficit_booked":
        return void this.alarms.push({ text: "core: a deficit was booked", facts: deficitOf(event, seq) });
      default:
        this.orders.take(event, seq, at);
        this.perps.take(event, seq, at);
    }
  }

  #priced(market: number, kind: CandlePrice, ticks: number, at: number): void {
    if (ticks > 0) this.candles.add(market, kind, at, this.#measures.of(market).inTicks(ticks));
  }

  #trade(event: Event<"order_filled">, seq: number, at: number): void {
    const { market, tradeId } = event;
    const measure = this.#measures.of(market);
    const price = measure.inTicks(event.price);
    const qty = measure.inLots(event.qty);
    this.trades.add({ trade_id: tradeId, market, price, qty, taker_side: event.takerSide, at, batch_seq: seq });
    this.candles.add(market, "LAST", at, price, qty, measure.worth(event.price, event.qty));
    this.#fillRows(event, at);
    this.volumeDays.add(event, at);
  }

  #fillRows(event: Event<"order_filled">, at: number): void {
    const { market, tradeId } = event;
    const makerPnl = joinMoney(event.makerPnlHigh, event.makerPnlLow);
    const takerPnl = joinMoney(event.takerPnlHigh, event.takerPnlLow);
    const measure = this.#measures.of(market);
    const both = {
      trade_id: tradeId,
      market,
      price: measure.inTicks(event.price),
      qty: measure.inLots(event.qty),
      at,
    };
    this.fills.add({
      ...both,
      role: 0,
      order_id: event.makerOrder,
      uid: event.makerUid,
      side: 1 - event.takerSide,
      pos_side: event.makerPosSide,
      fee: event.makerFee,
      pnl: makerPnl,
    });
    this.fills.add({
      ...both,
      role: 1,
      order_id: event.takerOrder,
      uid: event.takerUid,
      side: event.takerSide,
      pos_side: event.takerPosSide,
      fee: event.takerFee,
      pnl: takerPnl,
    });
    this.orders.filled(event.makerOrder, makerPnl);
    this.orders.filled(event.takerOrder, takerPnl);
  }

  #ledgerLine(event: Event<"ledger_line">, seq: number, at: number): void {
    const { uid, account, delta } = event;
    const { product, asset, bucket } = accountParts(account);
    const balance = joinMoney(event.high, event.low);
    const { cause, ref } = this.#entry!;
    this.lines.add({
      batch_seq: seq,
      line: this.#line,
      uid,
      account,
      product,
      asset,
      bucket,
      cause,
      ref,
      delta,
      balance,
      at,
    });
    this.#line += 1;
    this.#balanceOf.set(`${uid}:${account}`, { uid, account, units: balance });
  }

  /** Fills the columns of everything that is only known at the end of the run; the machine must stand there. */
  finish(): void {
    this.orders.finish();
    this.perps.finish();
    this.volumeDays.finish();
    for (const balance of this.#balanceOf.values()) this.balances.add(balance);
    this.candles.finish();
  }
}
