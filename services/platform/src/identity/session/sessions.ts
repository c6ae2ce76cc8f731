import { accessMaxMs, accessText, refreshMaxMs } from "@tidemark/contracts";
import { type Database, type Grant, newToken, tokenHash } from "@tidemark/kit-node";
import { enqueueNotice } from "../account/notices.ts";
import type { IdentityDeps } from "../account/deps.ts";
import { judgeRefresh, sessionsPerUserMax } from "../account/rules.ts";
import { activity, type SignInOrigin, users } from "../account/user-store.ts";
import { sessions, tokens } from "./session-store.ts";

type Kept = { readonly id: string; readonly uid: number; readonly factorAt: number };

const refreshShape = /^[\w-]{43}$/;

/** The next token is a keyed hash of the last: a client that lost the answer gets the same one again, and none is stored. */
const successorOf = ({ box }: Pick<IdentityDeps, "box">, token: string): string =>
  box.mac("refresh", token).toString("base64url");

function grantOf({ signer }: Pick<IdentityDeps, "signer">, kept: Kept, refreshToken: string, now: number): Grant {
  const access = accessText({ ...kept, until: now + accessMaxMs });
  return { accessToken: signer.sign(access), refreshToken, refreshUntil: now + refreshMaxMs };
}

/** A new session always has a new id. Sessions beyond the limit end, the oldest first. */
export async function openSession(
  deps: IdentityDeps,
  tx: Database,
  { uid, origin, factorAt = 0 }: { uid: number; origin: SignInOrigin; factorAt?: number },
): Promise<{ id: string; grant: Grant; ended: string[] }> {
  const now = deps.clock.now();
  const id = newToken(16);
  const refreshToken = newToken(32);
  await sessions.add(tx, { id, uid, origin, factorAt, at: now, until: now + refreshMaxMs });
  await tokens.add(tx, tokenHash(refreshToken), id, now);
  const ended = await sessions.end(tx, { uid, keepNewest: sessionsPerUserMax }, "too many", now);
  return { id, grant: grantOf(deps, { id, uid, factorAt }, refreshToken, now), ended };
}

async function recordTheft(
  deps: IdentityDeps,
  tx: Database,
  uid: number,
  origin: SignInOrigin,
  at: number,
): Promise<void> {
  await activity.add(tx, uid, "TOKEN_REUSED", origin, at);
  const user = await users.byUid(tx, uid);
  const to = user?.email ?? user?.phone;
  if (user === undefined || to === null || to === undefined) return;
  const { lang, site } = user;
  await enqueueNotice(deps, tx, { kind: "session-stolen", to, lang, site, uid }, at);
}

/**
 * Exchanges a refresh token for the next. `ended` lists the sessions that end because the token was reused; it is empty for an unknown or
 * expired token.
 */
export async function renewSession(
  deps: IdentityDeps,
  tx: Database,
  token: string,
  origin: SignInOrigin,
): Promise<{ grant: Grant; uid: number; id: string } | { ended: string[] }> {
  if (!refreshShape.test(token)) return { ended: [] };
  const now = deps.clock.now();
  const successor = successorOf(deps, token);
  const kept = await tokens.lock(tx, tokenHash(token), tokenHash(successor));
  const verdict = judgeRefresh(kept, origin.deviceId, now, deps.times.refreshGraceMs);
  if (kept === undefined || verdict === "gone") return { ended: [] };
  const { sessionId, uid, factorAt } = kept;
  if (verdict === "theft") {
    await recordTheft(deps, tx, uid, origin, now);
    return { ended: await sessions.end(tx, { uid, only: sessionId }, "token reused", now) };
  }
  if (verdict === "renew") {
    await tokens.use(tx, tokenHash(token), now);
    await tokens.add(tx, tokenHash(successor), sessionId, now);
    await sessions.seen(tx, sessionId, origin, now, now + refreshMaxMs);
  }
  return { grant: grantOf(deps, { id: sessionId, uid, factorAt }, successor, now), uid, id: sessionId };
}

/** A second pair of tokens for the same session at another host; a reuse of either ends the session. */
export async function joinSession(
  deps: IdentityDeps,
  tx: Database,
  id: string,
): Promise<{ grant: Grant; uid: number } | undefined> {
  const now = deps.clock.now();
  const kept = await sessions.open(tx, id, now);
  if (kept === undefined) return undefined;
  const refreshToken = newToken(32);
  await tokens.add(tx, tokenHash(refreshToken), id, now);
  return { grant: grantOf(deps, { id, ...kept }, refreshToken, now), uid: kept.uid };
}

/** Ends the session of the access token, or of the refresh token where that has expired. */
export async function endByTokens(
  deps: IdentityDeps,
  tx: Database,
  { uid, session, refreshToken }: { uid: number; session: string; refreshToken: string },
  origin: SignInOrigin,
): Promise<string[]> {
  const now = deps.clock.now();
  let whose = { uid, id: session };
  if (session === "" && refreshShape.test(refreshToken)) {
    const kept = await tokens.lock(tx, tokenHash(refreshToken), tokenHash(successorOf(deps, refreshToken)));
    if (kept !== undefined) whose = { uid: kept.uid, id: kept.sessionId };
  }
  if (whose.id === "") return [];
  const ended = await sessions.end(tx, { uid: whose.uid, only: whose.id }, "signed out", now);
  if (ended.length > 0) await activity.add(tx, whose.uid, "SIGNED_OUT", origin, now);
  return ended;
}
