import { joinMoney } from "../ledger/limbs.ts";
import type { Memory } from "../memory/memory.ts";
import { Pool } from "../memory/pool.ts";
import { readText } from "../memory/texts.ts";

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
export const Asset = { id: 0, scale: 1, displayDecimals: 2, code: 3, maxHigh: 6, maxLow: 8 } as const;
const assetWords = 10;

/** Records that are numbered from outside: a directory from number to record, 0 where there is none. */
class Directory {
  declare protected readonly memory: Memory;
  declare protected readonly directory: number;
  declare private readonly count: number;
  declare private readonly words: number;

  constructor(memory: Memory, count: number, words: number) {
    this.memory = memory;
    this.count = count;
    this.words = words;
    // Number 0 names nothing: its word keeps the highest number there is.
    this.directory = memory.take(count);
  }

  /** The record of a number, 0 when nothing is defined under it. */
  at(id: number): number {
    return id > 0 && id < this.count ? this.memory.w[this.directory + id]! : 0;
  }

  protected define(id: number): number {
    const known = this.at(id);
    if (known !== 0) return known;
    const record = this.memory.take(this.words);
    this.memory.set(this.directory + id, record);
    this.memory.set(record, id);
    if (id > this.memory.w[this.directory]!) this.memory.set(this.directory, id);
    return record;
  }

  /** All records that there are, by number. */
  all(): number[] {
    const found: number[] = [];
    for (let id = 1; id <= this.memory.w[this.directory]!; id += 1) if (this.at(id) !== 0) found.push(this.at(id));
    return found;
  }
}

export class Assets extends Directory {
  constructor(memory: Memory) {
    super(memory, assetCount, assetWords);
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
export const Market = {
  id: 0,
  kind: 1,
  status: 2,
  product: 3,
  base: 4,
  quote: 5,
  maxOpenOrders: 6,
  band: 7,
  farBand: 8,
  protection: 9,
  indexCap: 10,
  /** Ledger accounts of the fees in base and quote. */
  feesBase: 11,
  feesQuote: 12,
  index: 13,
  indexStale: 14,
  last: 15,
  /** The limits that follow from `bandReference`, six words as named in reference.ts. */
  bandReference: 16,
  limits: 17,
  /** Best bid, best ask; 0 where the side is empty. */
  best: 23,
  /** The price index: prices below and from 2^30 ticks on. */
  root: 25,
  /** Prices of the last minute, for the mean that stands in for a stale index: a queue of samples. */
  sampleHead: 27,
  sampleTail: 28,
  /** What a perpetual has beyond a spot market; 0 for spot. */
  contract: 29,
  /** One tick and one lot in 1e-8. */
  tick: 30,
  lot: 32,
  /** Quote minor units of tick × lot, base minor units of a lot. */
  unit: 34,
  lotUnits: 36,
  minQty: 38,
  maxQty: 40,
  maxMarketQty: 42,
  minNotional: 44,
  maxNotional: 46,
  minPrice: 48,
  maxPrice: 50,
  /** When the index must be looked at again because a source grows too old. */
  indexUntil: 52,
  /** Σ price × ms of the closed segments in the queue of samples. */
  sampleSum: 54,
  symbol: 56,
  /** Price sources: weight, last price in ticks, and when it came. */
  weight: 62,
  sourcePrice: 70,
  sourceAt: 78,
  /** Position stop losses that have fired and are sent again: the first of longs, and of shorts. */
  armed: 94,
  /** References of the last 60 s, one a second, for the breaker: where the next goes, how many there are, and the ring. */
  breakerNext: 106,
  breakerCount: 107,
  breakerSamples: 108,
  /** What suspends the market, and when it may come back; when the next second of it is due. */
  suspension: 168,
  /** Product 5: leverage and interest an hour of base and quote; 0: no margin pair. */
  pairLeverage: 169,
  pairBaseRate: 170,
  pairQuoteRate: 171,
  returnsAt: 172,
  secondAt: 174,
  staleSince: 176,
  /** Which reference the samples are of: a change of source is no move. */
  breakerSource: 178,
  /** The margin pairs of users that have a debt. */
  firstPair: 179,
  /** Trees of alarms at the index prices where a pair must be looked at again, after a fall and after a rise. */
  pairWatchDown: 180,
  pairWatchUp: 182,
  /** 1: halted for want of an index, not by an operator: it leaves the halt when the index is back. */
  haltedByIndex: 184,
  /** 1: the index has been gone for a minute and more (M4, M5) and is not back yet. */
  indexGone: 185,
  /** liquidation is suspended up to the first second from then on, whatever the status; 0: it is not. */
  restsUntil: 186,
  /** how much the reference may move within a minute. */
  breaker: 188,
  /** Trees of alarms: two words for each source, direction and effect that triggers wait for and have, see waiting.ts. */
  alarms: 190,
  /** How many trailing stops follow LAST, and MARK: while there are none, no price is looked at for them. */
  trailing: 214,
} as const;
const marketWords = 216;

/**
 * Why liquidation is suspended in a market that takes cancels only: the breaker, an index that was gone for a while, a fault of our
 * own, or an operator. The first two end by themselves. `none` is an operator's CANCEL_ONLY in which liquidation goes on.
 */
export const suspension = { none: 0, breaker: 1, index: 2, fault: 3, operator: 4 } as const;
export const endsByItself = (why: number): boolean => why === suspension.breaker || why === suspension.index;

export const Sample = { next: 0, price: 1, at: 2 } as const;
const sampleWords = 4;

export class Markets extends Directory {
  declare readonly samples: Pool;

  constructor(memory: Memory) {
    super(memory, marketCount, marketWords);
    this.samples = new Pool(memory, sampleWords);
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
