import { msg } from "@lingui/core/macro";

export const m = {
  derivatives: msg`Derivatives account`,
  cryptoContract: msg`Crypto Contract account`,
  simulated: msg`Simulated account`,
  equity: msg`Equity`,
  available: msg`Available`,
  pnl: msg`Unrealised PNL`,
  bonus: msg`Bonus`,
  fundBonus: msg`Funding bonus`,
  bonusEnds: msg({ message: "Ends {day}" }),
  ratio: msg`Margin ratio`,
  deposit: msg({ message: "Deposit", context: "page and button" }),
  transfer: msg`Transfer`,
  withdraw: msg`Withdraw`,
};
