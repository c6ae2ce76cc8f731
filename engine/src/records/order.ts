import { field, highWord, joinWords, lowWord } from "../memory/bits.ts";
import type { Memory } from "../memory/memory.ts";
import { Pool } from "../memory/pool.ts";
import { Table } from "../memory/table.ts";
import { readText, writeText } from "../memory/texts.ts";
import { defineRecord, number, sizeOf, word } from "../memory/record.ts";

export const side = { buy: 0, sell: 1 } as const;
export const orderType = { limit: 0, market: 1 } as const;
export const tif = { gtc: 0, ioc: 1, fok: 2 } as const;
export const stp = { expireMaker: 0, expireTaker: 1, expireBoth: 2 } as const;
export const status = {
  new: 0,
  partiallyFilled: 1,
  filled: 2,
  canceled: 3,
  expired: 4,
  triggered: 7,
  triggerFailed: 8,
} as const;
export const cause = {
  none: 0,
  user: 1,
  ioc: 2,
  protection: 3,
  stp: 4,
  margin: 5,
  age: 6,
  deadMan: 7,
  positionClosed: 8,
  closeTrim: 9,
  liquidation: 10,
  adl: 11,
  bonusExpired: 12,
  settlement: 13,
  ocoSibling: 14,
  cancelAll: 15,
} as const;
/** Why a ledger entry was posted; numbers as in the contracts' list. */
export const entryCause = {
  deposit: 0,
  transfer: 1,
  orderHold: 2,
  orderRelease: 3,
  fill: 4,
  margin: 5,
  funding: 6,
  liquidationFee: 7,
  takeover: 8,
  engineClose: 9,
  adl: 10,
  netting: 11,
  deficit: 12,
  settlement: 13,
  treasury: 14,
  fundSeed: 15,
  sweep: 16,
  campaign: 17,
  grant: 18,
  forfeit: 19,
  expiry: 20,
  voucher: 21,
  coupon: 22,
  referral: 23,
  earn: 24,
  reorg: 25,
  loan: 26,
  repay: 27,
  interest: 28,
  pairLiquidation: 29,
  withdrawal: 30,
  clawback: 31,
} as const;

/** An order that rests in a book. Ended orders leave no trace: history keeps them. */
export const Order = defineRecord("order", {
  idLow: word,
  idHigh: word,
  /** The user's userMarket in the market: who, where, and with which ledger accounts. */
  userMarket: word,
  terms: word,
  qty: word,
  /** The key's own entry once it has left the queue of recent keys. */
  keptKey: word,
  /** The user's orders, in the order of their ids. */
  older: word,
  newer: word,
  /** The client's key in four words; of a long one the first word leads to its text. */
  k0: word,
  k1: word,
  k2: word,
  k3: word,
  /** Its place in the book: ahead, after, level, remaining. */
  ahead: word,
  after: word,
  level: word,
  remaining: word,
  acceptedAt: number,
  /** What its fills came to, once there is one; of a perpetual's order also what it reserves. */
  tally: word,
  /** Of a perpetual's order: the TP/SL that hang on it. */
  attached: word,
});

/**
 * Σ value of the fills in quote minor units, and the fees paid in the asset received. Of an opening order of a perpetual: what is reserved
 * for its remainder, and the price that was assumed for it.
 */
const Tally = defineRecord("order tally", {
  value: number,
  fee: number,
  reserve: number,
  assumed: word,
});

const longWords = 9;
const longForm = 3;

/** What an order was told at its entry, in one number: side, type, tif, post only, stp, VIP level, key form, position (R-13.1 keeps the level). */
export const packTerms = (
  orderSide: number,
  type: number,
  orderTif: number,
  postOnly: boolean,
  mode: number,
  vip: number,
  keyForm: number,
  position: number,
): number =>
  ((((((position * 8 + keyForm) * 16 + vip) * 4 + mode) * 2 + (postOnly ? 1 : 0)) * 4 + orderTif) * 4 + type) * 2 +
  orderSide;

/** a buy opens a long and closes a short. Spot orders (no position) do neither. */
export const opens = (orderSide: number, position: number): boolean => position - 1 === orderSide;
export const closes = (orderSide: number, position: number): boolean => position !== 0 && position - 1 !== orderSide;

export class Orders {
  declare readonly pool: Pool;
  declare private readonly memory: Memory;
  declare private readonly byId: Table;
  declare private readonly tallies: Pool;
  declare private readonly longKeys: Pool;

  constructor(memory: Memory) {
    this.memory = memory;
    this.pool = new Pool(memory, sizeOf(Order));
    this.byId = new Table(memory);
    this.tallies = new Pool(memory, sizeOf(Tally));
    this.longKeys = new Pool(memory, longWords);
  }

  find(id: number): number {
    return id === 0 ? 0 : this.byId.find(lowWord(id), highWord(id));
  }

  idOf(order: number): number {
    const { w } = this.memory;
    return joinWords(w[order + Order.idHigh]!, w[order + Order.idLow]!);
  }

  /** Makes a new record findable by the id that stands in it. */
  index(order: number): void {
    this.byId.insert(order);
  }

  /** An ended order goes, with all that hangs on it. */
  drop(order: number): void {
    const { w } = this.memory;
    this.byId.remove(order);
    if (this.keyForm(order) === longForm) this.longKeys.free(w[order + Order.k0]!);
    const tally = w[order + Order.tally]!;
    if (tally !== 0) this.tallies.free(tally);
    this.pool.free(order);
  }

  filledValue(order: number): number {
    const tally = this.memory.w[order + Order.tally]!;
    return tally === 0 ? 0 : this.memory.number(tally + Tally.value);
  }

  fee(order: number): number {
    const tally = this.memory.w[order + Order.tally]!;
    return tally === 0 ? 0 : this.memory.number(tally + Tally.fee);
  }

  setTally(order: number, value: number, fee: number): void {
    const { memory } = this;
    let tally = memory.w[order + Order.tally]!;
    if (tally === 0) {
      if (value === 0 && fee === 0) return;
      tally = this.newTally(order);
    }
    memory.setNumber(tally + Tally.value, value);
    memory.setNumber(tally + Tally.fee, fee);
  }

  private newTally(order: number): number {
    const { memory } = this;
    const tally = this.tallies.alloc();
    memory.setNumber(tally + Tally.value, 0);
    memory.setNumber(tally + Tally.fee, 0);
    memory.setNumber(tally + Tally.reserve, 0);
    memory.set(tally + Tally.assumed, 0);
    memory.set(order + Order.tally, tally);
    return tally;
  }

  reserve(order: number): number {
    const tally = this.memory.w[order + Order.tally]!;
    return tally === 0 ? 0 : this.memory.number(tally + Tally.reserve);
  }

  assumed(order: number): number {
    const tally = this.memory.w[order + Order.tally]!;
    return tally === 0 ? 0 : this.memory.w[tally + Tally.assumed]!;
  }

  setReserve(order: number, reserve: number, assumed: number): void {
    const tally = this.memory.w[order + Order.tally]! || this.newTally(order);
    this.memory.setNumber(tally + Tally.reserve, reserve);
    this.memory.set(tally + Tally.assumed, assumed);
  }

  /** Keeps the text of a key that does not pack into four words; returns where. */
  keepLongKey(text: string): number {
    const at = this.longKeys.alloc();
    writeText(this.memory, at, longWords, text);
    return at;
  }

  /** The text of a key that did not pack into four words. */
  longKey(order: number): string {
    return this.keyForm(order) === longForm ? readText(this.memory, this.memory.w[order + Order.k0]!, longWords) : "";
  }

  private terms(order: number): number {
    return this.memory.w[order + Order.terms]!;
  }
  side(order: number): number {
    return field(this.terms(order), 0, 1);
  }
  type(order: number): number {
    return field(this.terms(order), 1, 3);
  }
  tif(order: number): number {
    return field(this.terms(order), 3, 3);
  }
  postOnly(order: number): boolean {
    return field(this.terms(order), 5, 1) === 1;
  }
  stp(order: number): number {
    return field(this.terms(order), 6, 3);
  }
  vip(order: number): number {
    return field(this.terms(order), 8, 15);
  }
  keyForm(order: number): number {
    return field(this.terms(order), 12, 7);
  }
  /** 0 none (spot), 1 long, 2 short. */
  posSide(order: number): number {
    return field(this.terms(order), 15, 3);
  }
}
