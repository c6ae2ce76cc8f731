import type { OperatorRole, OperatorRule } from "../operator/roles.ts";

/** Calls whose records the platform has. The console checks session, role and passkey; the platform answers and writes the audit log. */
export const ofPlatform = {
  owner: "platform",
  needs: "operator",
  carry: "bus",
  shape: "envelope",
  answers: "own",
  body: "json",
  proof: "none",
  rate: "read",
} as const;

export const toRead = (role: OperatorRole): OperatorRule<never> => ({
  role,
  approvals: 0,
  reason: "none",
  factor: "session",
});
/** What every operator may read, whatever their roles. */
export const forAllOperators: OperatorRule<never> = { role: "any", approvals: 0, reason: "none", factor: "session" };
/** An act, or a view of personal data, takes a reason and a passkey that was shown a short while ago. */
export const toAct = (role: OperatorRole): OperatorRule<never> => ({ role, approvals: 0, reason: "required" });

export const readRefusals = ["LOGIN_INVALID", "OPERATOR_ROLE_MISSING", "BUSY"] as const;
export const actRefusals = [...readRefusals, "FACTOR_NEEDED", "NOT_FOUND"] as const;
