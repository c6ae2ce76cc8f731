import type { ReadNetwork, WalletHalt } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";

/** The wallet's last report, as far as everyone may see it. */
export type WalletMeasure = {
  readonly reportedAt: number;
  readonly halts: readonly Pick<WalletHalt, "asset">[];
  readonly networks: readonly ReadNetwork[];
};

/** Notices that were tried and not sent for a while, and those that were sent meanwhile. */
export type NoticeMeasure = { readonly late: number; readonly sent: number };

/** What modules count and the status page shows. Each is implemented by its module; the tables stay its own. */
export type Measures = {
  /** Undefined: no wallet has reported yet. */
  wallet(db: Database): Promise<WalletMeasure | undefined>;
  notices(db: Database, now: number): Promise<NoticeMeasure>;
};
