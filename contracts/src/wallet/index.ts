// Networks, deposits and withdrawals, for all who import the contracts.
export { withdrawalAddressesMax } from "./address-calls.ts";
export { approvedIdsMax, type ApprovedRow, approvedWithdrawals } from "./approved-withdrawals.ts";
export {
  type HaltOrder,
  type ReadNetwork,
  type ReportedPayment,
  reportedPaymentsMax,
  type WalletHalt,
  type WalletReport,
  walletReport,
} from "./wallet-report.ts";
export { chainUnitsOf, ledgerUnitsOf } from "./chain-units.ts";
export { sessionQuestion } from "./session-question.ts";
export { type AssetNetwork, assetNetworkOf, assetNetworks, withdrawalDayLimits } from "./asset-networks.ts";
export { type DepositRow, type PaymentRow } from "./deposit-calls.ts";
export { depositAfter, type DepositReason, type DepositState, type DepositStep } from "./deposit-states.ts";
export {
  explorerPageOf,
  isNetworkId,
  looksLikeAddress,
  type Network,
  type NetworkId,
  networkIds,
  networks,
} from "./networks.ts";
export {
  type WithdrawalAmounts,
  withdrawalAmountsOf,
  withdrawalDayLimitOf,
  withdrawalDecimalsOf,
  withdrawalPriceOf,
  type WithdrawalProblem,
  withdrawalValueOf,
} from "./withdrawal-amounts.ts";
export { openWithdrawalsMax, type WithdrawalRow } from "./withdrawal-calls.ts";
export { paymentIdsMax, receiverPattern } from "./withdrawal-rules.ts";
export {
  paymentAfter,
  type PaymentFailure,
  paymentFailures,
  type PaymentState,
  type PaymentStep,
} from "./payment-states.ts";
export {
  type SignerAnswer,
  signerAnswer,
  signerLineLengthMax,
  type SignerRefusal,
  signerRefusals,
  type SignerRequest,
  signerRequestHead,
  type StorePosition,
} from "./signer-protocol.ts";
export {
  type ApprovedWithdrawal,
  approvedWithdrawal,
  readWithdrawalIntent,
  type WithdrawalApproval,
  withdrawalApprovalsMax,
  type WithdrawalIntent,
  withdrawalIntentBytes,
  withdrawalIntentText,
} from "./withdrawal-intent.ts";
export { undoneWithdrawals, withdrawalAfter, type WithdrawalState, type WithdrawalStep } from "./withdrawal-states.ts";
