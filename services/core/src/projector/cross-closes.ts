import { buckets, entryCauses } from "@tidemark/contracts";
import type { CrossClose } from "@tidemark/money";

const causeOf = (cause: (typeof entryCauses)[number]): number => entryCauses.indexOf(cause);
const bucketOf = (bucket: (typeof buckets)[number]): number => buckets.indexOf(bucket);
const [cash, bonus, iso, isoShort] = [bucketOf("cash"), bucketOf("bonus"), bucketOf("iso"), bucketOf("iso_short")];
/** What a close may touch of an account; hold and funding bonus are no part of it. */
export const closeBuckets: readonly number[] = [cash, bonus, iso, isoShort];

const fill = causeOf("FILL");
/** Closes without a fee: what they move in cash and bonus is what they realised. */
const closes = new Set((["TAKEOVER", "ADL", "NETTING", "SETTLEMENT"] as const).map(causeOf));
/** Entries of one grant, which they name; all others take from grants as the changes of grants say. */
export const ofOneGrant = new Set((["GRANT", "FORFEIT", "EXPIRY"] as const).map(causeOf));

/** A line of one user's ledger in the USDT futures; `pnl` is that of its fill. */
export type AccountLine = {
  readonly seq: number;
  readonly line: number;
  readonly bucket: number;
  readonly cause: number;
  readonly ref: number;
  readonly delta: bigint;
  readonly balance: bigint;
  readonly pnl: bigint;
};
/** What a cost took of a trading grant. */
export type ConsumedGrant = { readonly seq: number; readonly grant: number; readonly amount: bigint };
export type Holding = { readonly cash: bigint; readonly bonus: bigint; readonly own: bigint };

const isSameEntry = (a: AccountLine | undefined, b: AccountLine): boolean =>
  a !== undefined && a.seq === b.seq && a.cause === b.cause && a.ref === b.ref;

function* entriesOf(lines: readonly AccountLine[]): Generator<readonly AccountLine[]> {
  let entry: AccountLine[] = [];
  for (const line of lines) {
    if (!isSameEntry(entry[0], line) && entry.length > 0) yield entry;
    if (!isSameEntry(entry[0], line)) entry = [];
    entry.push(line);
  }
  if (entry.length > 0) yield entry;
}

/** Goes through what was taken of grants in its order, beside the entries that took it. */
class OwnShare {
  own: bigint;
  readonly #consumed: readonly ConsumedGrant[];
  readonly #grants: ReadonlySet<number>;
  #at = 0;
  #seq = 0;
  /** What entries of this batch have taken of bonus beyond the changes that were gone through. */
  #ahead = 0n;

  constructor(own: bigint, consumed: readonly ConsumedGrant[], grants: ReadonlySet<number>) {
    this.own = own;
    this.#consumed = consumed;
    this.#grants = grants;
  }

  #take(): void {
    const { grant, amount } = this.#consumed[this.#at++]!;
    this.#ahead -= amount;
    if (this.#grants.has(grant)) this.own -= amount;
  }

  /** Whatever earlier batches took is behind their own entries. */
  reach(seq: number): void {
    if (seq === this.#seq) return;
    while ((this.#consumed[this.#at]?.seq ?? seq) < seq) this.#take();
    [this.#seq, this.#ahead] = [seq, 0n];
  }

  pass(taken: bigint): void {
    this.#ahead += taken;
    while (this.#ahead > 0n && this.#consumed[this.#at]?.seq === this.#seq) this.#take();
  }

  change(grant: number, delta: bigint): void {
    if (this.#grants.has(grant)) this.own += delta;
  }
}

const sumOf = (entry: readonly AccountLine[], ...of: readonly number[]): bigint =>
  entry.reduce((sum, { bucket, delta }) => (of.includes(bucket) ? sum + delta : sum), 0n);
const balanceAfter = (entry: readonly AccountLine[], bucket: number): bigint | undefined =>
  entry.findLast((line) => line.bucket === bucket)?.balance;

/** an entry in which margin of a position moved is that of an isolated one. */
function pnlOf(entry: readonly AccountLine[]): bigint {
  const { cause, pnl } = entry[0]!;
  if (entry.some(({ bucket }) => bucket === iso || bucket === isoShort)) return 0n;
  if (cause === fill) return pnl;
  return closes.has(cause) ? sumOf(entry, cash, bonus) : 0n;
}

/**
 * Each close of a cross position, with what the account held right before it and what was left of some of its grants then. Lines and what was taken of grants
 * are whole batches, in their order.
 */
export function* crossCloses(
  start: Holding,
  grants: ReadonlySet<number>,
  lines: readonly AccountLine[],
  consumed: readonly ConsumedGrant[],
): Generator<CrossClose> {
  let before = { cash: start.cash, bonus: start.bonus };
  const share = new OwnShare(start.own, consumed, grants);
  for (const entry of entriesOf(lines)) {
    const { seq, cause, ref } = entry[0]!;
    share.reach(seq);
    const pnl = pnlOf(entry);
    if (pnl !== 0n) yield { pnl, own: share.own, ...before };
    const change = sumOf(entry, bonus);
    if (ofOneGrant.has(cause)) share.change(ref, change);
    else share.pass(-change);
    before = { cash: balanceAfter(entry, cash) ?? before.cash, bonus: balanceAfter(entry, bonus) ?? before.bonus };
  }
}
