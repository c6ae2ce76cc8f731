import type { BalanceRow } from "@tidemark/contracts";
import { requireUnits } from "../../lib/format/require-units.ts";

/** One coin in one account. A missing row means that there never was a balance, so it is zero and not unknown. */
export type Holding = {
  readonly product: number;
  readonly asset: string;
  readonly avail: bigint;
  readonly hold: bigint;
};

/** Balances by account and coin, wallet first; empty ones are left out. */
export function holdingsOf(rows: readonly BalanceRow[]): Holding[] {
  const holdings = new Map<string, { product: number; asset: string; avail: bigint; hold: bigint }>();
  for (const row of rows) {
    if (row.bucket !== "avail" && row.bucket !== "hold") continue;
    const key = `${row.product} ${row.asset}`;
    const holding = holdings.get(key) ?? { product: row.product, asset: row.asset, avail: 0n, hold: 0n };
    holding[row.bucket] += requireUnits(row.amount);
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
