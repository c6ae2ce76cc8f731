import type { PasskeyAnswer, PasskeyNew } from "@tidemark/contracts";
import { type Database, newToken, type RequestContext, tokenHash } from "@tidemark/kit-node";
import {
  newPasskeyOf,
  newPasskeyOptions,
  passkeyChallenge,
  passkeyUse,
  type RelyingParty,
} from "@tidemark/kit-node/passkeys";
import type { IdentityDeps } from "../account/deps.ts";
import type { User } from "../account/user-store.ts";
import { type ChallengeOf, challenges, type Passkey, type PasskeyPurpose, passkeys } from "./passkey-store.ts";

const ofSession = new Set<PasskeyPurpose>(["add", "confirm"]);

/** A challenge is bound to the device, and to the session where one requested it. */
const whoseOf = (purpose: PasskeyPurpose, { deviceId, session = "" }: RequestContext): ChallengeOf => ({
  purpose,
  deviceId,
  sessionId: ofSession.has(purpose) ? session : "",
});

/** The user handle of the account: a keyed hash that reveals nothing. */
const handleOf = ({ box }: Pick<IdentityDeps, "box">, uid: number): Buffer => box.mac("passkey-user", String(uid));

async function keepChallenge(
  deps: IdentityDeps,
  purpose: PasskeyPurpose,
  from: RequestContext,
  challenge: string,
): Promise<string> {
  const ticket = newToken();
  await challenges.add(deps.db, tokenHash(ticket), challenge, whoseOf(purpose, from), deps.clock.now());
  return ticket;
}

/** Undefined where the host has no passkeys. */
export async function offerPasskey(deps: IdentityDeps, user: User, from: RequestContext) {
  const allowed = deps.passkeyOriginsOf(from.host ?? "");
  if (allowed === undefined) return undefined;
  const options = await newPasskeyOptions(allowed, {
    rpName: "Tidemark",
    userName: user.email ?? user.phone ?? "",
    userDisplayName: user.nickName,
    handle: handleOf(deps, user.uid),
    have: await passkeys.of(deps.db, user.uid),
    timeoutMs: deps.times.passkeyValidMs,
  });
  return { ticket: await keepChallenge(deps, "add", from, options.challenge), options: { ...options } };
}

export async function challengePasskey(deps: IdentityDeps, purpose: PasskeyPurpose, from: RequestContext) {
  const allowed = deps.passkeyOriginsOf(from.host ?? "");
  if (allowed === undefined) return undefined;
  const options = await passkeyChallenge(allowed, deps.times.passkeyValidMs);
  return { ticket: await keepChallenge(deps, purpose, from, options.challenge), options: { ...options } };
}

type Opened = { readonly challenge: string; readonly party: RelyingParty };

/** The challenge of the ticket and the pages that may answer it. */
async function opened(
  deps: IdentityDeps,
  tx: Database,
  ticket: string,
  purpose: PasskeyPurpose,
  from: RequestContext,
): Promise<Opened | undefined> {
  const at = deps.clock.now();
  const since = at - deps.times.passkeyValidMs;
  const party = deps.passkeyOriginsOf(from.host ?? "");
  const challenge = await challenges.use(tx, tokenHash(ticket), whoseOf(purpose, from), { since, at });
  return challenge === undefined || party === undefined ? undefined : { challenge, party };
}

/** A new passkey, not stored yet; `gone` where the challenge has expired, undefined where the answer is wrong. */
export async function readNewPasskey(
  deps: IdentityDeps,
  tx: Database,
  { uid, ticket, name, passkey }: { uid: number; ticket: string; name: string; passkey: PasskeyNew },
  from: RequestContext,
): Promise<Passkey | "gone" | undefined> {
  const asked = await opened(deps, tx, ticket, "add", from);
  if (asked === undefined) return "gone";
  const made = await newPasskeyOf(asked.party, asked.challenge, passkey);
  return made === undefined ? undefined : { ...made, uid, name, addedAt: deps.clock.now(), usedAt: 0 };
}

/** The uid of the passkey that answered this challenge, for this purpose, device and origin; undefined otherwise. */
export async function usePasskey(
  deps: IdentityDeps,
  tx: Database,
  { ticket, response }: PasskeyAnswer,
  { purpose, from }: { purpose: PasskeyPurpose; from: RequestContext },
): Promise<number | undefined> {
  const asked = await opened(deps, tx, ticket, purpose, from);
  const kept = asked === undefined ? undefined : await passkeys.lock(tx, response.id);
  if (asked === undefined || kept === undefined) return undefined;
  const { uid, ...known } = kept;
  const used = await passkeyUse(asked.party, asked.challenge, response, { ...known, handle: handleOf(deps, uid) });
  if (used === undefined) return undefined;
  await passkeys.used(tx, kept.id, { ...used, at: deps.clock.now() });
  return uid;
}
