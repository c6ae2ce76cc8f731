import { type Permission, openApiKeyDaysMax } from "@tidemark/contracts";
import { dayMs } from "../module/utc-days.ts";

/** Rules of API keys. Pure. */

/** Each once, in canonical order. */
export const inOrder = (wanted: readonly Permission[], all: readonly Permission[]): Permission[] =>
  all.filter((one) => wanted.includes(one));

/** A stolen key that may withdraw must not work from everywhere. */
export const needsIps = ({
  permissions,
  ips,
}: {
  readonly permissions: readonly Permission[];
  readonly ips: readonly string[];
}): boolean => permissions.includes("WITHDRAW") && ips.length === 0;

/** Null: never expires, which only a key with an IP list may. */
export function untilOf(days: number | undefined, ips: readonly string[], madeAt: number): number | null {
  if (ips.length === 0) return madeAt + Math.min(days ?? openApiKeyDaysMax, openApiKeyDaysMax) * dayMs;
  return days === undefined ? null : madeAt + days * dayMs;
}

/** A key that loses its IP list expires again, and an edit never extends its life. */
export function untilAfterEdit(until: number | null, ips: readonly string[], now: number): number | null {
  if (ips.length > 0) return until;
  return Math.min(until ?? Number.MAX_SAFE_INTEGER, now + openApiKeyDaysMax * dayMs);
}
