import { withdrawalDayLimitOf } from "@tidemark/contracts";
import { type Database, inTransaction } from "@tidemark/kit-node";
import { counts, levels, type Used } from "./level-store.ts";

/**
 * Limits of verification levels, a second time: writing the platform's rows does not pass them. Level, amount and price are the core's.
 */
export const dayMs: number = 24 * 60 * 60_000;

/**
 * The platform counts by the price of the request, the wallet by that of the hold, minutes later. Without some room a withdrawal that the first
 * allows to the last cent would wait for a day because a price has moved.
 */
const tolerancePercent = 5n;
export const levelLimitOf = (level: number): bigint => (withdrawalDayLimitOf(level) * (100n + tolerancePercent)) / 100n;

/** Why a withdrawal waits, as operators see it. */
export type LevelProblem = "NO_LEVEL" | "WORTH_UNKNOWN" | "LEVEL_LIMIT";

/** Pure. What is not known is never taken for little: it waits. */
export function levelProblemOf(level: number, worth: bigint | null, used: Used): LevelProblem | undefined {
  const limit = levelLimitOf(level);
  if (limit === 0n) return "NO_LEVEL";
  if (worth === null || !used.isWhole) return "WORTH_UNKNOWN";
  return used.sum + worth > limit ? "LEVEL_LIMIT" : undefined;
}

/**
 * Why a withdrawal may not be paid now; undefined: it may, and counts from here on.
 *
 * It counts at the time of its hold where it fits there, and otherwise at the time at which it is let pass. If all counted at their holds, those
 * that wait would leave the 24 hours together and be paid together. It must fit into the 24 hours before and after its time: then no 24 hours
 * ever have more than the limit, in whatever order withdrawals are approved.
 */
export const countWithinLevel = (
  { db, now }: { readonly db: Database; readonly now: number },
  coreId: number,
): Promise<LevelProblem | undefined> =>
  inTransaction(db, async (tx) => {
    const uid = (await counts.get(tx, coreId))?.uid;
    if (uid === undefined) throw new Error(`payments: the core holds no withdrawal ${coreId}`);
    await counts.lockUser(tx, uid);
    const one = (await counts.get(tx, coreId))!;
    const level = (await levels.of(tx, uid)) ?? 0;
    const problemAt = async (at: number): Promise<LevelProblem | undefined> =>
      levelProblemOf(level, one.worth, await counts.usedBetween(tx, coreId, uid, at - dayMs, at + dayMs));
    let problem: LevelProblem | undefined;
    for (const at of [one.countedAt ?? one.heldAt, now]) {
      problem = await problemAt(at);
      if (problem !== undefined) continue;
      if (at !== one.countedAt) await counts.set(tx, coreId, at);
      return undefined;
    }
    // Nothing was signed for it: as long as it waits, it must not keep others of its user waiting.
    if (one.countedAt !== null) await counts.set(tx, coreId, null);
    return problem;
  });
