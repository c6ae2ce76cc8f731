import { type Permission, openApiKeyDaysMax } from "@tidemark/contracts";

/** What an API key may be. Pure. */
const dayMs = 24 * 60 * 60_000;

/** Each once, in the order in which they are always shown. */
export const inOrder = (wanted: readonly Permission[], all: readonly Permission[]): Permission[] =>
  all.filter((one) => wanted.includes(one));

/** Whoever steals a key that may withdraw must not be able to use it from anywhere. */
export const needsIps = ({
  permissions,
  ips,
}: {
  readonly permissions: readonly Permission[];
  readonly ips: readonly string[];
}): boolean => permissions.includes("WITHDRAW") && ips.length === 0;

/** Null where it does not end by itself: only a key that is bound to addresses may be so. */
export function untilOf(days: number | undefined, ips: readonly string[], madeAt: number): number | null {
  if (ips.length === 0) return madeAt + Math.min(days ?? openApiKeyDaysMax, openApiKeyDaysMax) * dayMs;
  return days === undefined ? null : madeAt + days * dayMs;
}

/** A key that loses its addresses is bound by time again, and never lives longer by being changed. */
export function untilAfterEdit(until: number | null, ips: readonly string[], now: number): number | null {
  if (ips.length > 0) return until;
  return Math.min(until ?? Number.MAX_SAFE_INTEGER, now + openApiKeyDaysMax * dayMs);
}
