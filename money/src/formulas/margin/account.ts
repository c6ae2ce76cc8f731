import { ceilDiv } from "../../decimal.ts";

/** A futures margin account: `uPnl`, `initialMargin` and `orderMargin` are sums over its cross positions and orders (§3.4). */
export type CrossAccount = {
  readonly cash: bigint;
  readonly bonus: bigint;
  readonly uPnl: bigint;
  readonly initialMargin: bigint;
  readonly orderMargin: bigint;
};

export type Available = { readonly open: bigint; readonly isolated: bigint; readonly out: bigint };

const positive = (amount: bigint): bigint => (amount > 0n ? amount : 0n);
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** isolated margin and holds stand outside, so that a cross loss can never eat them. Exact. */
export const equityOf = (account: CrossAccount): bigint => account.cash + account.bonus + account.uPnl;

/** what is free for cross orders, for isolated orders and margin, and for transfers (V037, V038). Exact. */
export function availableOf(account: CrossAccount): Available {
  const bound = account.initialMargin + account.orderMargin;
  const free = equityOf(account) - bound;
  return {
    open: positive(free),
    isolated: positive(smaller(free, account.cash)),
    out: positive(account.cash + smaller(0n, account.uPnl) - bound),
  };
}

/**
 * while some positions have a frozen mark. `account.uPnl` holds the live positions only; of each frozen position the loss counts and the profit
 * does not, and nothing may leave the account (V140).
 */
export function availableWhileFrozen(account: CrossAccount, frozenUPnls: readonly bigint[]): Available {
  let uPnl = account.uPnl;
  for (const frozen of frozenUPnls) uPnl += smaller(0n, frozen);
  return { ...availableOf({ ...account, uPnl }), out: 0n };
}

/** a change of cross leverage or a grant that ends is fine while equity carries positions and orders. */
export const carriesMargin = (account: CrossAccount): boolean =>
  equityOf(account) >= account.initialMargin + account.orderMargin;

/** the margin ratio shown, in basis points, rounded up; undefined where there is no equity left to divide by. */
export const marginRatioBasisPoints = (maintenanceMargin: bigint, equity: bigint): bigint | undefined =>
  equity > 0n ? ceilDiv(10_000n * maintenanceMargin, equity) : undefined;

/** from here the screen warns, and at 100 % the account is liquidated. */
export const marginRatioWarnBasisPoints = 8_000n;

/** A sum taken from payers in their order, each down to zero; `left` is what they lack. */
function takeInOrder(
  amount: bigint,
  payers: readonly bigint[],
): { readonly paid: readonly bigint[]; readonly left: bigint } {
  let left = amount;
  const paid = payers.map((held) => {
    const part = smaller(positive(held), left);
    left -= part;
    return part;
  });
  return { paid, left };
}

/** what the grants bring, in their order, of cash below zero once no cross position is left; the rest is a shortfall (V111). */
export function deficitPayers(
  cash: bigint,
  grants: readonly bigint[],
): { readonly fromGrants: readonly bigint[]; readonly left: bigint } {
  const { paid, left } = takeInOrder(positive(-cash), grants);
  return { fromGrants: paid, left };
}

export type ShortfallPayers = {
  readonly fromRounding: bigint;
  readonly fromFund: bigint;
  readonly fromTreasury: bigint;
  readonly deficit: bigint;
};

/** who pays what no margin covers: residues of rounding, the fund, the company; what they lack is a deficit. */
export function shortfallPayers(amount: bigint, rounding: bigint, fund: bigint, treasury: bigint): ShortfallPayers {
  const { paid, left } = takeInOrder(amount, [rounding, fund, treasury]);
  return { fromRounding: paid[0]!, fromFund: paid[1]!, fromTreasury: paid[2]!, deficit: left };
}
