import { msg } from "@lingui/core/macro";

export const m = {
  phishingTitle: msg`This is not the official website`,
  phishing: msg`This page may be a copy that wants your password. Do not enter anything here. We will take you to the official website.`,
  youAreOn: msg`You are on`,
  officialSite: msg`Official site`,
  toOfficial: msg`Go to the official website`,
  unreachableTitle: msg`The exchange cannot be reached.`,
  unreachableHint: msg`Check your connection. Your orders and balances are safe on our side.`,
  again: msg`Try again`,
};
