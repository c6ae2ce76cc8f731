/**
 * The life of what is sent under one nonce. PLANNED: the nonce is taken, nothing is signed. SIGNED: stored, and not known to be broadcast.
 * SENT: a node has it. MINED: one of its transactions is in a block. FINAL: that block is final, and it succeeded. FAILED: that block is final,
 * and nothing moved. A transaction with a higher fee replaces another of the same send: it is an attempt, not a state.
 */
const sendSteps = {
  PLANNED: { sign: "SIGNED" },
  SIGNED: { send: "SENT", mine: "MINED" },
  SENT: { mine: "MINED" },
  MINED: { mine: "MINED", drop: "SENT", finish: "FINAL", fail: "FAILED" },
  FINAL: {},
  FAILED: {},
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

export type SendState = keyof typeof sendSteps;
export type SendStep = { [S in SendState]: keyof (typeof sendSteps)[S] }[SendState];

/** The state after a step; undefined where the state has no such step. */
export const sendAfter = (state: SendState, step: SendStep): SendState | undefined =>
  (sendSteps[state] as Partial<Record<SendStep, SendState>>)[step];
