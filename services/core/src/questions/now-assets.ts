import { buckets, type HoldingRow, productIds } from "@tidemark/contracts";
import { accountParts } from "@tidemark/contracts/codec";
import {
  accountStatusOf,
  accountTakes,
  assetsOf,
  balanceOf,
  balancesOf,
  type MarginAccountNow,
  marketsOf,
  type PairNow,
  pairsOf,
  pairTermsOf,
  positionsOf,
  subBalancesOf,
} from "@tidemark/engine";
import { group, printUnits } from "@tidemark/money";
import { marginAccountsNow } from "./now-perps.ts";
import { type Answer, answered, type NowContext, refused } from "./refuse.ts";
import { valuationOf } from "./valuation.ts";

type Source = { readonly product: number; readonly sub?: string | undefined; readonly asset: number };

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

const noParts = { own: 0n, held: 0n, isolated: 0n, earn: 0n, owed: 0n, uPnl: 0n, bonus: 0n };
/** The parts of one coin in one account, in minor units; `voucher` is what of `isolated` came from vouchers. */
type Holding = Source & typeof noParts & { voucher: bigint };

/** Which part a bucket belongs to. Funding bonus is none: it pays funding, and is worth nothing to who closes the account. */
const partOf: Readonly<Record<string, keyof typeof noParts | undefined>> = {
  avail: "own",
  cash: "own",
  hold: "held",
  earn: "earn",
  iso: "isolated",
  iso_short: "isolated",
  loan: "owed",
  interest: "owed",
  bonus: "bonus",
};

/** By account and coin: pairs have an account each, isolated positions belong to that of their product. */
function holdingsOf({ state, instruments, uid }: NowContext): Holding[] {
  const holdings = new Map<string, Holding>();
  const at = (product: number, sub: string, asset: number): Holding => {
    const key = `${product}:${sub}:${asset}`;
    const holding = holdings.get(key) ?? { product, sub, asset, ...noParts, voucher: 0n };
    holdings.set(key, holding);
    return holding;
  };
  for (const { account, units } of [...balancesOf(state, uid), ...subBalancesOf(state, uid)]) {
    const { product, sub, asset, bucket } = accountParts(account);
    const part = partOf[buckets[bucket]!];
    if (part === undefined) continue;
    const pair = product === productIds.margin ? (instruments.marketOf(sub)?.symbol ?? "") : "";
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

const totalOf = ({ own, held, isolated, earn, owed, uPnl, bonus }: Holding): bigint =>
  own + held + isolated + earn + owed + uPnl + bonus;

type Valued = { readonly row: HoldingRow; readonly value: bigint | undefined; readonly bonus: bigint };

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
      const bonus = one.bonus + one.voucher;
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
        bonus: amount(bonus),
        value: value === undefined ? "" : printUnits(value),
      };
      return { row, value, bonus: valueOf(asset, bonus) ?? 0n };
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
    rows: valued.map(({ row }) => row),
    unpriced: [...new Set(valued.filter(({ value }) => value === undefined).map(({ row }) => row.asset))],
  });
}

export function singleQuote({ state, instruments }: NowContext, { tradePairName }: { tradePairName: string }): Answer {
  const market = marketsOf(state).find(({ symbol }) => symbol === tradePairName);
  if (market === undefined) return refused("SYMBOL_NOT_FOUND");
  return answered({ n: market.last === 0 ? "" : instruments.price(market.id, market.last) });
}

const noItem = { status: 0, message: "", amount: "0", asset: "USDT" };

/** what is left of trading bonus is forfeited by any transfer out of derivatives, however small. */
export function bonusAlarm({ state, instruments, uid }: NowContext, ask: { transferType: "IN" | "OUT" }): Answer {
  const account = marginAccountsNow(state, uid).find(
    ({ product, bonus }) => product === productIds.futures_usdt && bonus > 0n,
  );
  if (ask.transferType === "IN" || account === undefined) return answered({ item: noItem });
  const amount = instruments.amount(account.asset, account.bonus);
  const asset = instruments.assetOf(account.asset)?.asset ?? "";
  const message = `A transfer out of Derivatives ends your trading bonus: ${group(amount)} ${asset} would be forfeited.`;
  return answered({ item: { status: 1, message, amount, asset } });
}
