/** Waiting times of withdrawal addresses. Pure. */
export type WithdrawalAddressTimes = { readonly addedAt: number; readonly allowListedAt: number | null };
export type Policy = { readonly onlyAllowListed: boolean; readonly endedAt: number | null };
export const openPolicy: Policy = { onlyAllowListed: false, endedAt: null };

/** Switching the list off takes effect after the wait, so that a thief cannot withdraw at once. */
export const isOnlyAllowListed = ({ onlyAllowListed, endedAt }: Policy, now: number, waitMs: number): boolean =>
  onlyAllowListed && (endedAt === null || now < endedAt + waitMs);

export const openFrom = ({ onlyAllowListed, endedAt }: Policy, now: number, waitMs: number): number | null =>
  onlyAllowListed && endedAt !== null && now < endedAt + waitMs ? endedAt + waitMs : null;

/** Null while the allow list is in force and does not contain the address. */
export function usableFrom(
  address: WithdrawalAddressTimes,
  policy: Policy,
  now: number,
  waitMs: number,
): number | null {
  const afterAdding = address.addedAt + waitMs;
  if (!isOnlyAllowListed(policy, now, waitMs)) return afterAdding;
  return address.allowListedAt === null ? null : Math.max(afterAdding, address.allowListedAt + waitMs);
}
