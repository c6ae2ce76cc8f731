import { type Call, type Facts, isForRoles, needsFreshFactor, needsOrigin, type Refusal } from "@tidemark/contracts";
import { type Clock, type Database, rateLimitKey, type RateLimits, tokenHash } from "@tidemark/kit-node";
import type { Origins } from "@tidemark/kit-node/http";
import type { FastifyRequest } from "fastify";
import { type SessionRow, sessions } from "./accounts/session-store.ts";
import type { Config } from "./config.ts";
import type { Cookies } from "./cookies.ts";

export type GateDeps = {
  readonly db: Database;
  readonly clock: Pick<Clock, "now">;
  readonly config: Config;
  readonly cookies: Cookies;
  readonly limits: RateLimits;
  readonly origins: () => Origins;
};
/** The session that a request is asked in, and its id. */
export type Session = SessionRow & { readonly id: string };
export type Gate = { readonly session: Session | undefined } | { readonly refusal: Refusal; readonly facts?: Facts };

async function sessionOf(
  { db, clock, config, cookies }: GateDeps,
  request: FastifyRequest,
): Promise<Session | undefined> {
  const token = cookies.tokenOf(request.headers.cookie);
  if (token === undefined) return undefined;
  const hash = tokenHash(token);
  const { OPERATOR_IDLE_MS: idleMs, OPERATOR_SESSION_MS: maxMs } = config;
  const row = await sessions.use(db, hash, { now: clock.now(), idleMs, maxMs });
  return row === undefined ? undefined : { ...row, id: hash.toString("hex") };
}

/** The refusal of a call by what it requires of an operator. */
function operatorProblem(deps: GateDeps, call: Call, session: Session | undefined): Refusal | undefined {
  if (call.needs === "nothing") return undefined;
  if (session === undefined) return "LOGIN_INVALID";
  if (!isForRoles(call, session.roles)) return "OPERATOR_ROLE_MISSING";
  const isFresh = deps.clock.now() - session.confirmedAt < deps.config.FACTOR_FRESH_MS;
  return needsFreshFactor(call) && !isFresh ? "FACTOR_NEEDED" : undefined;
}

/** Pages of the console only: one of a sibling host would carry the cookie too, and keep a session from ending. */
const isOfOwnPage = ({ headers }: FastifyRequest): boolean =>
  headers["sec-fetch-site"] === undefined || ["same-origin", "none"].includes(String(headers["sec-fetch-site"]));

/** Checks of every request, in this order: allowance, origin, session, role, passkey. */
export async function gateOf(deps: GateDeps, call: Call, request: FastifyRequest): Promise<Gate> {
  if (!deps.limits.take(rateLimitKey(request.ip), call.rate ?? "read")) return { refusal: "TOO_MANY_REQUESTS" };
  if (needsOrigin(call) && !(isOfOwnPage(request) && deps.origins().allows(request.headers.origin)))
    return { refusal: "REQUEST_INVALID", facts: { problem: "it comes from another site" } };
  const session = await sessionOf(deps, request);
  const refusal = operatorProblem(deps, call, session);
  return refusal === undefined ? { session } : { refusal };
}
