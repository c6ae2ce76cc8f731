import { field, highWord, joinWords, lowWord } from "../memory/bits.ts";
import { PairTable } from "../memory/hash-table.ts";
import type { IntField, NumberField } from "../memory/cells.ts";
import type { I32, Memory } from "../memory/memory.ts";
import { intsOf, numbersOf, Pool } from "../memory/pool.ts";
import { readText, writeText } from "../memory/texts.ts";

export const side = { buy: 0, sell: 1 } as const;
export const orderType = { limit: 0, market: 1 } as const;
export const tif = { gtc: 0, ioc: 1, fok: 2 } as const;
export const stp = { expireMaker: 0, expireTaker: 1, expireBoth: 2 } as const;
export const status = { new: 0, partiallyFilled: 1, filled: 2, canceled: 3, expired: 4 } as const;
export const cause = {
  none: 0,
  user: 1,
  ioc: 2,
  protection: 3,
  stp: 4,
  age: 6,
  settlement: 13,
  cancelAll: 15,
} as const;
/** Why a ledger entry was posted; numbers as in the contracts' list. */
export const entryCause = { deposit: 0, transfer: 1, orderHold: 2, orderRelease: 3, fill: 4 } as const;

/** An order is one cache line. The last four words belong to the book: its queue runs through the order records. */
export const orderWords = 16;
export const orderWord = {
  idLow: 0,
  idHigh: 1,
  stake: 2,
  terms: 3,
  qty: 4,
  keyEntry: 5,
  older: 6,
  newer: 7,
  k0: 8,
  k1: 9,
  k2: 10,
  k3: 11,
  queue: 12,
} as const;
const longWords = 9;
const longForm = 3;

/** What an order was told at its entry, in one number: side, type, tif, post only, stp, VIP level, key form (R-13.1 keeps the level). */
export const packTerms = (
  orderSide: number,
  type: number,
  orderTif: number,
  postOnly: boolean,
  mode: number,
  vip: number,
  keyForm: number,
): number => (((((keyForm * 16 + vip) * 4 + mode) * 2 + (postOnly ? 1 : 0)) * 4 + orderTif) * 4 + type) * 2 + orderSide;

/** Orders that rest in a book. Ended orders leave no trace here: history keeps them. */
export class Orders {
  declare readonly pool: Pool;
  /** All words of all orders; the fields below are views of them. */
  declare readonly words: I32;
  declare readonly idLow: IntField;
  declare readonly idHigh: IntField;
  /** The user's stake in the market: who, where, and with which ledger accounts. */
  declare readonly stake: IntField;
  declare readonly terms: IntField;
  declare readonly qty: IntField;
  /** The key's own entry once it has left the ring of recent keys. */
  declare readonly keyEntry: IntField;
  /** The user's orders, in the order of their ids. */
  declare readonly older: IntField;
  declare readonly newer: IntField;
  /** The client's key in four words; of a long one the first word is its number. */
  declare readonly k0: IntField;
  declare readonly k1: IntField;
  declare readonly k2: IntField;
  declare readonly k3: IntField;
  /** Σ value of the fills in quote minor units, and the fees paid in the asset received. */
  declare readonly filledValue: NumberField;
  declare readonly fee: NumberField;
  declare readonly acceptedAt: NumberField;
  declare readonly longKeys: Pool;
  declare private readonly longText: I32;
  declare private readonly byId: PairTable;

  constructor(memory: Memory) {
    this.pool = new Pool(memory, 64);
    const words = this.pool.i32(orderWords);
    this.words = words;
    const [idLow, idHigh, stake, terms, qty, keyEntry, older, newer, k0, k1, k2, k3] = intsOf(words, orderWords);
    this.idLow = idLow!;
    this.idHigh = idHigh!;
    this.stake = stake!;
    this.terms = terms!;
    this.qty = qty!;
    this.keyEntry = keyEntry!;
    this.older = older!;
    this.newer = newer!;
    this.k0 = k0!;
    this.k1 = k1!;
    this.k2 = k2!;
    this.k3 = k3!;
    const [filledValue, fee, acceptedAt] = numbersOf(this.pool.f64(3), 3);
    this.filledValue = filledValue!;
    this.fee = fee!;
    this.acceptedAt = acceptedAt!;
    this.byId = new PairTable(memory, { column: words, stride: orderWords, offset: 0 });
    this.longKeys = new Pool(memory, 4);
    this.longText = this.longKeys.i32(longWords);
  }

  find(id: number): number {
    return this.byId.find(lowWord(id), highWord(id));
  }

  idOf(order: number): number {
    return joinWords(this.idHigh.get(order), this.idLow.get(order));
  }

  /** Makes a new record findable by the id that stands in it. */
  index(order: number): void {
    this.byId.insert(order);
  }

  unindex(order: number): void {
    this.byId.remove(order);
    if (this.keyForm(order) === longForm) this.longKeys.free(this.k0.get(order));
  }

  /** Keeps the text of a key that does not pack into four words; returns its number. */
  keepLongKey(text: string): number {
    const slot = this.longKeys.alloc();
    writeText(this.longText, slot, longWords, text);
    return slot;
  }

  /** The text of a key that did not pack into four words. */
  longKey(order: number): string {
    return this.keyForm(order) === longForm ? readText(this.longText, this.k0.get(order), longWords) : "";
  }

  side(order: number): number {
    return field(this.terms.get(order), 0, 1);
  }
  type(order: number): number {
    return field(this.terms.get(order), 1, 3);
  }
  tif(order: number): number {
    return field(this.terms.get(order), 3, 3);
  }
  postOnly(order: number): boolean {
    return field(this.terms.get(order), 5, 1) === 1;
  }
  stp(order: number): number {
    return field(this.terms.get(order), 6, 3);
  }
  vip(order: number): number {
    return field(this.terms.get(order), 8, 15);
  }
  keyForm(order: number): number {
    return field(this.terms.get(order), 12, 7);
  }

  needsGrowth(): boolean {
    return this.pool.made > this.byId.room;
  }
  grow(): void {
    this.byId.grow();
  }
  settle(): void {
    this.pool.settle();
    this.longKeys.settle();
    this.byId.settle();
  }
}
