import { msg } from "@lingui/core/macro";

/** Ways to earn coupons. */
export const taskMessages = {
  tasks: msg`Get more coupons`,
  task_KYC: msg`Verify your identity`,
  task_INVITE: msg`Invite a friend who verifies`,
  task_DEPOSIT: msg`Make a deposit`,
  task_SPOT_TRADE: msg`Make a trade on spot`,
  task_CONTRACT_TRADE: msg`Trade a contract`,
  taskAfter: msg({ message: "after {volume} USDT of volume" }),
  taskUntil: msg({ message: "until {date}", context: "a campaign, to its last day" }),
  taskCount: msg({ message: "{received} of {total} received" }),
  taskReceived: msg({ message: "Received", context: "a coupon" }),
  taskClosed: msg({ message: "Not available", context: "a coupon, for this account" }),
  taskOnce: msg`Accounts that have used the same device count as one person.`,
  verify: msg`Verify`,
  invite: msg({ message: "Invite", context: "button: to the invite page" }),
} as const;
