import type { EventName } from "./events.ts";

/**
 * Events that other services may act on. Left out is what only views of a market or the history need: levels, ledger lines, prices, answers,
 * and every step of an order or position, of which a fill says what counts.
 * The feed keeps each batch's events in the order of the journal; a place in it is (core, seq, part).
 */
export const feedEvents = [
  "order_filled",
  "transferred",
  "deposit_credited",
  "deposit_reference",
  "deposit_reversed",
  "withdrawal_requested",
  "withdrawal_ended",
  "funding_paid",
  "funding_settled",
  "liquidation_started",
  "taken_over",
  "deleveraged",
  "margin_warned",
  "pair_warned",
  "pair_liquidated",
  "loan_changed",
  "earn_changed",
  "campaign_funded",
  "bonus_granted",
  "bonus_changed",
  "voucher_opened",
  "voucher_ended",
  "coupon_paid",
  "profit_reversed",
  "referral_paid",
  "vip_level_set",
  "kyc_level_set",
  "account_status_set",
  "withdrawal_locked",
  "trading_stopped",
  "trigger_ended",
  "market_status_set",
  "market_configured",
  "asset_configured",
  "contract_configured",
  "pair_configured",
  "market_settled",
  "deficit_booked",
  "command_failed",
] as const satisfies readonly EventName[];
export type FeedEventName = (typeof feedEvents)[number];

/** The question for the next part; it stands in no catalogue, because no gateway may ask it. */
export const feedCall = "feed.read";

/** A consumer stands behind this part of this batch of this core. */
export type FeedPlace = { readonly core: string; readonly seq: number; readonly part: number };
