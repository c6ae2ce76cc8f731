import type { PasskeyAnswer, PasskeyNew } from "@tidemark/contracts";
import type { RequestContext, Database } from "@tidemark/kit-node";
import {
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { IdentityDeps } from "../account/deps.ts";
import { newToken, tokenHash } from "../account/tokens.ts";
import type { User } from "../account/user-store.ts";
import { type ChallengeOf, challenges, type Passkey, type PasskeyPurpose, passkeys } from "./passkey-store.ts";

/** Ed25519, ES256 and RS256: every authenticator supports one of them. */
const algorithms = [-8, -7, -257];

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
  const have = await passkeys.of(deps.db, user.uid);
  const options = await generateRegistrationOptions({
    rpName: "Tidemark",
    rpID: allowed.rpId,
    userName: user.email ?? user.phone ?? "",
    userDisplayName: user.nickName,
    userID: Uint8Array.from(handleOf(deps, user.uid)),
    timeout: deps.times.passkeyValidMs,
    attestationType: "none",
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: have.map(({ id, transports }) => ({
      id,
      transports: transports as AuthenticatorTransport[],
    })),
    // A discoverable credential with user verification.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { ticket: await keepChallenge(deps, "add", from, options.challenge), options: { ...options } };
}

export async function challengePasskey(deps: IdentityDeps, purpose: PasskeyPurpose, from: RequestContext) {
  const allowed = deps.passkeyOriginsOf(from.host ?? "");
  if (allowed === undefined) return undefined;
  const options = await generateAuthenticationOptions({
    rpID: allowed.rpId,
    timeout: deps.times.passkeyValidMs,
    userVerification: "required",
  });
  return { ticket: await keepChallenge(deps, purpose, from, options.challenge), options: { ...options } };
}

/** The challenge of the ticket and the origins that may answer it. */
async function opened(deps: IdentityDeps, tx: Database, ticket: string, purpose: PasskeyPurpose, from: RequestContext) {
  const at = deps.clock.now();
  const since = at - deps.times.passkeyValidMs;
  const allowed = deps.passkeyOriginsOf(from.host ?? "");
  const expectedChallenge = await challenges.use(tx, tokenHash(ticket), whoseOf(purpose, from), { since, at });
  if (expectedChallenge === undefined || allowed === undefined) return undefined;
  return {
    expectedChallenge,
    expectedOrigin: [...allowed.origins],
    expectedRPID: allowed.rpId,
    requireUserVerification: true,
  };
}

/** A new passkey, not stored yet; `gone` where the challenge has expired, undefined where the answer is wrong. */
export async function readNewPasskey(
  deps: IdentityDeps,
  tx: Database,
  { uid, ticket, name, passkey }: { uid: number; ticket: string; name: string; passkey: PasskeyNew },
  from: RequestContext,
): Promise<Passkey | "gone" | undefined> {
  const expected = await opened(deps, tx, ticket, "add", from);
  if (expected === undefined) return "gone";
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: passkey as Parameters<typeof verifyRegistrationResponse>[0]["response"],
      ...expected,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return undefined;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      id: credential.id,
      uid,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: passkey.response.transports ?? [],
      name,
      isKept: credentialBackedUp,
      addedAt: deps.clock.now(),
      usedAt: 0,
    };
  } catch {
    return undefined;
  }
}

/**
 * The uid of the passkey that answered this challenge, for this purpose, device and origin, with user verification; undefined otherwise. A
 * counter that does not grow reveals a copy, which is refused.
 */
export async function usePasskey(
  deps: IdentityDeps,
  tx: Database,
  { ticket, response }: PasskeyAnswer,
  { purpose, from }: { purpose: PasskeyPurpose; from: RequestContext },
): Promise<number | undefined> {
  const expected = await opened(deps, tx, ticket, purpose, from);
  const kept = expected === undefined ? undefined : await passkeys.lock(tx, response.id);
  if (expected === undefined || kept === undefined) return undefined;
  const { userHandle } = response.response;
  if (userHandle !== undefined && userHandle !== handleOf(deps, kept.uid).toString("base64url")) return undefined;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as Parameters<typeof verifyAuthenticationResponse>[0]["response"],
      ...expected,
      credential: { id: kept.id, publicKey: Uint8Array.from(kept.publicKey), counter: kept.counter },
    });
    if (!verified) return undefined;
    const { newCounter: counter, credentialBackedUp: isKept } = authenticationInfo;
    await passkeys.used(tx, kept.id, { counter, isKept, at: deps.clock.now() });
    return kept.uid;
  } catch {
    return undefined;
  }
}
