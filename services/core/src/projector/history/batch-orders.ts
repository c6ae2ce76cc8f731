import { type Instruments, orderStatuses, refusals } from "@tidemark/contracts";
import { wordsText } from "@tidemark/contracts/codec";
import type { CommandOf, EventRow } from "@tidemark/contracts/journal";
import { orderOf } from "@tidemark/engine";
import type { EngineMachine } from "../../engine-machine.ts";
import { clientKeyOf } from "../../questions/order-row.ts";
import { Columns } from "../columns.ts";
import type { Measures } from "../measures.ts";

type Event<T extends EventRow["type"]> = Extract<EventRow, { type: T }>;
type Born<E> = {
  readonly batchSeq: number;
  readonly line: number;
  readonly event: E;
  longKey: string;
  readonly at: number;
};

const rejected = orderStatuses.indexOf("REJECTED");
const isNew = orderStatuses.indexOf("NEW");
const isPart = orderStatuses.indexOf("PARTIALLY_FILLED");
const isPending = orderStatuses.indexOf("PENDING_TRIGGER");
/** A limit or market order that waited: see the contracts' list of order kinds. */
const waited = 2;

const notRefused = { rejection_key: null, refusal_code: null, refusal_first: null, refusal_second: null };
const noCallback = { callback_bps: null, callback_ticks: null };
const neverWaited = { role: null, trigger_price: null, trigger_by: null, child_id: null, ...noCallback };

/** Orders, and what waits to become one: how each stands at the end of a run of batches. */
export class OrderHistoryBatch {
  readonly orders = new Columns({
    batch_seq: "bigint",
    line: "int",
    order_id: "bigint",
    uid: "bigint",
    market: "int",
    product: "smallint",
    side: "smallint",
    pos_side: "smallint",
    type: "smallint",
    tif: "smallint",
    post_only: "boolean",
    price: "bigint",
    qty: "bigint",
    role: "smallint",
    trigger_price: "bigint",
    trigger_by: "smallint",
    callback_bps: "smallint",
    callback_ticks: "bigint",
    child_id: "bigint",
    filled: "bigint",
    value: "bigint",
    fee: "bigint",
    pnl: "bigint",
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
    trigger_price: "bigint",
    child_id: "bigint",
    refusal_code: "int",
    filled: "bigint",
    value: "bigint",
    fee: "bigint",
    pnl: "bigint",
    status: "smallint",
    cause: "smallint",
  });

  readonly #machine: EngineMachine;
  readonly #measures: Measures;
  readonly #born = new Map<number, Born<Event<"order_accepted">>>();
  readonly #touched = new Set<number>();
  readonly #amended = new Map<number, Event<"order_amended">>();
  readonly #closed = new Map<number, Event<"order_closed">>();
  readonly #pnl = new Map<number, bigint>();
  readonly #waiting = new Map<number, Born<Event<"trigger_accepted">>>();
  readonly #waitsAmended = new Map<number, Event<"trigger_amended">>();
  readonly #waitsEnded = new Map<number, Event<"trigger_ended">>();
  #line = 0;

  constructor(machine: EngineMachine, measures: Measures) {
    this.#machine = machine;
    this.#measures = measures;
  }

  get count(): number {
    const { size } = this.#closed;
    const waits = this.#waiting.size + this.#waitsAmended.size + this.#waitsEnded.size;
    return this.#born.size + this.#touched.size + size + waits + this.orders.count;
  }

  beginBatch(): void {
    this.#line = 0;
  }

  take(event: EventRow, seq: number, at: number): void {
    const born = <E>(of: E): Born<E> => ({ batchSeq: seq, line: this.#line++, event: of, longKey: "", at });
    switch (event.type) {
      case "order_accepted":
        return void this.#born.set(event.orderId, born(event));
      case "order_key":
        (this.#born.get(event.orderId) ?? this.#waiting.get(event.orderId))!.longKey = longKeyOf(event);
        return;
      case "order_amended":
        this.#touched.add(event.orderId);
        return void this.#amended.set(event.orderId, event);
      case "order_closed":
        return void this.#closed.set(event.orderId, event);
      case "trigger_accepted":
        return void this.#waiting.set(event.orderId, born(event));
      case "trigger_amended":
        return void this.#waitsAmended.set(event.orderId, event);
      case "trigger_ended":
        return void this.#waitsEnded.set(event.orderId, event);
      default:
    }
  }

  /** A fill of the order, and what it realised. */
  filled(orderId: number, pnl: bigint): void {
    this.#touched.add(orderId);
    if (pnl !== 0n) this.#pnl.set(orderId, (this.#pnl.get(orderId) ?? 0n) + pnl);
  }

  /** An order for a market that does not exist was no order, and one under a used key would hide the order that used it. */
  reject(command: CommandOf<"place_order">, event: Event<"answered">, seq: number, at: number): void {
    const market = this.#instruments.marketOf(command.market);
    if (market === undefined || event.result === refusals.DUPLICATE_CLIENT_ID.code) return;
    const { uid, key, keyHigh, keyLow, bodyHash, trigger } = command;
    const { first, second } = this.#machine.results;
    this.orders.add({
      batch_seq: seq,
      line: this.#line++,
      order_id: null,
      uid,
      market: command.market,
      product: command.product === 0 ? market.product : command.product,
      side: command.side,
      pos_side: command.posSide,
      type: command.orderType + (trigger === undefined ? 0 : waited),
      tif: command.tif,
      post_only: command.postOnly,
      price: command.price,
      qty: command.qty,
      ...(trigger === undefined
        ? neverWaited
        : { role: 0, trigger_price: trigger.price, trigger_by: trigger.by, child_id: null, ...noCallback }),
      filled: 0,
      value: 0,
      fee: 0,
      pnl: 0,
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

  get #instruments(): Instruments {
    return this.#machine.instruments;
  }

  /** Fills the columns of everything that is only known at the end of the run; the machine must stand there. */
  finish(): void {
    for (const [id, order] of this.#born) if (!this.#isVain(id, order)) this.orders.add(this.#newOrder(id, order));
    for (const [id, order] of this.#waiting) this.orders.add(this.#newWait(id, order));
    for (const id of new Set([...this.#touched, ...this.#closed.keys()]))
      if (!this.#born.has(id)) this.changes.add(this.#change(id));
    for (const id of new Set([...this.#waitsAmended.keys(), ...this.#waitsEnded.keys()]))
      if (!this.#waiting.has(id)) this.changes.add(this.#changedWait(id));
  }

  /** The engine offers what it took over every second; an offer that nobody took is no history. */
  #isVain(id: number, { event }: Born<Event<"order_accepted">>): boolean {
    return event.uid === 0 && this.#closed.get(id)?.filled === 0;
  }

  #newOrder(id: number, { batchSeq, line, event, longKey, at }: Born<Event<"order_accepted">>) {
    const { keyForm, k0, k1, k2, k3 } = event;
    return {
      batch_seq: batchSeq,
      line,
      uid: event.uid,
      market: event.market,
      product: event.product,
      side: event.side,
      pos_side: event.posSide,
      type: event.orderType,
      tif: event.tif,
      post_only: event.postOnly === 1,
      client_key: clientKeyOf(keyForm, k0, k1, k2, k3, longKey),
      ...neverWaited,
      ...notRefused,
      at,
      ...this.#standing(id, event.market, event.price, event.qty),
    };
  }

  #change(id: number) {
    const market = this.#closed.get(id)?.market ?? orderOf(this.#machine.state, id)!.market;
    const standing = this.#standing(id, market, null, null);
    return { ...standing, trigger_price: null, child_id: null, refusal_code: null };
  }

  /** How an order stands at the end of the run: open orders as the machine has them, ended ones as they were told. */
  #standing(id: number, market: number, price: number | null, qty: number | null) {
    const { inTicks, inLots } = this.#measures.of(market);
    const closed = this.#closed.get(id);
    const pnl = this.#pnl.get(id) ?? 0n;
    if (closed !== undefined) {
      const { status, cause, value, fee } = closed;
      const filled = inLots(closed.filled);
      const last = this.#amended.get(id) ?? { price, qty };
      return {
        order_id: id,
        price: inTicks(last.price),
        qty: inLots(last.qty),
        filled,
        value,
        fee,
        pnl,
        status,
        cause,
      };
    }
    const open = orderOf(this.#machine.state, id)!;
    return {
      order_id: id,
      price: inTicks(open.price),
      qty: inLots(open.qty),
      filled: inLots(open.filled),
      value: open.filledValue,
      fee: open.fee,
      pnl,
      status: open.filled > 0 ? isPart : isNew,
      cause: 0,
    };
  }

  #newWait(id: number, { batchSeq, line, event, longKey, at }: Born<Event<"trigger_accepted">>) {
    const { keyForm, k0, k1, k2, k3 } = event;
    const { inTicks, inLots } = this.#measures.of(event.market);
    const last = this.#waitsAmended.get(id) ?? event;
    return {
      batch_seq: batchSeq,
      line,
      order_id: id,
      uid: event.uid,
      market: event.market,
      product: event.product,
      side: event.side,
      pos_side: event.posSide,
      type: event.orderType + waited,
      tif: event.tif,
      post_only: event.postOnly === 1,
      price: inTicks(last.price),
      qty: inLots(last.qty),
      role: event.role,
      trigger_price: inTicks(last.triggerPrice),
      trigger_by: event.triggerBy,
      callback_bps: event.callbackBps || null,
      callback_ticks: event.callbackTicks || null,
      client_key: clientKeyOf(keyForm, k0, k1, k2, k3, longKey),
      ...notRefused,
      at,
      ...this.#waitEnd(id),
    };
  }

  #changedWait(id: number) {
    const amended = this.#waitsAmended.get(id);
    const { inTicks, inLots } = this.#measures.of((amended ?? this.#waitsEnded.get(id))!.market);
    return {
      order_id: id,
      price: inTicks(amended?.price ?? null),
      qty: inLots(amended?.qty ?? null),
      trigger_price: inTicks(amended?.triggerPrice ?? null),
      refusal_code: null,
      ...this.#waitEnd(id),
    };
  }

  /** What a trigger became, or that it still waits. It fills nothing itself. */
  #waitEnd(id: number) {
    const ended = this.#waitsEnded.get(id);
    const none = { filled: 0, value: 0, fee: 0, pnl: 0 };
    if (ended === undefined) return { ...none, child_id: null, status: isPending, cause: 0 };
    const { child, result, status, cause } = ended;
    return {
      ...none,
      child_id: child === 0 ? null : child,
      ...(result === 0 ? {} : { refusal_code: result }),
      status,
      cause,
    };
  }
}

function longKeyOf(event: Event<"order_key">): string {
  const { w0, w1, w2, w3, w4, w5, w6, w7, w8 } = event;
  return wordsText(event.length, [w0, w1, w2, w3, w4, w5, w6, w7, w8]);
}
