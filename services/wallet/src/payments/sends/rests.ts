import type { Time } from "@tidemark/kit-node";

/**
 * What was refused or failed is left alone so long: tried again in every round it would use up the signer's requests, fill its audit, and keep
 * all others waiting.
 */
const restMs = 10 * 60_000;

export type Rests = {
  add(key: string): void;
  has(key: string): boolean;
  /** All that are left alone now. */
  all(): string[];
};

export function openRests({ now }: Pick<Time, "now">): Rests {
  const until = new Map<string, number>();
  function all(): string[] {
    for (const [key, end] of until) if (end <= now()) until.delete(key);
    return [...until.keys()];
  }
  return { add: (key) => void until.set(key, now() + restMs), has: (key) => all().includes(key), all };
}
