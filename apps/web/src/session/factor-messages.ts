import { msg } from "@lingui/core/macro";

export const m = {
  title: msg`Confirm that it is you`,
  lead: msg`This needs a second factor. It counts for the next ten minutes.`,
  none: msg`This needs a second factor, and your account has none yet. Bind an authenticator or add a passkey first.`,
  toSecurity: msg`To the Security Center`,
  confirm: msg`Confirm`,
  close: msg`Close`,
  passkey: msg`Passkey`,
  passkeyFailed: msg`The passkey was not used. Please try again.`,
};
