import type { BalanceRow } from "@tidemark/contracts";
import { requireUnits } from "../../lib/format/require-units.ts";

/** One coin in one account. A missing row means that there never was a balance, so it is zero and not unknown. */
export type Holding = {
  readonly product: number;
  readonly asset: string;
  readonly avail: bigint;
  readonly hold: bigint;
};

/** What can be spent: contract accounts keep it as cash, all others as available. */
const partOf = { avail: "avail", cash: "avail", hold: "hold" } as const;
const isCounted = (bucket: string): bucket is keyof typeof partOf => bucket in partOf;

/** Balances by account and coin, wallet first; empty ones are left out. */
export function holdingsOf(rows: readonly BalanceRow[]): Holding[] {
  const holdings = new Map<string, { product: number; asset: string; avail: bigint; hold: bigint }>();
  for (const row of rows) {
    if (!isCounted(row.bucket)) continue;
    const key = `${row.product} ${row.asset}`;
    const holding = holdings.get(key) ?? { product: row.product, asset: row.asset, avail: 0n, hold: 0n };
    holding[partOf[row.bucket]] += requireUnits(row.amount);
    holdings.set(key, holding);
  }
  return [...holdings.values()]
    .filter(({ avail, hold }) => avail !== 0n || hold !== 0n)
    .toSorted((a, b) => a.product - b.product || a.asset.localeCompare(b.asset));
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
