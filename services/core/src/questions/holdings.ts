import { accountParts } from "@tidemark/contracts/codec";
import { balancesOf, positionsOf, subBalancesOf } from "@tidemark/engine";
import { type HoldingPart, holdingPartOf, pairOf } from "./holding-parts.ts";
import type { NowContext } from "./refuse.ts";
import type { Valuation } from "./valuation.ts";

export type Source = { readonly product: number; readonly sub?: string | undefined; readonly asset: number };

const noParts: Record<HoldingPart, bigint> = {
  own: 0n,
  held: 0n,
  isolated: 0n,
  earn: 0n,
  owed: 0n,
  uPnl: 0n,
  bonus: 0n,
};
/** The parts of one coin in one account, in minor units; `voucher` is what of `isolated` came from vouchers. */
type Holding = Source & Record<HoldingPart, bigint> & { voucher: bigint };

/** By account and coin: pairs have an account each, isolated positions belong to that of their product. */
export function holdingsOf({ state, instruments, uid }: NowContext): Holding[] {
  const holdings = new Map<string, Holding>();
  const at = (product: number, sub: string, asset: number): Holding => {
    const key = `${product}:${sub}:${asset}`;
    const holding = holdings.get(key) ?? { product, sub, asset, ...noParts, voucher: 0n };
    holdings.set(key, holding);
    return holding;
  };
  for (const { account, units } of [...balancesOf(state, uid), ...subBalancesOf(state, uid)]) {
    const { product, sub, asset, bucket } = accountParts(account);
    const part = holdingPartOf(bucket);
    if (part === undefined) continue;
    const pair = pairOf(instruments, product, sub);
    at(product, pair, asset)[part] += units;
  }
  for (const { market, uPnl, isoMargin, isVoucher } of positionsOf(state, uid)) {
    const settle = instruments.asset(instruments.worthAsset(market))?.id;
    if (settle === undefined) continue;
    const holding = at(instruments.marketOf(market)?.product ?? 0, "", settle);
    holding.uPnl += uPnl;
    if (isVoucher) holding.voucher += isoMargin;
  }
  return [...holdings.values()];
}

export const totalOf = ({ own, held, isolated, earn, owed, uPnl, bonus }: Holding): bigint =>
  own + held + isolated + earn + owed + uPnl + bonus;

/**
 * What a user's own money is worth, by the rows of the assets overview: each coin of each account cut once. Bonus and vouchers are the exchange's
 * money and a debt is taken off, so that neither makes a level.
 */
export function ownWorthOf(here: NowContext, valueOf: Valuation["valueOf"]): bigint {
  const worth = holdingsOf(here).reduce((sum, one) => {
    const asset = here.instruments.assetOf(one.asset)?.asset ?? "";
    return sum + (valueOf(asset, totalOf(one)) ?? 0n) - (valueOf(asset, one.bonus + one.voucher) ?? 0n);
  }, 0n);
  return worth > 0n ? worth : 0n;
}
