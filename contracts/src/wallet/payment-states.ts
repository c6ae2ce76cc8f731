/**
 * The life of a withdrawal's payment at the wallet. WAITING: approved, not signed yet. SENT: broadcast under its nonce, perhaps again with a
 * higher fee. MINED: in a block. PAID: final, and the core has ended the withdrawal. FAILED: it was never paid, and the money goes back.
 */
const paymentSteps = {
  WAITING: { send: "SENT", fail: "FAILED" },
  SENT: { mine: "MINED", fail: "FAILED" },
  MINED: { pay: "PAID", drop: "SENT", fail: "FAILED" },
  PAID: {},
  FAILED: {},
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

export type PaymentState = keyof typeof paymentSteps;
export type PaymentStep = { [S in PaymentState]: keyof (typeof paymentSteps)[S] }[PaymentState];
export const paymentStates = Object.keys(paymentSteps) as [PaymentState, ...PaymentState[]];

/** The state after a step; undefined where the state has no such step. */
export const paymentAfter = (state: PaymentState, step: PaymentStep): PaymentState | undefined =>
  (paymentSteps[state] as Partial<Record<PaymentStep, PaymentState>>)[step];

/** Why a payment failed, as its owner is shown it. */
export const paymentFailures = ["RECEIVER_REFUSES", "NOT_SENT_IN_TIME", "TRANSACTION_FAILED"] as const;
export type PaymentFailure = (typeof paymentFailures)[number];
