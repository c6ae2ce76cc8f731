import {
  apiKeyPermission,
  type Call,
  type Facts,
  needsFreshFactor,
  needsOrigin,
  needsProof,
  type Refusal,
} from "@tidemark/contracts";
import { rateLimitKey, type RateLimits } from "@tidemark/kit-node";
import { type Origins, type Reply, replyOfRefusal } from "@tidemark/kit-node/http";
import type { FastifyRequest } from "fastify";
import type { ApiKeyAuth } from "../auth/api-key-auth.ts";
import { type Devices, hasBotMark, type Proofs, signerOf } from "../auth/proofs.ts";

import type { Session, Sessions } from "../auth/sessions.ts";

export type GateDeps = {
  readonly sessions: Sessions;
  readonly proofs: Proofs;
  readonly apiKeyAuth: ApiKeyAuth;
  /** The raw body of an API-key request, as it was signed. */
  bodyOf(request: FastifyRequest): Buffer;
  readonly devices: Devices;
  /** Whether the session has shown a second factor recently. */
  isFactorFresh(session: Session): boolean;
  readonly limits: RateLimits;
  readonly origins: Origins;
};
type Gate = { readonly session: Session | undefined; readonly once?: string } | { readonly reply: Reply };

// Clients without a bot mark pay more tokens: they are slowed down, not blocked.
const tokensWithoutMark = 4;

const refused = (refusal: Refusal, facts?: Facts): { readonly reply: Reply } => ({
  reply: replyOfRefusal(refusal, facts),
});

/** Who pays for a request: its user, or the address of a client without one. */
export const ownerOf = (session: Session | undefined, request: FastifyRequest): number | string =>
  session?.uid ?? rateLimitKey(request.ip);

/** What no call answers (no such path, a body that cannot be read) is paid by its address. */
export const payForNothing = (limits: RateLimits, request: Pick<FastifyRequest, "ip">): boolean =>
  limits.take(rateLimitKey(request.ip), "read", tokensWithoutMark);

const isForeign = (deps: GateDeps, call: Call, request: FastifyRequest): boolean =>
  needsOrigin(call) && !deps.origins.allowsChange(request.headers);

/**
 * The first check of every call, before its body is read: whatever is refused afterwards has been paid for, so that nobody is refused
 * without a limit. An API-key request pays when its signature is checked, because the key names the user.
 */
export function hasAllowance(deps: GateDeps, call: Call, request: FastifyRequest): boolean {
  if (deps.apiKeyAuth.isApiKey(request)) return true;
  const tokens = hasBotMark(request) ? 1 : tokensWithoutMark;
  // Sign-ins are limited by address, also for a client that already has a session. A page of another site must not spend its visitor's.
  const byAddress = call.rate === "signIn" || isForeign(deps, call, request);
  const owner = byAddress ? rateLimitKey(request.ip) : ownerOf(deps.sessions.of(request.headers), request);
  return deps.limits.take(owner, call.rate ?? "read", tokens);
}

/** Checks of a page's request that has paid: origin, session, proof, second factor. */
function passGate(deps: GateDeps, call: Call, request: FastifyRequest): Gate {
  if (isForeign(deps, call, request)) return refused("REQUEST_INVALID", { problem: "it comes from another site" });
  const session = deps.sessions.of(request.headers);
  if (call.needs !== "nothing" && session === undefined) return refused("LOGIN_INVALID");
  if (needsProof(call)) {
    const signer = signerOf(session, deps.devices.of(request.headers.cookie));
    const problem = signer === undefined ? "missing" : deps.proofs.problemOf(request, signer);
    if (problem !== undefined) return refused("PROOF_INVALID", { problem });
  }
  if (needsFreshFactor(call) && session !== undefined && !deps.isFactorFresh(session)) return refused("FACTOR_NEEDED");
  // Its end may not have arrived yet: a signed-out token must not trade at a gateway that has just started.
  if (call.needs !== "nothing" && !deps.sessions.isCaughtUp) return refused("BUSY");
  return { session };
}

/** Checks of an API-key request: signature, its user's rate limit, permission. */
async function authenticateApiKey(deps: GateDeps, call: Call, request: FastifyRequest): Promise<Gate> {
  const client = await deps.apiKeyAuth.signerOf(request, deps.bodyOf(request));
  if (client === "busy") return refused("BUSY");
  if (client === "too many") return refused("TOO_MANY_REQUESTS");
  if (typeof client === "string")
    return payForNothing(deps.limits, request)
      ? refused("API_KEY_INVALID", { problem: client })
      : refused("TOO_MANY_REQUESTS");
  const { uid, permissions, key, nonce } = client;
  if (!deps.limits.take(uid, call.rate ?? "read")) return refused("TOO_MANY_REQUESTS");
  const needed = apiKeyPermission(call);
  if (needed !== "any" && (needed === "never" || !permissions.includes(needed))) return refused("API_KEY_FORBIDDEN");
  return { session: { id: "", uid, until: 0, factorAt: 0 }, once: `${key} ${nonce}` };
}

/** `hasAllowance` took one token before the ask was read; the rest of the call's cost is taken here. */
export function mayCost(deps: GateDeps, call: Call, ask: unknown, session: Session | undefined): boolean {
  const more = (call.cost?.of(ask) ?? 1) - 1;
  return more <= 0 || session === undefined || deps.limits.take(session.uid, call.rate ?? "read", more);
}

export const gateOf = (deps: GateDeps, call: Call, request: FastifyRequest): Gate | Promise<Gate> =>
  deps.apiKeyAuth.isApiKey(request) ? authenticateApiKey(deps, call, request) : passGate(deps, call, request);
