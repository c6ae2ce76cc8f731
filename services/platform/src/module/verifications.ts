import type { Database } from "@tidemark/kit-node";

/** What other modules may ask about verifications. The module kyc implements it; its tables stay its own. */
export type Verifications = {
  of(db: Database, uid: number): Promise<{ readonly status: number; readonly level: number }>;
};
