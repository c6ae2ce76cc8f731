import { msg } from "@lingui/core/macro";

export const m = {
  title: msg`Sign in`,
  hint: msg`Operators sign in with a passkey. There is no password, and no reset by mail.`,
  submit: msg`Sign in with a passkey`,
  lost: msg`Passkey lost? Ask for a new invitation; it replaces the old passkey.`,
};
