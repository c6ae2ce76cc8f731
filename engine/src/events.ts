import type { EventCodes } from "@tidemark/contracts/codec";
import { reserve } from "./memory/reserve.ts";

/** Numbers of the event rows; the compiler holds them against the contracts. */
export const eventCode = {
  answered: 1,
  refused: 2,
  order_accepted: 3,
  order_key: 4,
  order_filled: 5,
  order_closed: 6,
  order_amended: 7,
  level_set: 8,
  entry: 9,
  ledger_line: 10,
  transferred: 11,
  deposit_credited: 12,
  index_set: 13,
  market_configured: 14,
  asset_configured: 15,
  market_status_set: 16,
  fees_configured: 17,
  vip_level_set: 18,
  account_status_set: 19,
  poisoned: 20,
  upgraded: 21,
  contract_configured: 22,
  position_changed: 23,
  margin_settings: 24,
  trigger_accepted: 25,
  trigger_amended: 26,
  trigger_ended: 27,
  mark_set: 28,
  premium_sampled: 29,
  funding_settled: 30,
  funding_skipped: 31,
  funding_paid: 32,
  liquidation_started: 33,
  taken_over: 34,
  pair_netted: 35,
  deleveraged: 36,
  inventory_closed: 37,
  deficit_paid: 38,
  market_settled: 39,
  breaker_tripped: 40,
  cancel_after_set: 41,
  trading_stopped: 42,
  withdrawal_locked: 43,
  kyc_level_set: 44,
  campaign_funded: 45,
  bonus_granted: 46,
  bonus_changed: 47,
  voucher_opened: 48,
  voucher_ended: 49,
  coupon_paid: 50,
  earn_changed: 51,
  deposit_reversed: 52,
  loan_changed: 53,
  pair_liquidated: 54,
  pair_configured: 55,
  margin_warned: 56,
  withdrawal_requested: 57,
  withdrawal_ended: 58,
  deficit_booked: 59,
  pair_warned: 60,
} as const satisfies EventCodes;

const bytesMax = 2 ** 32;
/** A batch of more numbers than this (64 MB) is large: funding, or a settlement. Its memory goes back after so many others. */
const numbersThatAreMany = 2 ** 23;
const batchesUntilGivenBack = 1_000;

/** The events of a batch, as rows in one array of numbers that is reused from batch to batch. */
export class Events {
  a: Float64Array = new Float64Array(reserve(bytesMax));
  length = 0;
  /** Batches since a large one, while its memory is still held. */
  private sinceLarge = 0;
  private holdsLarge = false;

  /** A batch begins. */
  clear(): void {
    if (this.length > numbersThatAreMany) {
      this.holdsLarge = true;
      this.sinceLarge = 0;
    } else if (this.holdsLarge) this.giveBack();
    this.length = 0;
  }

  private giveBack(): void {
    this.sinceLarge += 1;
    if (this.sinceLarge < batchesUntilGivenBack) return;
    this.a = new Float64Array(reserve(bytesMax));
    this.holdsLarge = false;
  }

  /** Makes room for a row and returns where it starts. */
  row(width: number): number {
    const at = this.length;
    if (at + width > this.a.length) this.extend(width);
    this.length = at + width;
    return at;
  }

  /** Only where the system granted less than was asked for. */
  private extend(width: number): void {
    const larger = new Float64Array(this.a.length * 2 + width);
    larger.set(this.a);
    this.a = larger;
  }

  one(code: number, first: number): void {
    const at = this.row(2);
    this.a[at] = code;
    this.a[at + 1] = first;
  }

  two(code: number, first: number, second: number): void {
    const at = this.row(3);
    this.a[at] = code;
    this.a[at + 1] = first;
    this.a[at + 2] = second;
  }

  three(code: number, first: number, second: number, third: number): void {
    const at = this.row(4);
    this.a[at] = code;
    this.a[at + 1] = first;
    this.a[at + 2] = second;
    this.a[at + 3] = third;
  }

  list(code: number, fields: readonly number[]): void {
    const at = this.row(1 + fields.length);
    this.a[at] = code;
    for (let i = 0; i < fields.length; i += 1) this.a[at + 1 + i] = fields[i]!;
  }

  /** The header of a ledger entry; how many lines it has is filled in when it closes. */
  entry(cause: number, ref: number): number {
    const at = this.row(4);
    this.a[at] = eventCode.entry;
    this.a[at + 1] = cause;
    this.a[at + 2] = ref;
    return at;
  }

  closeEntry(at: number, lines: number): void {
    this.a[at + 3] = lines;
  }

  level(market: number, side: number, price: number, total: number): void {
    const at = this.row(5);
    const a = this.a;
    a[at] = eventCode.level_set;
    a[at + 1] = market;
    a[at + 2] = side;
    a[at + 3] = price;
    a[at + 4] = total;
  }
}
