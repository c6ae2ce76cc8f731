/** What an operator may be allowed to change. A list only grows at its end. */
export const operatorRoles = ["markets", "risk", "treasury", "support"] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** What a call requires of an operator beyond a session. */
export type OperatorRule<Ask = unknown> = {
  /** `any`: every operator; the answerer checks the role of what the call is about. */
  readonly role: OperatorRole | "any";
  /** How many other operators with the role must approve before it takes effect. */
  readonly approvals: number;
  /** Whether this ask takes effect without approvals. For what only stops somebody or something: waiting would do the harm. */
  isUrgent?(ask: Ask): boolean;
  /** Whether the ask has to say why. */
  readonly reason: "required" | "none";
  /**
   * `session`: the passkey that opened the session is enough, for reading and for what a session needs itself. Without it the passkey was shown
   * a short while ago.
   */
  readonly factor?: "session";
};

/** For reading, and for what a session needs itself. */
export const inSession = (role: OperatorRole | "any"): OperatorRule<never> => ({
  role,
  approvals: 0,
  reason: "none",
  factor: "session",
});
