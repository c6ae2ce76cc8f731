import type { Database } from "@tidemark/kit-node";

/** What a new account gets. The module coupons implements it; its tables stay its own. */
export type RegistrationCoupons = {
  /** Coupons of the running campaigns, in the transaction of the registration: both are committed or neither. */
  grantTo(tx: Database, uid: number, at: number): Promise<void>;
};
