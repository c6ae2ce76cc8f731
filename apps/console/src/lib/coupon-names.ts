import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { CouponKind, CouponStatus } from "@tidemark/contracts";

export const kinds: Readonly<Record<CouponKind, MessageDescriptor>> = {
  CASH_BONUS: msg`Cash bonus`,
  DEPOSIT: msg`Deposit coupon`,
  DEPOSIT_REWARD: msg`Deposit reward`,
  CASHBACK: msg`Cashback`,
  LOSS_DEDUCTION: msg`Loss deduction`,
  PROFIT_DOUBLE: msg`Profit double`,
  CONTRACT_VOUCHER: msg`Contract voucher`,
  TRADING_BONUS: msg`Trading bonus`,
  FUNDING_BONUS: msg`Funding bonus`,
};

export const statuses: Readonly<Record<CouponStatus, MessageDescriptor>> = {
  PENDING: msg`Pending`,
  SUCCESS: msg`Success`,
  FAILED: msg`Failed`,
  EXPIRED: msg`Expired`,
  INVALID: msg`Invalid`,
  RECALLED: msg`Recalled`,
  RUN_OUT: msg`Run out`,
  USED_OFF: msg`Used off`,
};
