import { createHash } from "node:crypto";
import { accessMaxMs, accessText, refreshMaxMs } from "@tidemark/contracts";
import type { Database, Grant } from "@tidemark/kit-node";
import { enqueueNotice } from "../notices.ts";
import { newSecretName, type Office } from "./office.ts";
import { judgeRefresh, sessionsPerUserMax } from "./rules.ts";
import { sessions, tokens } from "./session-store.ts";
import { activity, type Place, users } from "./user-store.ts";

type Kept = { readonly id: string; readonly uid: number; readonly factorAt: number };

const refreshShape = /^[\w-]{43}$/;
const hashOf = (token: string): Buffer => createHash("sha256").update(token).digest();

/** The next token follows from the last by a keyed hash: who lost the answer gets the same one again, and no copy of it lies anywhere. */
const successorOf = ({ box }: Pick<Office, "box">, token: string): string =>
  box.mac("refresh", token).toString("base64url");

function grantOf({ signer }: Pick<Office, "signer">, kept: Kept, refreshToken: string, now: number): Grant {
  const access = accessText({ ...kept, until: now + accessMaxMs });
  return { accessToken: signer.sign(access), refreshToken, refreshUntil: now + refreshMaxMs };
}

/** A new session has a new name, whatever the caller had before. Those beyond the limit end, the oldest first. */
export async function openSession(
  office: Office,
  tx: Database,
  { uid, place, factorAt = 0 }: { uid: number; place: Place; factorAt?: number },
): Promise<{ grant: Grant; ended: string[] }> {
  const now = office.clock.now();
  const id = newSecretName(16);
  const refreshToken = newSecretName(32);
  await sessions.add(tx, { id, uid, place, factorAt, at: now, until: now + refreshMaxMs });
  await tokens.add(tx, hashOf(refreshToken), id, now);
  const ended = await sessions.end(tx, { uid, keepNewest: sessionsPerUserMax }, "too many", now);
  return { grant: grantOf(office, { id, uid, factorAt }, refreshToken, now), ended };
}

async function tellTheft(office: Office, tx: Database, uid: number, place: Place, at: number): Promise<void> {
  await activity.add(tx, uid, "TOKEN_REUSED", place, at);
  const user = await users.byUid(tx, uid);
  const to = user?.email ?? user?.phone;
  if (user === undefined || to === null || to === undefined) return;
  const { lang, site } = user;
  await enqueueNotice(tx, office.box, { kind: "session-stolen", to, lang, site, uid }, at);
}

/** A token for the next, or undefined: it is not one of ours, too old, or was used before, and then its session has ended. */
export async function renewSession(
  office: Office,
  tx: Database,
  token: string,
  place: Place,
): Promise<{ grant: Grant; uid: number } | { ended: string[] }> {
  if (!refreshShape.test(token)) return { ended: [] };
  const now = office.clock.now();
  const successor = successorOf(office, token);
  const kept = await tokens.held(tx, hashOf(token), hashOf(successor));
  const verdict = judgeRefresh(kept, place.deviceId, now, office.times.refreshGraceMs);
  if (kept === undefined || verdict === "gone") return { ended: [] };
  const { sessionId, uid, factorAt } = kept;
  if (verdict === "theft") {
    await tellTheft(office, tx, uid, place, now);
    return { ended: await sessions.end(tx, { uid, only: sessionId }, "token reused", now) };
  }
  if (verdict === "renew") {
    await tokens.use(tx, hashOf(token), now);
    await tokens.add(tx, hashOf(successor), sessionId, now);
    await sessions.seen(tx, sessionId, place, now, now + refreshMaxMs);
  }
  return { grant: grantOf(office, { id: sessionId, uid, factorAt }, successor, now), uid };
}

/** Tokens of their own for a session that goes on elsewhere too: a reuse of either ends both. */
export async function joinSession(
  office: Office,
  tx: Database,
  id: string,
): Promise<{ grant: Grant; uid: number } | undefined> {
  const now = office.clock.now();
  const kept = await sessions.open(tx, id, now);
  if (kept === undefined) return undefined;
  const refreshToken = newSecretName(32);
  await tokens.add(tx, hashOf(refreshToken), id, now);
  return { grant: grantOf(office, { id, ...kept }, refreshToken, now), uid: kept.uid };
}

/** Ends the session of an access token's id or, where that has run out, of a refresh token. */
export async function endByTokens(
  office: Office,
  tx: Database,
  { uid, session, refreshToken }: { uid: number; session: string; refreshToken: string },
  place: Place,
): Promise<string[]> {
  const now = office.clock.now();
  let whose = { uid, id: session };
  if (session === "" && refreshShape.test(refreshToken)) {
    const kept = await tokens.held(tx, hashOf(refreshToken), hashOf(successorOf(office, refreshToken)));
    if (kept !== undefined) whose = { uid: kept.uid, id: kept.sessionId };
  }
  if (whose.id === "") return [];
  const ended = await sessions.end(tx, { uid: whose.uid, only: whose.id }, "signed out", now);
  if (ended.length > 0) await activity.add(tx, whose.uid, "SIGNED_OUT", place, now);
  return ended;
}
