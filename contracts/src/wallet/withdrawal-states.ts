/**
 * The life of a withdrawal: every state and the steps out of it. What is not written cannot happen.
 * CONFIRMED: its command is on the way to the core. IN_REVIEW and APPROVED: the core holds the money. RETURNING: the wallet has to give it back.
 */
const withdrawalSteps = {
  UNCONFIRMED: { confirm: "CONFIRMED", cancel: "CANCELLED", expire: "EXPIRED" },
  CONFIRMED: { hold: "APPROVED", review: "IN_REVIEW", refuse: "REFUSED" },
  IN_REVIEW: { approve: "APPROVED", cancel: "RETURNING", reject: "RETURNING", send: "SENT", fail: "RETURNED" },
  APPROVED: { send: "SENT", fail: "RETURNED" },
  RETURNING: { send: "SENT", fail: "RETURNED" },
  SENT: {},
  RETURNED: {},
  REFUSED: {},
  CANCELLED: {},
  EXPIRED: {},
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

export type WithdrawalState = keyof typeof withdrawalSteps;
export type WithdrawalStep = { [S in WithdrawalState]: keyof (typeof withdrawalSteps)[S] }[WithdrawalState];
export const withdrawalStates = Object.keys(withdrawalSteps) as [WithdrawalState, ...WithdrawalState[]];

/** The state after a step; undefined where the state has no such step. */
export const withdrawalAfter = (state: WithdrawalState, step: WithdrawalStep): WithdrawalState | undefined =>
  (withdrawalSteps[state] as Partial<Record<WithdrawalStep, WithdrawalState>>)[step];

/** Nothing left the account, or it came back: these count in no limit. */
export const undoneWithdrawals: readonly WithdrawalState[] = ["CANCELLED", "EXPIRED", "REFUSED", "RETURNED"];
