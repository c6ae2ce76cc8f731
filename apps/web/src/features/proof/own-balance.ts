import type { AnswerOf } from "@tidemark/kit-client";
import { requireUnits } from "../../lib/format/require-units.ts";

export type BalanceRow = AnswerOf<"balancesAt">["rows"][number];

/** A line of what an account had: one of its products, or the coupon money of all of them. */
export type HeldPart = { readonly id: number | "coupons"; readonly units: bigint };
export type Held = { readonly parts: readonly HeldPart[]; readonly units: bigint };

const couponBuckets: ReadonlySet<string> = new Set(["bonus", "fundbonus"]);
const debtBuckets: ReadonlySet<string> = new Set(["loan", "interest"]);

/** What a leaf has to hold by the ledger's own lines: every balance above zero, debts left out. */
export function heldOf(rows: readonly BalanceRow[], scale: number): Held {
  const byPart = new Map<HeldPart["id"], bigint>();
  let sum = 0n;
  for (const { product, bucket, amount } of rows) {
    const units = requireUnits(amount, scale);
    if (debtBuckets.has(bucket) || units <= 0n) continue;
    const id = couponBuckets.has(bucket) ? "coupons" : product;
    const before = byPart.get(id);
    byPart.set(id, before === undefined ? units : before + units);
    sum += units;
  }
  const rank = ({ id }: HeldPart): number => (id === "coupons" ? Number.MAX_SAFE_INTEGER : id);
  const parts = [...byPart].map(([id, units]) => ({ id, units })).toSorted((a, b) => rank(a) - rank(b));
  return { parts, units: sum };
}
