import { joinMoney } from "../memory/split-amount.ts";
import type { Memory } from "../memory/memory.ts";
import { Pool } from "../memory/pool.ts";
import { readText } from "../memory/texts.ts";
import { defineRecord, number, numbers, sizeOf, word, words } from "../memory/record.ts";

/** Numbers of assets end below 1024 and of markets below 4096: they share a ledger key of 30 bits. */
export const assetCount = 1024;
export const marketCount = 4096;
export const sourceCount = 8;
export const vipLevelCount = 16;
export const symbolWords = 6;
export const codeWords = 3;

export const marketKind = { spot: 0, linear: 1, inverse: 2 } as const;
export const marketStatus = { preOpen: 0, postOnly: 1, trading: 2, cancelOnly: 3, halt: 4, settling: 5 } as const;

/** The most of an asset that may be booked is maxHigh · 2^52 + maxLow. */
export const Asset = defineRecord("asset", {
  id: word,
  scale: word,
  displayDecimals: word,
  code: words(3),
  maxHigh: word,
  maxLow: number,
});

/** Records that are numbered from outside: a directory from number to record, 0 where there is none. */
class NumberedRecords {
  declare protected readonly memory: Memory;
  declare protected readonly table: number;
  declare private readonly count: number;
  declare private readonly words: number;

  constructor(memory: Memory, count: number, words: number) {
    this.memory = memory;
    this.count = count;
    this.words = words;
    // Number 0 names nothing: its word keeps the highest number there is.
    this.table = memory.take(count);
  }

  /** The record of a number, 0 when nothing is defined under it. */
  at(id: number): number {
    return id > 0 && id < this.count ? this.memory.w[this.table + id]! : 0;
  }

  protected define(id: number): number {
    const known = this.at(id);
    if (known !== 0) return known;
    const record = this.memory.take(this.words);
    this.memory.set(this.table + id, record);
    this.memory.set(record, id);
    if (id > this.memory.w[this.table]!) this.memory.set(this.table, id);
    return record;
  }

  /** All records that there are, by number. */
  all(): number[] {
    const found: number[] = [];
    for (let id = 1; id <= this.memory.w[this.table]!; id += 1) if (this.at(id) !== 0) found.push(this.at(id));
    return found;
  }
}

export class Assets extends NumberedRecords {
  constructor(memory: Memory) {
    super(memory, assetCount, sizeOf(Asset));
  }

  asset(id: number): number {
    return this.define(id);
  }

  isDefined(id: number): boolean {
    return this.at(id) !== 0;
  }

  scale(id: number): number {
    return this.memory.w[this.at(id) + Asset.scale]!;
  }

  code(id: number): string {
    return readText(this.memory, this.at(id) + Asset.code, codeWords);
  }

  maxHeld(id: number): bigint {
    const asset = this.at(id);
    return joinMoney(this.memory.w[asset + Asset.maxHigh]!, this.memory.number(asset + Asset.maxLow));
  }
}

/**
 * Configuration and prices of a market. Sizes in lots, prices in ticks, money in minor units, rates in 1e-8. Fields up to
 * `contract` are words, those from `tick` on numbers, then come the lists.
 */
export const Market = defineRecord("market", {
  id: word,
  kind: word,
  status: word,
  product: word,
  base: word,
  quote: word,
  maxOpenOrders: word,
  band: word,
  farBand: word,
  protection: word,
  indexCap: word,
  /** Ledger accounts of the fees in base and quote. */
  feesBase: word,
  feesQuote: word,
  index: word,
  indexStale: word,
  last: word,
  /** The limits that follow from `bandReference`, six words as named in reference.ts. */
  bandReference: word,
  limits: words(6),
  /** Best bid, best ask; 0 where the side is empty. */
  best: words(2),
  /** The price index: prices below and from 2^30 ticks on. */
  root: words(2),
  /** Prices of the last minute, for the mean that stands in for a stale index: a queue of samples. */
  sampleHead: word,
  sampleTail: word,
  /** What a perpetual has beyond a spot market; 0 for spot. */
  contract: word,
  /** One tick and one lot in 1e-8. */
  tick: number,
  lot: number,
  /** Quote minor units of tick × lot, base minor units of a lot. */
  unit: number,
  lotUnits: number,
  minQty: number,
  maxQty: number,
  maxMarketQty: number,
  minNotional: number,
  maxNotional: number,
  minPrice: number,
  maxPrice: number,
  /** When the index must be looked at again because a source grows too old. */
  indexUntil: number,
  /** Σ price × ms of the closed segments in the queue of samples. */
  sampleSum: number,
  symbol: words(6),
  /** Price sources: weight, last price in ticks, and when it came. */
  weight: words(8),
  sourcePrice: words(8),
  sourceAt: numbers(8),
  /** Position stop losses that have fired and are sent again: the first of longs, and of shorts. */
  armed: words(12),
  /** References of the last 60 s, one a second, for the breaker: where the next goes, how many there are, and the ring. */
  breakerNext: word,
  breakerCount: word,
  breakerSamples: words(60),
  /** What suspends the market, and when it may come back; when the next second of it is due. */
  suspension: word,
  /** Product 5: leverage and interest an hour of base and quote; 0: no margin pair. */
  pairLeverage: word,
  pairBaseRate: word,
  pairQuoteRate: word,
  returnsAt: number,
  secondAt: number,
  staleSince: number,
  /** Which reference the samples are of: a change of source is no move. */
  breakerSource: word,
  /** The margin pairs of users that have a debt. */
  firstPair: word,
  /** Trees of alarms at the index prices where a pair must be looked at again, after a fall and after a rise. */
  pairAlarmDown: words(2),
  pairAlarmUp: words(2),
  /** 1: halted for want of an index, not by an operator: it leaves the halt when the index is back. */
  haltedByIndex: word,
  /** 1: the index has been gone for a minute and more (M4, M5) and is not back yet. */
  indexGone: word,
  /** liquidation is suspended up to the first second from then on, whatever the status; 0: it is not. */
  restsUntil: number,
  /** how much the reference may move within a minute. */
  breaker: words(2),
  /** Trees of alarms: two words for each source, direction and effect that triggers wait for and have, see waiting.ts. */
  alarms: words(24),
  /** How many trailing stops follow LAST, and MARK: while there are none, no price is looked at for them. */
  trailing: words(2),
});

/**
 * Why liquidation is suspended in a market that takes cancels only: the breaker, an index that was gone for a while, a fault of our
 * own, or an operator. The first two end by themselves. `none` is an operator's CANCEL_ONLY in which liquidation goes on.
 */
export const suspension = { none: 0, breaker: 1, index: 2, fault: 3, operator: 4 } as const;
export const endsByItself = (why: number): boolean => why === suspension.breaker || why === suspension.index;

export const Sample = defineRecord("price sample", {
  next: word,
  price: word,
  at: number,
});

export class Markets extends NumberedRecords {
  declare readonly samples: Pool;

  constructor(memory: Memory) {
    super(memory, marketCount, sizeOf(Market));
    this.samples = new Pool(memory, sizeOf(Sample));
  }

  market(id: number): number {
    return this.define(id);
  }

  symbol(market: number): string {
    return readText(this.memory, market + Market.symbol, symbolWords);
  }
}

/** Fee rates by VIP level: maker and taker, spot and perpetual. */
export const feeRate = { spotMaker: 0, spotTaker: 1, perpMaker: 2, perpTaker: 3 } as const;

export class Fees {
  declare private readonly memory: Memory;
  declare private readonly table: number;

  constructor(memory: Memory) {
    this.memory = memory;
    this.table = memory.take(vipLevelCount * 4);
  }

  rate(level: number, which: number): number {
    return this.memory.w[this.table + level * 4 + which]!;
  }

  set(level: number, which: number, rate: number): void {
    this.memory.set(this.table + level * 4 + which, rate);
  }
}
