import type { Call } from "./define.ts";
import type { Permission } from "./security/signing.ts";

/** Everything that a call requires of its caller, as its contract declares it. */
export type CallRequirements = {
  readonly who: "anybody" | "signed in";
  /** Whether the request must be signed with a key that only our own pages can read. */
  readonly proof: boolean;
  readonly origin: boolean;
  /** Whether the session must have shown a second factor recently: always, or only where the account has one. */
  readonly factor: "–" | "fresh" | "fresh if bound";
  readonly robot: "never" | "always" | "once suspect";
  readonly rate: NonNullable<Call["rate"]>;
  /** The permission that an API key needs; `any`: every key may call it; `never`: none may. */
  readonly apiKey: "any" | "never" | Permission;
};

/** Calls that change something or return private data must be signed; public reads need not be. */
export const needsProof = (call: Call): boolean =>
  call.proof !== "none" && (call.needs === "session" || call.path.startsWith("POST "));

/**
 * API keys trade and read trading data, which the core owns. Calls of sign-in and account security are never open to them; of the rest they
 * may read what is public.
 */
export function apiKeyPermission(call: Call): CallRequirements["apiKey"] {
  if (call.apiKey !== undefined) return call.apiKey;
  if (call.owner === "core" && call.needs === "session") return call.answers === "command" ? "TRADE" : "READ";
  return call.needs === "nothing" && call.path.startsWith("GET ") ? "any" : "never";
}

const factors = { fresh: "fresh", freshIfBound: "fresh if bound" } as const;
const robots = { always: "always", whenAsked: "once suspect" } as const;

export const requirementsOf = (call: Call): CallRequirements => ({
  who: call.needs === "session" ? "signed in" : "anybody",
  proof: needsProof(call),
  origin: call.path.startsWith("POST "),
  factor: call.factor === undefined ? "–" : factors[call.factor],
  robot: call.robot === undefined ? "never" : robots[call.robot],
  rate: call.rate ?? "read",
  apiKey: apiKeyPermission(call),
});
