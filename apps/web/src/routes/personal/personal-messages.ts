import { msg } from "@lingui/core/macro";

export const m = {
  account: msg`Your account`,
  profile: msg`Profile`,
  verification: msg`ID Verification`,
  security: msg`Security Center`,
  api: msg`API Management`,
  messages: msg`Messages`,
  notifications: msg`Notifications`,
  alerts: msg`Alerts`,
  support: msg`Support`,
};
