import type { FillCount } from "@tidemark/contracts";
import type { FillMargin } from "@tidemark/contracts/journal";
import { countedVolume } from "@tidemark/money";

/** A fill of one side, and the account that it came to right before it. Amounts are 1e-8 USDT. */
export type SeenFill = {
  readonly uid: number;
  readonly counterUid: number;
  readonly at: number;
  readonly product: number;
  readonly symbol: string;
  readonly volume: bigint;
  readonly margin: FillMargin;
  readonly isVoucher: boolean;
  readonly isLinked: boolean;
  readonly cash: bigint;
  readonly bonus: bigint;
};
export type CountingTerms = {
  readonly startAt: number;
  readonly endAt: number;
  readonly products: readonly number[];
  /** None: all symbols of the products. */
  readonly symbols: readonly string[];
};

export const isListed = (
  { products, symbols }: Pick<CountingTerms, "products" | "symbols">,
  { product, symbol }: Pick<SeenFill, "product" | "symbol">,
): boolean => products.includes(product) && (symbols.length === 0 || symbols.includes(symbol));

/** Whether a coupon looks at a fill at all: of its time, in a product and symbol that it lists. */
export const isOfCoupon = (terms: CountingTerms, fill: SeenFill): boolean =>
  fill.at >= terms.startAt && fill.at < terms.endAt && isListed(terms, fill);

/** What a fill counts, and by what: opening and closing, maker and taker count alike. */
export function countOf(fill: Omit<SeenFill, "at" | "product" | "symbol">): {
  readonly counted: bigint;
  readonly by: FillCount;
} {
  const { volume, margin, cash, bonus } = fill;
  if (fill.isVoucher) return { counted: 0n, by: "VOUCHER" };
  if (fill.uid === fill.counterUid) return { counted: 0n, by: "OWN" };
  if (fill.isLinked) return { counted: 0n, by: "LINKED" };
  // Without bonus there is nothing to divide by, also where the account holds nothing else.
  const isWhole = margin !== "CROSS" || bonus === 0n;
  return { counted: isWhole ? volume : countedVolume(volume, cash, bonus), by: margin };
}
