import type { MarginAccountNowRow } from "@tidemark/contracts";
import { utcDayText } from "../lib/format/number-text.ts";

type Grant = MarginAccountNowRow["figures"]["grants"][number];
type WithGrants = { readonly figures: { readonly grants: readonly Pick<Grant, "kind" | "endsAt">[] } };

/**
 * The day (UTC) on which the first of the grants of a kind ends, as its coupon has it; the bonus of the account is the sum of all. Undefined where none
 * ends.
 */
export function bonusEndDay(account: WithGrants | undefined, kind: Grant["kind"]): string | undefined {
  const ends = (account?.figures.grants ?? [])
    .filter((grant) => grant.kind === kind && grant.endsAt > 0)
    .map(({ endsAt }) => endsAt);
  return ends.length === 0 ? undefined : utcDayText(Math.min(...ends));
}
