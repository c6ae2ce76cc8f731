import { Fixed } from "../memory/fixed.ts";
import type { F64, I32, Memory } from "../memory/memory.ts";
import { Pool } from "../memory/pool.ts";

/** Numbers of assets end below 1024 and of markets below 4096: they share a ledger key of 30 bits. */
export const assetCount = 1024;
export const marketCount = 4096;
export const sourceCount = 8;
export const vipLevelCount = 16;
export const symbolWords = 6;
export const codeWords = 3;

export const marketKind = { spot: 0, linear: 1, inverse: 2 } as const;
export const marketStatus = { preOpen: 0, postOnly: 1, trading: 2, cancelOnly: 3, halt: 4, settling: 5 } as const;

export class Assets {
  declare readonly defined: I32;
  declare readonly code: I32;
  declare readonly scale: I32;
  declare readonly displayDecimals: I32;
  /** The most of it that may be booked: high · 2^52 + low. */
  declare readonly maxHigh: I32;
  declare readonly maxLow: F64;

  constructor(memory: Memory) {
    const table = new Fixed(memory, assetCount);
    this.defined = table.i32();
    this.code = table.i32(codeWords);
    this.scale = table.i32();
    this.displayDecimals = table.i32();
    this.maxHigh = table.i32();
    this.maxLow = table.f64();
  }
}

/** Configuration and prices of every market. Sizes in lots, prices in ticks, money in minor units, rates in 1e-8. */
export class Markets {
  declare readonly table: Fixed;
  declare readonly defined: I32;
  declare readonly symbol: I32;
  declare readonly kind: I32;
  declare readonly status: I32;
  declare readonly base: I32;
  declare readonly quote: I32;
  declare readonly product: I32;
  /** One tick and one lot in 1e-8. */
  declare readonly tick: F64;
  declare readonly lot: F64;
  /** Quote minor units of tick × lot, base minor units of a lot. */
  declare readonly unit: F64;
  declare readonly lotUnits: F64;
  declare readonly minQty: F64;
  declare readonly maxQty: F64;
  declare readonly maxMarketQty: F64;
  declare readonly minNotional: F64;
  declare readonly maxNotional: F64;
  declare readonly minPrice: F64;
  declare readonly maxPrice: F64;
  declare readonly band: I32;
  declare readonly farBand: I32;
  declare readonly protection: I32;
  declare readonly indexCap: I32;
  declare readonly maxOpenOrders: I32;
  /** Ledger slots of the fees in base and quote. */
  declare readonly feesBase: I32;
  declare readonly feesQuote: I32;
  /** Price sources: weight, last price in ticks, and when it came. */
  declare readonly weight: I32;
  declare readonly sourcePrice: I32;
  declare readonly sourceAt: F64;
  declare readonly index: I32;
  declare readonly indexStale: I32;
  /** When the index must be looked at again because a source grows too old. */
  declare readonly indexUntil: F64;
  declare readonly last: I32;
  /** The limits that follow from `bandReference`: buy max, sell min, buy min, sell max, market buy cap, market sell floor. */
  declare readonly bandReference: I32;
  declare readonly limits: I32;
  /** Prices of the last minute, for the mean that stands in for a stale index: a queue of (since, price). */
  declare readonly sampleHead: I32;
  declare readonly sampleTail: I32;
  /** Σ price × ms of the closed segments in the queue. */
  declare readonly sampleSum: F64;
  declare readonly samples: Pool;
  declare readonly sampleAt: F64;
  declare readonly samplePrice: I32;
  declare readonly sampleNext: I32;

  constructor(memory: Memory) {
    const table = new Fixed(memory, marketCount);
    this.table = table;
    this.defined = table.i32();
    this.symbol = table.i32(symbolWords);
    this.kind = table.i32();
    this.status = table.i32();
    this.base = table.i32();
    this.quote = table.i32();
    this.product = table.i32();
    this.tick = table.f64();
    this.lot = table.f64();
    this.unit = table.f64();
    this.lotUnits = table.f64();
    this.minQty = table.f64();
    this.maxQty = table.f64();
    this.maxMarketQty = table.f64();
    this.minNotional = table.f64();
    this.maxNotional = table.f64();
    this.minPrice = table.f64();
    this.maxPrice = table.f64();
    this.band = table.i32();
    this.farBand = table.i32();
    this.protection = table.i32();
    this.indexCap = table.i32();
    this.maxOpenOrders = table.i32();
    this.feesBase = table.i32();
    this.feesQuote = table.i32();
    this.weight = table.i32(sourceCount);
    this.sourcePrice = table.i32(sourceCount);
    this.sourceAt = table.f64(sourceCount);
    this.index = table.i32();
    this.indexStale = table.i32();
    this.indexUntil = table.f64();
    this.last = table.i32();
    this.bandReference = table.i32();
    this.limits = table.i32(6);
    this.sampleHead = table.i32();
    this.sampleTail = table.i32();
    this.sampleSum = table.f64();
    this.samples = new Pool(memory, 64);
    this.sampleAt = this.samples.f64();
    this.samplePrice = this.samples.i32();
    this.sampleNext = this.samples.i32();
  }
}

/** Fee rates by VIP level: maker and taker, spot and perpetual. */
export class Fees {
  declare readonly spotMaker: I32;
  declare readonly spotTaker: I32;
  declare readonly perpMaker: I32;
  declare readonly perpTaker: I32;

  constructor(memory: Memory) {
    const table = new Fixed(memory, vipLevelCount);
    this.spotMaker = table.i32();
    this.spotTaker = table.i32();
    this.perpMaker = table.i32();
    this.perpTaker = table.i32();
  }
}
