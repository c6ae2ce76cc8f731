import { buckets, type HoldingRow, productIds } from "@tidemark/contracts";
import {
  accountStatusOf,
  accountTakes,
  assetsOf,
  balanceOf,
  type MarginAccountNow,
  marketsOf,
  type PairNow,
  pairsOf,
  pairTermsOf,
} from "@tidemark/engine";
import { printUnits } from "@tidemark/money";
import { marginAccountsNow } from "./now-perps.ts";
import { type Answer, answered, type NowContext, refused } from "./refuse.ts";
import { holdingsOf, type Source, totalOf } from "./holdings.ts";
import { valuationOf } from "./valuation.ts";

const isFutures = (product: number): boolean =>
  product === productIds.futures_btc || product === productIds.futures_usdt;

/** The accounts whose limits take a calculation, read once for a question about several. */
type Limits = { readonly margins: readonly MarginAccountNow[]; readonly pairs: readonly PairNow[] };
const limitsOf = ({ state, uid }: NowContext): Limits => ({
  margins: marginAccountsNow(state, uid),
  pairs: pairsOf(state, uid),
});

/** The most that a transfer may take out of an account. */
export function transferable(here: NowContext, source: Source, limits: Limits = limitsOf(here)): bigint {
  const { state, instruments, uid } = here;
  const { product, sub, asset } = source;
  if (isFutures(product))
    return limits.margins.find((one) => one.product === product && one.asset === asset)?.available.out ?? 0n;
  if (product !== productIds.margin) return balanceOf(state, uid, product, asset, buckets.indexOf("avail"));
  const market = instruments.market(sub ?? "")?.id;
  const pair = limits.pairs.find((one) => one.market === market);
  return [pair?.base, pair?.quote].find((one) => one?.asset === asset)?.transferable ?? 0n;
}

type TransferInfoAsk = { fromProduct: number; fromSubProduct?: string; asset: string };

export function transferInfo(here: NowContext, ask: TransferInfoAsk): Answer {
  const { state, instruments, uid } = here;
  const entry = instruments.asset(ask.asset);
  if (entry === undefined) return refused("ASSET_NOT_IN_PRODUCT", { product: String(ask.fromProduct) });
  const source = { product: ask.fromProduct, sub: ask.fromSubProduct, asset: entry.id };
  return answered({
    products: Object.values(productIds).map((id) => ({ id, transferAvailable: accountStatusOf(state, uid, id) })),
    marginSymbols: pairTermsOf(state).map(({ market }) => instruments.marketOf(market)?.symbol ?? ""),
    marginProductId: productIds.margin,
    availableBalance: instruments.amount(entry.id, transferable(here, source)),
  });
}

export function assetList({ state }: NowContext): Answer {
  const pairs = pairTermsOf(state).map(({ market }) => market);
  const takes = (product: number, asset: number): boolean =>
    product === productIds.margin
      ? pairs.some((market) => accountTakes(state, product, market, asset))
      : accountTakes(state, product, 0, asset);
  return answered({
    list: assetsOf(state).map(({ id, code, scale, displayDecimals }) => ({
      asset: code,
      scale,
      displayDecimals,
      products: Object.values(productIds)
        .filter((product) => takes(product, id))
        .toSorted((a, b) => a - b),
    })),
  });
}

type Valued = {
  readonly row: HoldingRow;
  readonly value: bigint | undefined;
  readonly bonus: bigint;
  readonly earn: bigint;
};

function valuedRows(here: NowContext, valueOf: (asset: string, units: bigint) => bigint | undefined): Valued[] {
  const { instruments } = here;
  const limits = limitsOf(here);
  return holdingsOf(here)
    .filter((one) => totalOf(one) !== 0n || one.own !== 0n || one.owed !== 0n)
    .toSorted((a, b) => a.product - b.product || (a.sub ?? "").localeCompare(b.sub ?? "") || a.asset - b.asset)
    .map((one) => {
      const asset = instruments.assetOf(one.asset)?.asset ?? "";
      const amount = (units: bigint): string => instruments.amount(one.asset, units);
      const value = valueOf(asset, totalOf(one));
      const row = {
        product: one.product,
        sub: one.sub ?? "",
        asset,
        total: amount(totalOf(one)),
        available: amount(transferable(here, one, limits)),
        held: amount(one.held),
        isolated: amount(one.isolated),
        earn: amount(one.earn),
        owed: amount(-one.owed),
        uPnl: amount(one.uPnl),
        bonus: amount(one.bonus),
        voucher: amount(one.voucher),
        value: value === undefined ? "" : printUnits(value),
      };
      const earn = valueOf(asset, one.earn) ?? 0n;
      return { row, value, bonus: valueOf(asset, one.bonus + one.voucher) ?? 0n, earn };
    });
}

/** Law: the parts add up. Each row is cut once, and every sum is a sum of rows. */
export function totalPreestimate(here: NowContext, { valuationAsset }: { valuationAsset: "BTC" | "USDT" }): Answer {
  const { valueOf, isCounted, toBtc } = valuationOf(here.state, here.instruments, valuationAsset);
  const valued = valuedRows(here, valueOf);
  const sumOf = (rows: readonly Valued[], of: (one: Valued) => bigint): bigint =>
    rows.reduce((sum, one) => sum + of(one), 0n);
  const total = sumOf(valued, ({ value }) => value ?? 0n);
  const btc = valuationAsset === "BTC" ? total : toBtc(total);
  const printed = (units: bigint): string => (isCounted ? printUnits(units) : "");
  return answered({
    valuationAsset,
    btcTotalPreestimate: btc === undefined ? "" : printed(btc),
    totalPreestimate: printed(total),
    products: Object.values(productIds)
      .toSorted((a, b) => a - b)
      .map((product) => {
        const rows = valued.filter(({ row }) => row.product === product);
        const value = printed(sumOf(rows, (one) => one.value ?? 0n));
        return { product, value, bonus: printUnits(sumOf(rows, (one) => one.bonus)) };
      }),
    earn: printed(sumOf(valued, ({ earn }) => earn)),
    rows: valued.map(({ row }) => row),
    unpriced: [...new Set(valued.filter(({ value }) => value === undefined).map(({ row }) => row.asset))],
  });
}

export function singleQuote({ state, instruments }: NowContext, { tradePairName }: { tradePairName: string }): Answer {
  const market = marketsOf(state).find(({ symbol }) => symbol === tradePairName);
  if (market === undefined) return refused("SYMBOL_NOT_FOUND");
  // Before the first trade the index is all that a worth can be counted by.
  const ticks = market.last === 0 ? market.index : market.last;
  return answered({ n: ticks === 0 ? "" : instruments.price(market.id, ticks) });
}
