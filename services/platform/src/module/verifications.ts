import type { Database } from "@tidemark/kit-node";

/** What other modules may ask about verifications. The module kyc implements it; its tables stay its own. */
export type Verifications = {
  of(db: Database, uid: number): Promise<{ readonly status: number; readonly level: number }>;
  /** How many were verified on each day of UTC since a moment; days without any are left out. */
  verifiedByDay(db: Database, since: number): Promise<ReadonlyMap<number, number>>;
};
