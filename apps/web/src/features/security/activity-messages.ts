import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import type { ActivityKind } from "@tidemark/contracts";

export const m = {
  title: msg`Activity`,
  what: msg`What happened`,
  when: msg`Time`,
  address: msg`IP address`,
  pages: msg`Pages of the activity log`,
  previous: msg`Previous page`,
  next: msg`Next page`,
};

export const kinds: Readonly<Record<ActivityKind, MessageDescriptor>> = {
  REGISTERED: msg`Account opened`,
  SIGNED_IN: msg`Logged in`,
  SIGN_IN_FAILED: msg`Log in refused`,
  SIGNED_OUT: msg`Logged out`,
  SESSION_ENDED: msg`Session ended`,
  TOKEN_REUSED: msg`Session ended: its old key was used again`,
  PASSWORD_RESET: msg`Password reset`,
  PASSWORD_CHANGED: msg`Password changed`,
  AUTHENTICATOR_BOUND: msg`Authenticator bound`,
  AUTHENTICATOR_REMOVED: msg`Authenticator removed`,
  ADDRESS_CHANGED: msg`Email or phone changed`,
  FACTOR_CHANGED: msg`Codes at log in changed`,
  ACCOUNT_FROZEN: msg`Account frozen`,
  OAUTH_LINKED: msg`Third-party account linked`,
  OAUTH_REMOVED: msg`Third-party account removed`,
  PASSKEY_ADDED: msg`Passkey added`,
  PASSKEY_REMOVED: msg`Passkey removed`,
  API_KEY_CREATED: msg`API key created`,
  API_KEY_CHANGED: msg`API key changed`,
  API_KEY_REMOVED: msg`API key removed`,
  WITHDRAWAL_ADDRESS_ADDED: msg`Withdrawal address added`,
  WITHDRAWAL_ADDRESS_CHANGED: msg`Withdrawal address changed`,
  WITHDRAWAL_ADDRESS_REMOVED: msg`Withdrawal address removed`,
};
