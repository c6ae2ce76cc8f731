/** For tools and tests that start a wallet; no service imports it. */
export { ensureWalletRole, migrateWallet, walletRole } from "./migrate.ts";
/** For the operators' command line. */
export type { DecisionKind } from "./operators/decision-text.ts";
export { openWalletRegister, type WalletRegister } from "./operators/register.ts";
