import { accepted, type Outcome, refused } from "./outcome.ts";
import { type Reservable } from "./rules.ts";

/** What was signed under one nonce of one address; written before the first signature leaves. */
export type Signed = {
  readonly nonce: bigint;
  readonly kind: Reservable["kind"];
  readonly intentId: string | null;
  readonly intentHash: string | null;
  readonly payment: string;
  /** The highest fee that was signed under this nonce. */
  readonly fee: bigint;
  /** Hex of the newest digest that was signed under it. */
  readonly digest: string;
};
export type Spent = { readonly hour: bigint; readonly day: bigint };

export type Known = {
  /** It was said of the intent that it ran out: its money may have been given back. */
  readonly isExpired: boolean;
  /** What was signed for the same intent, under whatever nonce. */
  readonly ofIntent: (Signed & { readonly network: string; readonly sender: string }) | undefined;
  readonly ofNonce: Signed | undefined;
  readonly nonceNext: bigint;
  readonly spent: Spent;
  readonly feesSpent: Spent;
};

/** What is written: the row of the nonce, and what is added to both budgets. */
export type Reservation = { readonly row: Signed; readonly spent: bigint; readonly feeSpent: bigint };

export function reservationOf(allowed: Reservable, known: Known, now: number): Outcome<Reservation> {
  const { ofIntent, ofNonce } = known;
  if (known.isExpired) return refused("intent_expired", "said before");
  if (allowed.intent !== null && ofIntent !== undefined && !isSamePlace(allowed, ofIntent))
    return refused("intent_already_signed", `nonce ${ofIntent.nonce}`);
  if (ofNonce !== undefined) return repeated(allowed, ofNonce, known);
  return allowed.kind === "cancel"
    ? refused("nonce_unexpected", "nothing was signed under this nonce")
    : first(allowed, known, now);
}

const isSamePlace = (allowed: Reservable, row: NonNullable<Known["ofIntent"]>): boolean =>
  row.network === allowed.network && row.sender === allowed.sender && row.nonce === allowed.nonce;

function first(allowed: Reservable, known: Known, now: number): Outcome<Reservation> {
  const { intent, spend } = allowed;
  if (intent !== null && now >= intent.expiresAt) return refused("intent_expired", String(intent.expiresAt));
  // Strictly the next one: a gap would hold up every later withdrawal, and a far nonce could be signed today and paid in a year.
  if (allowed.nonce !== known.nonceNext) return refused("nonce_unexpected", `next is ${known.nonceNext}`);
  if (spend !== null) {
    if (known.spent.hour + spend.amount > spend.caps.hour) return refused("hour_cap_reached", spend.asset);
    if (known.spent.day + spend.amount > spend.caps.day) return refused("day_cap_reached", spend.asset);
  }
  return withFee(allowed, known, allowed.fee, {
    nonce: allowed.nonce,
    kind: allowed.kind,
    intentId: intent?.id ?? null,
    intentHash: intent?.hash ?? null,
    payment: allowed.payment,
    fee: allowed.fee,
    digest: digestText(allowed),
  });
}

/** Under a nonce that is taken: the same bytes again, the same payment for a higher fee, another move among own addresses, or a cancellation. */
function repeated(allowed: Reservable, row: Signed, known: Known): Outcome<Reservation> {
  const isSameIntent =
    row.intentId === (allowed.intent?.id ?? null) && row.intentHash === (allowed.intent?.hash ?? null);
  // Before the digest: two intents of one amount and address have the same bytes, and one transaction would seem to pay both.
  if (allowed.kind !== "cancel" && !isSameIntent) return refused("nonce_taken", row.intentId ?? row.kind);
  if (row.digest === digestText(allowed)) return accepted({ row, spent: 0n, feeSpent: 0n });
  if (allowed.intent !== null && row.payment !== allowed.payment) return refused("intent_already_signed", row.payment);
  if (allowed.fee <= row.fee) return refused("fee_not_higher");
  return withFee(allowed, known, allowed.fee - row.fee, { ...row, fee: allowed.fee, digest: digestText(allowed) });
}

function withFee(allowed: Reservable, { feesSpent, ofNonce }: Known, more: bigint, row: Signed): Outcome<Reservation> {
  const { feeCaps } = allowed;
  if (feesSpent.hour + more > feeCaps.hour) return refused("fee_hour_cap_reached", allowed.network);
  if (feesSpent.day + more > feeCaps.day) return refused("fee_day_cap_reached", allowed.network);
  return accepted({ row, spent: ofNonce === undefined ? (allowed.spend?.amount ?? 0n) : 0n, feeSpent: more });
}

const digestText = ({ digest }: Reservable): string => Buffer.from(digest).toString("hex");
