import { productIds } from "@tidemark/contracts";
import type { ListedMarkets } from "../../lib/markets/instruments.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";

export const accountProducts = [productIds.futures_usdt, productIds.futures_btc] as const;
type AccountProduct = (typeof accountProducts)[number];

/** The lists below the account. */
export const accountLists = ["positions", "history", "funding"] as const;
export type AccountList = (typeof accountLists)[number];

export type AccountSearch = {
  readonly product: AccountProduct;
  /** Of the coin contracts: whose account. */
  readonly asset?: string;
  readonly list?: AccountList;
};

const isAsset = (value: unknown): value is string => typeof value === "string" && /^[A-Z0-9]{1,12}$/.test(value);

export function readAccountSearch(raw: Readonly<Record<string, unknown>>): AccountSearch {
  const product = accountProducts.find((one) => one === Number(raw.product)) ?? productIds.futures_usdt;
  const list = accountLists.find((one) => one === raw.list);
  return { product, ...(isAsset(raw.asset) ? { asset: raw.asset } : {}), ...(list === undefined ? {} : { list }) };
}

/** The contracts of an account, and the asset that they settle in. */
export function accountMarkets(
  listed: ListedMarkets,
  { product, asset }: AccountSearch,
): {
  assets: readonly string[];
  settle: ContractMarket["settleAsset"] | undefined;
  markets: readonly ContractMarket[];
} {
  const all: readonly ContractMarket[] = product === productIds.futures_usdt ? listed.LINEAR : listed.INVERSE;
  const assets = [...new Set(all.map(({ settleAsset }) => settleAsset.asset))];
  const chosen = assets.find((one) => one === asset) ?? assets[0];
  const markets = all.filter(({ settleAsset }) => settleAsset.asset === chosen);
  return { assets, settle: markets[0]?.settleAsset, markets };
}
