import {
  type Call,
  isForRoles,
  isOfGateways,
  needsFreshFactor,
  type OperatorRole,
  type Refusal,
} from "@tidemark/contracts";
import type { Clock } from "../clock.ts";
import { rateLimitKey } from "./rate-limit-key.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { RequestContext } from "../bus/questions.ts";

/** Who asks, as the gateway says. */
type Caller = { readonly uid: number; readonly from: RequestContext };

/** A session that has neither been ended nor reached its own end, of an account that is not frozen. */
export type OpenSession = {
  /** When it last showed a second factor; 0: never. */
  readonly factorAt: number;
  /** What the account has bound. An authenticator's code can come with an ask, a passkey cannot. */
  readonly bound: "nothing" | "authenticator" | "passkey";
};

/** Checks what the catalogue requires of a caller. Undefined: the call may be answered. */
export type Admission = (call: Call, ask: unknown, caller: Caller) => Promise<Refusal | undefined>;

export type AdmissionDeps = {
  readonly clock: Pick<Clock, "now">;
  readonly limits: Pick<RateLimits, "take">;
  readonly factorFreshMs: number;
  /** The session that the question names, if it is open and this user's; `unknown`: who has the records did not say. */
  readonly sessionOf: (caller: Caller) => Promise<OpenSession | "unknown" | undefined>;
};

/** The refusal where the call requires a second factor that the session has not shown recently. */
function factorProblem(call: Call, ask: unknown, { factorAt, bound }: OpenSession, since: number): Refusal | undefined {
  if (factorAt > since) return undefined;
  if (needsFreshFactor(call)) return "FACTOR_NEEDED";
  if (call.factor === undefined || bound === "nothing") return undefined;
  if (call.factor === "freshIfBound" || bound === "passkey") return "FACTOR_NEEDED";
  return (ask as { googleCode?: unknown }).googleCode === undefined ? "GOOGLE_CODE_NEEDED" : undefined;
}

/**
 * The gateway's checks again, at the owner of the call and by the owner's own records: who has taken over a gateway, or its key, can still do
 * only what an open session with its factor and allowance may do.
 */
export function admission({ clock, limits, factorFreshMs, sessionOf }: AdmissionDeps): Admission {
  /** Users pay themselves, others by address. Class signIn is counted by address for users too: who guesses has many accounts. */
  function hasAllowance(call: Call, ask: unknown, { uid, from }: Caller): boolean {
    if (isOfGateways(call)) return true;
    const rate = call.rate ?? "read";
    const byAddress = uid === 0 || rate === "signIn" ? [rateLimitKey(from.ip)] : [];
    const payers = uid === 0 ? byAddress : [...byAddress, uid];
    return payers.every((payer) => limits.take(payer, rate, call.cost?.of(ask) ?? 1));
  }

  return async (call, ask, caller) => {
    // The allowance is first: it costs no query.
    if (!hasAllowance(call, ask, caller)) return "TOO_MANY_REQUESTS";
    if (call.needs === "nothing") return undefined;
    const session = caller.uid === 0 ? undefined : await sessionOf(caller);
    if (session === undefined) return "LOGIN_INVALID";
    // Not LOGIN_INVALID: a client would sign its user out.
    if (session === "unknown") return "BUSY";
    return factorProblem(call, ask, session, clock.now() - factorFreshMs);
  };
}

export type OperatorAdmissionDeps = Pick<AdmissionDeps, "limits"> & {
  /** By the records of who answers; none for who is no operator. */
  readonly rolesOf: (uid: number) => Promise<readonly OperatorRole[]>;
};

/**
 * For what operators ask: session and passkey are the console's records, by whose key the question is sealed. The allowance is counted again,
 * and the role has to stand in both records: a console that claims one gives nobody a right.
 */
export const operatorAdmission =
  ({ limits, rolesOf }: OperatorAdmissionDeps): Admission =>
  async (call, ask, { uid, from }) => {
    if (!limits.take(uid, call.rate ?? "read", call.cost?.of(ask) ?? 1)) return "TOO_MANY_REQUESTS";
    const own = await rolesOf(uid);
    const inBoth = (from.roles ?? []).filter((role) => own.includes(role));
    return inBoth.length > 0 && isForRoles(call, inBoth) ? undefined : "OPERATOR_ROLE_MISSING";
  };
