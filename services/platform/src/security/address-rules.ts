/** When something may be withdrawn to an address. Pure. */
export type Waiting = { readonly addedAt: number; readonly allowListedAt: number | null };
export type Policy = { readonly onlyAllowListed: boolean; readonly endedAt: number | null };
export const openPolicy: Policy = { onlyAllowListed: false, endedAt: null };

/** A thief must not end it and withdraw at once: what was ended goes on for the wait. */
export const isOnlyAllowListed = ({ onlyAllowListed, endedAt }: Policy, now: number, waitMs: number): boolean =>
  onlyAllowListed && (endedAt === null || now < endedAt + waitMs);

export const openFrom = ({ onlyAllowListed, endedAt }: Policy, now: number, waitMs: number): number | null =>
  onlyAllowListed && endedAt !== null && now < endedAt + waitMs ? endedAt + waitMs : null;

/** Null while nothing can be: only allow-listed addresses may be used, and it is none. */
export function usableFrom(address: Waiting, policy: Policy, now: number, waitMs: number): number | null {
  const afterAdding = address.addedAt + waitMs;
  if (!isOnlyAllowListed(policy, now, waitMs)) return afterAdding;
  return address.allowListedAt === null ? null : Math.max(afterAdding, address.allowListedAt + waitMs);
}
