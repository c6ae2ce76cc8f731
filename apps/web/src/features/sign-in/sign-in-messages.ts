import { msg } from "@lingui/core/macro";

export const m = {
  title: msg`Log In`,
  loginId: msg`Email or phone`,
  password: msg`Password`,
  show: msg`Show the password`,
  hide: msg`Hide the password`,
  submit: msg`Log In`,
  missing: msg`Enter your email and your password.`,
  wrong: msg`Email or password is wrong.`,
  development: msg`Development accounts`,
  developmentHint: msg`The password of the seeded accounts is printed by the development script when it starts.`,
};
