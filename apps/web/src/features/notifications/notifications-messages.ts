import { msg } from "@lingui/core/macro";

export const m = {
  title: msg`Notifications`,
  lead: msg`What arrives where. Locked ones guard your money and cannot be switched off.`,
  topic: msg`About`,
  bell: msg`Bell`,
  mail: msg`Email`,
  trading: msg`Trading`,
  money: msg`Money`,
  account: msg`Account`,
  triggers: msg`Orders filled by trigger, TP or SL`,
  margin: msg`Margin ratio above 80%`,
  liquidations: msg`Liquidation and auto-deleveraging`,
  alerts: msg`Your alerts`,
  deposits: msg`Deposits`,
  withdrawals: msg`Withdrawals`,
  coupons: msg`Coupons`,
  security: msg`New device, changed factor or password`,
  reviews: msg`Reviews of identity and nickname`,
  failed: msg`This part could not be loaded.`,
};
