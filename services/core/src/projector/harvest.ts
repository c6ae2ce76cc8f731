import { type Names, orderStatuses, refusals, success } from "@tidemark/contracts";
import {
  accountParts,
  type Command,
  type EventRow,
  joinMoney,
  longKeyText,
  type PlaceOrder,
  readEvent,
} from "@tidemark/contracts/codec";
import { orderOf, type State } from "@tidemark/engine";
import { parseUnits, spotValue } from "@tidemark/money";
import type { EngineMachine } from "../engine-machine.ts";
import { clientKeyOf } from "../questions/order-words.ts";
import { quoteUnitOf } from "../questions/worth.ts";
import { Columns } from "./columns.ts";

const minuteMs = 60_000;
const rejected = orderStatuses.indexOf("REJECTED");
const isNew = orderStatuses.indexOf("NEW");
const isPart = orderStatuses.indexOf("PARTIALLY_FILLED");

type Event<T extends EventRow["type"]> = Extract<EventRow, { type: T }>;

type NewOrder = {
  batchSeq: number;
  index: number;
  event: Event<"order_accepted">;
  longKey: string;
  at: number;
};
type Candle = { open: bigint; high: bigint; low: bigint; close: bigint; volume: bigint; quoteVolume: bigint };

/** What one tick, one lot and their product are worth, in the units of the history. */
type Measure = { tick: bigint; lot: bigint; unit: bigint };

/** Collects what a run of batches leaves behind in the history. Everything is absolute at the end of the run, not a change. */
export class Harvest {
  readonly orders = new Columns({
    batch_seq: "bigint",
    command_index: "int",
    order_id: "bigint",
    uid: "bigint",
    market: "int",
    product: "smallint",
    side: "smallint",
    type: "smallint",
    tif: "smallint",
    post_only: "boolean",
    price: "bigint",
    qty: "bigint",
    filled: "bigint",
    value: "bigint",
    fee: "bigint",
    status: "smallint",
    cause: "smallint",
    client_key: "text",
    rejection_key: "text",
    refusal_code: "int",
    refusal_first: "bigint",
    refusal_second: "bigint",
    at: "bigint",
  });
  readonly changes = new Columns({
    order_id: "bigint",
    price: "bigint",
    qty: "bigint",
    filled: "bigint",
    value: "bigint",
    fee: "bigint",
    status: "smallint",
    cause: "smallint",
  });
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
    price: "bigint",
    qty: "bigint",
    fee: "bigint",
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
  readonly candles = new Columns({
    market: "int",
    minute: "bigint",
    open: "bigint",
    high: "bigint",
    low: "bigint",
    close: "bigint",
    volume: "numeric",
    quote_volume: "numeric",
  });

  readonly #machine: EngineMachine;
  readonly #born = new Map<number, NewOrder>();
  readonly #touched = new Set<number>();
  readonly #amended = new Map<number, Event<"order_amended">>();
  readonly #closed = new Map<number, Event<"order_closed">>();
  readonly #balanceOf = new Map<string, { uid: number; account: number; units: bigint }>();
  readonly #candleOf = new Map<string, Candle>();
  // New names mean that a market's tick or lot may have changed.
  readonly #measures = new Map<number, Measure>();
  #measuredBy: Names | undefined;
  #entry: Event<"entry"> | undefined;
  #line = 0;
  #index = 0;

  constructor(machine: EngineMachine) {
    this.#machine = machine;
  }

  get isEmpty(): boolean {
    return (
      this.#born.size + this.#touched.size + this.#closed.size + this.#balanceOf.size === 0 &&
      this.orders.count + this.trades.count === 0
    );
  }
  get rowCount(): number {
    return this.lines.count + this.fills.count + this.#born.size + this.#touched.size;
  }

  /** Takes in the batch that the machine has just ended. */
  add(seq: number, atMs: number, commands: readonly Command[]): void {
    const numbers = this.#machine.events();
    this.#line = 0;
    this.#index = 0;
    this.#entry = undefined;
    for (let at = 0; at < numbers.length;) {
      const { event, next } = readEvent(numbers, at);
      this.#take(event, seq, atMs, commands);
      at = next;
    }
  }

  #take(event: EventRow, seq: number, at: number, commands: readonly Command[]): void {
    switch (event.type) {
      case "order_accepted":
        this.#born.set(event.orderId, { batchSeq: seq, index: this.#index, event, longKey: "", at });
        return;
      case "order_key":
        this.#born.get(event.orderId)!.longKey = longKeyOf(event);
        return;
      case "order_filled":
        return this.#fill(event, seq, at);
      case "order_amended":
        this.#touched.add(event.orderId);
        this.#amended.set(event.orderId, event);
        return;
      case "order_closed":
        this.#closed.set(event.orderId, event);
        return;
      case "entry":
        this.#entry = event;
        return;
      case "ledger_line":
        return this.#ledgerLine(event, seq, at);
      case "answered": {
        const command = commands[event.index];
        if (command?.type === "place_order" && event.result !== success) this.#reject(command, event, seq, at);
        // Rows of one command end with its answer.
        this.#index = event.index + 1;
        return;
      }
      default:
    }
  }

  #measure(market: number): Measure {
    const { names } = this;
    if (names !== this.#measuredBy) this.#measures.clear();
    this.#measuredBy = names;
    let measure = this.#measures.get(market);
    if (measure === undefined) {
      const entry = names.marketOf(market)!;
      const unit = quoteUnitOf(names, market);
      measure = { tick: parseUnits(entry.tickSize)!, lot: parseUnits(entry.lotSize)!, unit };
      this.#measures.set(market, measure);
    }
    return measure;
  }

  get names(): Names {
    return this.#machine.names;
  }

  #fill(event: Event<"order_filled">, seq: number, at: number): void {
    const { market, tradeId } = event;
    const { tick, lot, unit } = this.#measure(market);
    const price = BigInt(event.price) * tick;
    const qty = BigInt(event.qty) * lot;
    this.trades.add({ trade_id: tradeId, market, price, qty, taker_side: event.takerSide, at, batch_seq: seq });
    const side = (role: number): object => ({ trade_id: tradeId, role, market, price, qty, at });
    this.fills.add({
      ...side(0),
      order_id: event.makerOrder,
      uid: event.makerUid,
      side: 1 - event.takerSide,
      fee: event.makerFee,
    } as never);
    this.fills.add({
      ...side(1),
      order_id: event.takerOrder,
      uid: event.takerUid,
      side: event.takerSide,
      fee: event.takerFee,
    } as never);
    this.#touched.add(event.makerOrder);
    this.#touched.add(event.takerOrder);
    this.#candle(market, at - (at % minuteMs), price, qty, spotValue(event.price, event.qty, unit));
  }

  #candle(market: number, minute: number, price: bigint, qty: bigint, value: bigint): void {
    const key = `${market}:${minute}`;
    const candle = this.#candleOf.get(key);
    if (candle === undefined) {
      const first = { open: price, high: price, low: price, close: price, volume: qty, quoteVolume: value };
      return void this.#candleOf.set(key, first);
    }
    if (price > candle.high) candle.high = price;
    if (price < candle.low) candle.low = price;
    candle.close = price;
    candle.volume += qty;
    candle.quoteVolume += value;
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

  /** An order for a market that does not exist was no order, and one under a used key would hide the order that used it. */
  #reject(command: PlaceOrder, event: Event<"answered">, seq: number, at: number): void {
    if (this.names.marketOf(command.market) === undefined) return;
    if (event.result === refusals.DUPLICATE_CLIENT_ID.code) return;
    const { uid, key, keyHigh, keyLow, bodyHash } = command;
    const { first, second } = this.#machine.results;
    this.orders.add({
      batch_seq: seq,
      command_index: event.index,
      order_id: null,
      uid,
      market: command.market,
      product: command.product,
      side: command.side,
      type: command.orderType,
      tif: command.tif,
      post_only: command.postOnly,
      price: command.price,
      qty: command.qty,
      filled: 0,
      value: 0,
      fee: 0,
      status: rejected,
      cause: 0,
      client_key: clientKeyOf(key.form, key.w0, key.w1, key.w2, key.w3, key.text),
      rejection_key: key.form === 0 ? null : `${uid}:${keyHigh}:${keyLow}:${bodyHash}`,
      refusal_code: event.result,
      refusal_first: first[event.index]!,
      refusal_second: second[event.index]!,
      at,
    });
  }

  /** Fills the columns of everything that is only known at the end of the run; the machine must stand there. */
  finish(): void {
    const { state } = this.#machine;
    for (const [id, order] of this.#born) this.orders.add(this.#newOrder(id, order, state));
    for (const id of new Set([...this.#touched, ...this.#closed.keys()]))
      if (!this.#born.has(id)) this.changes.add(this.#change(id, state));
    for (const balance of this.#balanceOf.values()) this.balances.add(balance);
    for (const [key, { quoteVolume, ...candle }] of this.#candleOf) {
      const [market, minute] = key.split(":");
      this.candles.add({ market, minute, ...candle, quote_volume: quoteVolume });
    }
  }

  #newOrder(id: number, { batchSeq, index, event, longKey, at }: NewOrder, state: State) {
    const { keyForm, k0, k1, k2, k3 } = event;
    return {
      batch_seq: batchSeq,
      command_index: index,
      uid: event.uid,
      market: event.market,
      product: event.product,
      side: event.side,
      type: event.orderType,
      tif: event.tif,
      post_only: event.postOnly === 1,
      client_key: clientKeyOf(keyForm, k0, k1, k2, k3, longKey),
      rejection_key: null,
      refusal_code: null,
      refusal_first: null,
      refusal_second: null,
      at,
      ...this.#standing(id, event.market, event.price, event.qty, state),
    };
  }

  #change(id: number, state: State) {
    const market = this.#closed.get(id)?.market ?? orderOf(state, id)!.market;
    return this.#standing(id, market, null, null, state);
  }

  /** How an order stands at the end of the run: open orders as the machine has them, ended ones as they were told. */
  #standing(id: number, market: number, price: number | null, qty: number | null, state: State) {
    const { tick, lot } = this.#measure(market);
    const inTicks = (ticks: number | null): bigint | null => (ticks === null ? null : BigInt(ticks) * tick);
    const inLots = (lots: number | null): bigint | null => (lots === null ? null : BigInt(lots) * lot);
    const closed = this.#closed.get(id);
    if (closed !== undefined) {
      const { status, cause, value, fee } = closed;
      const filled = inLots(closed.filled);
      const last = this.#amended.get(id) ?? { price, qty };
      return { order_id: id, price: inTicks(last.price), qty: inLots(last.qty), filled, value, fee, status, cause };
    }
    const open = orderOf(state, id)!;
    return {
      order_id: id,
      price: inTicks(open.price),
      qty: inLots(open.qty),
      filled: inLots(open.filled),
      value: open.filledValue,
      fee: open.fee,
      status: open.filled > 0 ? isPart : isNew,
      cause: 0,
    };
  }
}

function longKeyOf(event: Event<"order_key">): string {
  const { w0, w1, w2, w3, w4, w5, w6, w7, w8 } = event;
  return longKeyText(event.length, [w0, w1, w2, w3, w4, w5, w6, w7, w8]);
}
