import type { Call } from "./define.ts";
import type { OperatorRole } from "./operator/roles.ts";
import type { Permission } from "./security/signing.ts";

/** Everything that a call requires of its caller, as its contract declares it. */
export type CallRequirements = {
  readonly who: "anybody" | "signed in" | "operator";
  /** The role that an operator needs; `any`: every operator. */
  readonly role: "–" | "any" | OperatorRole;
  /** How many other operators must approve. `urgent`: some of its asks need none. */
  readonly approvals: { readonly count: number; readonly urgent: boolean };
  /** Whether the request must be signed with a key that only our own pages can read. */
  readonly proof: boolean;
  readonly origin: boolean;
  /** Whether the session must have shown a second factor recently: always, or only where the account has one; `shown`: in the ask itself. */
  readonly factor: "–" | "fresh" | "fresh if bound" | "fresh or shown";
  readonly robot: "never" | "always" | "once suspect";
  readonly rate: NonNullable<Call["rate"]>;
  /** The permission that an API key needs; `any`: every key may call it; `never`: none may. */
  readonly apiKey: "any" | "never" | Permission;
};

const isOfConsole = ({ path }: Pick<Call, "path">): boolean => path.includes(" /console/");

/** Calls that change something or return private data must be signed; public reads need not be. The console's never are: its cookie is strict. */
export const needsProof = (call: Call): boolean =>
  (call.needs === "operator" && !isOfConsole(call)) ||
  (call.proof !== "none" && (call.needs !== "nothing" || call.path.startsWith("POST ")));

/** Whether pages of other sites are refused: for changes, and for all that operators ask. */
export const needsOrigin = (call: Call): boolean => call.needs === "operator" || call.path.startsWith("POST ");

/** Whether everybody must have shown a second factor recently, whatever the account has bound. */
export const needsFreshFactor = (call: Call): boolean =>
  (call.needs === "operator" && call.operator?.factor !== "session") || call.factor === "fresh";

/** Calls that gateways ask for themselves stand in no catalogue and have no route. */
export const isOfGateways = (call: Pick<Call, "path">): boolean => call.path.startsWith("GET /none/");

/**
 * API keys trade and read trading data, which the core owns. Calls of sign-in and account security are never open to them; of the rest they
 * may read what is public. Operators act in person.
 */
export function apiKeyPermission(call: Call): CallRequirements["apiKey"] {
  if (call.needs === "operator") return "never";
  if (call.apiKey !== undefined) return call.apiKey;
  if (call.owner === "core" && call.needs === "session") return call.answers === "command" ? "TRADE" : "READ";
  return call.needs === "nothing" && call.path.startsWith("GET ") ? "any" : "never";
}

const callers = { nothing: "anybody", session: "signed in", operator: "operator" } as const;
const factors = { fresh: "fresh", freshIfBound: "fresh if bound", freshOrShown: "fresh or shown" } as const;
const robots = { always: "always", whenAsked: "once suspect" } as const;

function factorOf(call: Call): CallRequirements["factor"] {
  if (needsFreshFactor(call)) return "fresh";
  return call.factor === undefined ? "–" : factors[call.factor];
}

export const requirementsOf = (call: Call): CallRequirements => ({
  who: callers[call.needs],
  role: call.operator?.role ?? "–",
  approvals: { count: call.operator?.approvals ?? 0, urgent: call.operator?.isUrgent !== undefined },
  proof: needsProof(call),
  origin: needsOrigin(call),
  factor: factorOf(call),
  robot: call.robot === undefined ? "never" : robots[call.robot],
  rate: call.rate ?? "read",
  apiKey: apiKeyPermission(call),
});

/** Whether an operator with these roles may ask it. A call that does not say whom it is for is for nobody. */
export function isForRoles({ operator }: Pick<Call, "operator">, roles: readonly OperatorRole[]): boolean {
  const role = operator?.role;
  return role === "any" || (role !== undefined && roles.includes(role));
}
