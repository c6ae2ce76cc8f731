import { msg } from "@lingui/core/macro";

export const m = {
  title: msg`Invitation`,
  welcome: msg({
    message: "You are invited as {name}. Make a passkey on this device: it is how you sign in from now on.",
  }),
  roles: msg`Roles`,
  until: msg`Open until`,
  label: msg`Name of the passkey`,
  laptop: msg`Laptop`,
  replaces: msg`Passkeys and sessions that you had before end.`,
  submit: msg`Make the passkey`,
  over: msg`This invitation is used, replaced or too old. Ask for another.`,
};
