import { msg } from "@lingui/core/macro";

export const m = {
  voucher: msg`Contract voucher`,
  covers: msg({ message: "covers {amount}", comment: "How much margin and fee a voucher pays, such as 20.00 USDT" }),
  title: msg({ message: "Open {contract} with a voucher" }),
  choice: msg({ message: "{amount}, ends {day}" }),
  rule: msg`One isolated position at market. What it wins is yours, and a loss costs you nothing. It can only be closed as a whole.`,
  size: msg`Size`,
  entry: msg`Average price`,
  opened: msg({ message: "Opened with a voucher: {contract}" }),
  sent: msg`The order is on its way. The Coupon Center shows what becomes of it.`,
  notFilled: msg`Nothing was filled. The voucher can be used again.`,
  sideTaken: msg`This side already has a position or an order. Close it first, or choose the other side.`,
  campaignEmpty: msg`The campaign of this voucher has no money left.`,
};
