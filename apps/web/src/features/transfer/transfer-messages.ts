import { msg } from "@lingui/core/macro";

export const m = {
  title: msg`Transfer`,
  close: msg`Close`,
  from: msg`From`,
  to: msg`To`,
  turn: msg`Turn the direction`,
  wallet: msg`Wallet`,
  spot: msg`Spot`,
  asset: msg`Coin`,
  amount: msg`Amount`,
  all: msg`All`,
  available: msg`Available`,
  confirm: msg`Confirm`,
  done: msg({ message: "{amount} {asset} transferred" }),
  refused: msg`Not transferred`,
  amount_missing: msg`Enter an amount.`,
  balance_short: msg({ message: "{needed} {asset} asked, {available} {asset} available." }),
  nothing: msg({ message: "There is no {asset} in this account. What you deposit arrives in the wallet." }),
};
