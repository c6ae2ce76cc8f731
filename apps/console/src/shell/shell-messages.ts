import { msg } from "@lingui/core/macro";

export const m = {
  pages: msg`Pages`,
  watch: msg`Watch`,
  audit: msg`Audit`,
  production: msg`Production`,
  development: msg`Development`,
  signOut: msg`Sign out`,
  keys: msg`Keys`,
  close: msg`Close`,
  keyMove: msg`Next and previous row`,
  keyFind: msg`Find`,
  keyHelp: msg`All keys`,
  noRole: msg`No role`,
  network: msg`The console does not answer. Please try again.`,
  again: msg`Try again`,
  notFound: msg`There is no such page.`,
};
