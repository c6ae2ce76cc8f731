import { ofOperator } from "../operator/define-operator-call.ts";
import { inSession, type OperatorRole } from "../operator/roles.ts";

// Calls whose records the platform has. The console checks session, role and passkey; the platform answers and writes the audit log.

export const readRefusals = ["LOGIN_INVALID", "OPERATOR_ROLE_MISSING", "BUSY"] as const;
export const actRefusals = [...readRefusals, "FACTOR_NEEDED", "NOT_FOUND"] as const;

export const readBy = (role: OperatorRole | "any") =>
  ({ ...ofOperator, operator: inSession(role), refusals: readRefusals }) as const;

/** For what needs no reason besides itself: a text that operators write. */
export const writeBy = (role: OperatorRole) =>
  ({ ...ofOperator, operator: { role, approvals: 0, reason: "none" }, refusals: actRefusals }) as const;

/** An act, or a view of personal data, takes a reason and a passkey that was shown a short while ago. */
export const actBy = (role: OperatorRole) =>
  ({ ...ofOperator, operator: { role, approvals: 0, reason: "required" }, refusals: actRefusals }) as const;
