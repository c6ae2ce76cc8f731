import type { Database } from "@tidemark/kit-node";

/** What other modules may ask about VIP levels. The module vip implements it; its tables stay its own. */
export type VipLevels = { of(db: Database, uid: number): Promise<number> };
