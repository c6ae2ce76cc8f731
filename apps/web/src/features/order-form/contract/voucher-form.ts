import type { CouponRow } from "@tidemark/contracts";

type Voucher = Pick<CouponRow, "kind" | "status" | "endAt" | "minLeverage" | "maxLeverage"> & {
  readonly use?: CouponRow["use"] | undefined;
  readonly products: readonly number[];
  readonly symbols: readonly string[];
};

/** Vouchers that open a position in this contract now; the one that ends first stands first. */
export const usableVouchers = <Row extends Voucher>(
  rows: readonly Row[],
  { symbol, product }: { readonly symbol: string; readonly product: number },
  now: number,
): readonly Row[] =>
  rows
    .filter(
      ({ kind, status, use, products, symbols, endAt }) =>
        kind === "CONTRACT_VOUCHER" &&
        status === "SUCCESS" &&
        use === undefined &&
        now < endAt &&
        products.includes(product) &&
        (symbols.length === 0 || symbols.includes(symbol)),
    )
    .toSorted((a, b) => a.endAt - b.endAt);

/** Leverage that both the voucher and the contract allow. */
export const leverageBounds = (
  { minLeverage, maxLeverage }: Pick<Voucher, "minLeverage" | "maxLeverage">,
  contractMax: number,
): { readonly min: number; readonly max: number } => ({
  min: Math.max(1, minLeverage),
  max: maxLeverage === 0 ? contractMax : Math.min(maxLeverage, contractMax),
});
