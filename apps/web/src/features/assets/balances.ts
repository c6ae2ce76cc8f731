import { type BalanceRow, productIds } from "@tidemark/contracts";
import { requireUnits } from "../../lib/format/require-units.ts";

/** One coin in one account. A missing row means that there never was a balance, so it is zero and not unknown. */
export type Holding = {
  readonly product: number;
  readonly asset: string;
  /** The margin pair that it belongs to; each has an account of its own. */
  readonly pair?: string;
  readonly avail: bigint;
  readonly hold: bigint;
};

/** What can be spent: contract accounts keep it as cash, all others as available. */
const partOf = { avail: "avail", cash: "avail", hold: "hold" } as const;
const isCounted = (bucket: string): bucket is keyof typeof partOf => bucket in partOf;

/** Balances by account and coin, wallet first; empty ones are left out. */
export function holdingsOf(rows: readonly BalanceRow[]): Holding[] {
  const holdings = new Map<string, Holding & { avail: bigint; hold: bigint }>();
  for (const row of rows) {
    if (!isCounted(row.bucket)) continue;
    const pair = row.product === productIds.margin ? { pair: row.sub } : {};
    const key = `${row.product} ${row.asset} ${pair.pair ?? ""}`;
    const holding = holdings.get(key) ?? { product: row.product, asset: row.asset, ...pair, avail: 0n, hold: 0n };
    holding[partOf[row.bucket]] += requireUnits(row.amount);
    holdings.set(key, holding);
  }
  return [...holdings.values()]
    .filter(({ avail, hold }) => avail !== 0n || hold !== 0n)
    .toSorted((a, b) => a.product - b.product || a.asset.localeCompare(b.asset));
}

export type ListFirst = {
  /** The account that trades on this page. */
  readonly product: number;
  /** The margin pair whose account that is. */
  readonly pair?: string | undefined;
  /** The coins of its market. */
  readonly coins: readonly string[];
};

/** What this page trades with first: its account, in it the coins of its market, then everything else in the usual order. */
export function listedFirst(holdings: readonly Holding[], { product, pair, coins }: ListFirst): Holding[] {
  const rank = (holding: Holding): number =>
    (holding.product === product && holding.pair === pair ? 0 : 2) + (coins.includes(holding.asset) ? 0 : 1);
  return holdings.toSorted((a, b) => rank(a) - rank(b));
}

export function holdingOf(rows: readonly BalanceRow[], product: number, asset: string): Holding {
  return (
    holdingsOf(rows).find((holding) => holding.product === product && holding.asset === asset) ?? {
      product,
      asset,
      avail: 0n,
      hold: 0n,
    }
  );
}
