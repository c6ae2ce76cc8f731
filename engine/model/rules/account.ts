import { least, most, Ratio, sumOf } from "./ratio.ts";

/** A margin account by section 3.4. Each cross position brings its own uPnL and says whether its mark is frozen. */
export type Account = {
  readonly cash: bigint;
  readonly bonus: bigint;
  readonly positions: readonly { readonly pnl: bigint; readonly isFrozen: boolean }[];
  readonly initialMargins: bigint;
  readonly orderMargins: bigint;
};

/** */
export const equity = (account: Account): bigint =>
  account.cash + account.bonus + sumOf(account.positions.map(({ pnl }) => pnl));

/** of a frozen position the loss counts and the profit does not, and nothing leaves. */
export function available(account: Account): { readonly open: bigint; readonly iso: bigint; readonly out: bigint } {
  const counted = account.positions.map(({ pnl, isFrozen }) => (isFrozen ? least(0n, pnl) : pnl));
  const pnl = sumOf(counted);
  const bound = account.initialMargins + account.orderMargins;
  const open = account.cash + account.bonus + pnl - bound;
  const out = account.positions.some(({ isFrozen }) => isFrozen) ? 0n : account.cash + least(0n, pnl) - bound;
  return { open: most(0n, open), iso: most(0n, least(open, account.cash)), out: most(0n, out) };
}

/** basis points rounded up; without equity there is no ratio. */
export const marginRatio = (maintenance: bigint, equityNow: bigint): bigint | undefined =>
  equityNow > 0n ? new Ratio(10_000n * maintenance, equityNow).ceil() : undefined;

/** a debt is paid by one after the other, each as far as it goes; the last payer is without bound. */
export function paidInTurn(
  debt: bigint,
  payers: readonly bigint[],
): { readonly paid: bigint[]; readonly rest: bigint } {
  let rest = most(0n, debt);
  const paid = payers.map((has) => {
    const part = least(rest, most(0n, has));
    rest -= part;
    return part;
  });
  return { paid, rest };
}

/** newest first, as long as equity does not carry margins and reserves. */
export function cancelledForMargin(equityNow: bigint, initialMargins: bigint, newestFirst: readonly bigint[]): number {
  let kept = newestFirst;
  while (kept.length > 0 && equityNow < initialMargins + sumOf(kept)) kept = kept.slice(1);
  return newestFirst.length - kept.length;
}
