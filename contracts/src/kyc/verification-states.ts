/**
 * The life of a verification: every state and the steps out of it. What is not written cannot happen.
 * CHECKING: a provider looks at the pictures first. IN_REVIEW: a person decides, whatever the provider said.
 */
const verificationSteps = {
  DRAFT: { submit: "CHECKING" },
  CHECKING: { check: "IN_REVIEW" },
  IN_REVIEW: { approve: "APPROVED", refuse: "REFUSED" },
  REFUSED: { submit: "CHECKING" },
  APPROVED: { revoke: "DRAFT" },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

export type VerificationState = keyof typeof verificationSteps;
export type VerificationStep = { [S in VerificationState]: keyof (typeof verificationSteps)[S] }[VerificationState];
export const verificationStates = Object.keys(verificationSteps) as [VerificationState, ...VerificationState[]];

/** The state after a step; undefined where the state has no such step. */
export const verificationAfter = (state: VerificationState, step: VerificationStep): VerificationState | undefined =>
  (verificationSteps[state] as Partial<Record<VerificationStep, VerificationState>>)[step];

/** The status of each state on the wire. APPROVED is pending until the core has set the level. */
const statuses = { DRAFT: -1, CHECKING: 1, IN_REVIEW: 10, REFUSED: 9, APPROVED: 10 } as const satisfies Readonly<
  Record<VerificationState, number>
>;
const verified = 2;

/** An account that has a level is verified, by whatever way it was given. */
export const kycStatusOf = (state: VerificationState, level: number): number =>
  level > 0 ? verified : statuses[state];
