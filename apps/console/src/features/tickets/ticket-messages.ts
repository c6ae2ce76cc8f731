import { msg } from "@lingui/core/macro";

export const m = {
  label: msg`Tickets that wait for an answer`,
  none: msg`Nothing waits`,
  noneHint: msg`New tickets and answers of users appear here.`,
  user: msg({ message: "User {uid}" }),
  support: msg`Support`,
  answer: msg`Answer`,
  answerHint: msg`The user reads this as it is written.`,
  send: msg`Send`,
  sendAndClose: msg`Send and close`,
  sent: msg({ message: "S-{number} is answered" }),
  loading: msg`The ticket is being loaded`,
  TRADING: msg`Trading`,
  DEPOSIT: msg`Deposit`,
  WITHDRAWAL: msg`Withdrawal`,
  ACCOUNT: msg`Account`,
  OTHER: msg`Other`,
};
