import type { PasskeyAnswer, PasskeyNew } from "@tidemark/contracts";
import type { AskedFrom, Database } from "@tidemark/kit-node";
import {
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { newSecretName, type Office } from "./office.ts";
import { challenges, type ChallengeOf, type Passkey, passkeys, type PasskeyPurpose } from "./passkey-store.ts";
import { hashOf } from "./sign-in.ts";
import type { User } from "./user-store.ts";

/** Ed25519, ES256 and RS256: what every authenticator has one of. */
const algorithms = [-8, -7, -257];

const ofSession = new Set<PasskeyPurpose>(["add", "confirm"]);

/** Before there is a session, a challenge belongs to the device; what a session asks for belongs to it alone. */
const whoseOf = (purpose: PasskeyPurpose, { deviceId, session = "" }: AskedFrom): ChallengeOf => ({
  purpose,
  deviceId,
  sessionId: ofSession.has(purpose) ? session : "",
});

/** The name by which an authenticator knows an account: it says nothing to anybody else. */
const handleOf = ({ box }: Pick<Office, "box">, uid: number): Buffer => box.mac("passkey-user", String(uid));

async function keepChallenge(
  office: Office,
  purpose: PasskeyPurpose,
  from: AskedFrom,
  challenge: string,
): Promise<string> {
  const ticket = newSecretName();
  await challenges.add(office.db, hashOf(ticket), challenge, whoseOf(purpose, from), office.clock.now());
  return ticket;
}

/** Undefined where the host that was asked has no passkeys. */
export async function offerPasskey(office: Office, user: User, from: AskedFrom) {
  const place = office.passkeyPlaceOf(from.host ?? "");
  if (place === undefined) return undefined;
  const have = await passkeys.of(office.db, user.uid);
  const options = await generateRegistrationOptions({
    rpName: "Tidemark",
    rpID: place.rpId,
    userName: user.email ?? user.phone ?? "",
    userDisplayName: user.nickName,
    userID: Uint8Array.from(handleOf(office, user.uid)),
    timeout: office.times.passkeyValidMs,
    attestationType: "none",
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: have.map(({ id, transports }) => ({
      id,
      transports: transports as AuthenticatorTransport[],
    })),
    // One that the device keeps with the account's name, and that asks its owner for a finger or a number.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { ticket: await keepChallenge(office, "add", from, options.challenge), options: { ...options } };
}

export async function challengePasskey(office: Office, purpose: PasskeyPurpose, from: AskedFrom) {
  const place = office.passkeyPlaceOf(from.host ?? "");
  if (place === undefined) return undefined;
  const options = await generateAuthenticationOptions({
    rpID: place.rpId,
    timeout: office.times.passkeyValidMs,
    userVerification: "required",
  });
  return { ticket: await keepChallenge(office, purpose, from, options.challenge), options: { ...options } };
}

/** The challenge that the ticket stands for, and the place that its answer must come from. */
async function opened(office: Office, tx: Database, ticket: string, purpose: PasskeyPurpose, from: AskedFrom) {
  const at = office.clock.now();
  const since = at - office.times.passkeyValidMs;
  const place = office.passkeyPlaceOf(from.host ?? "");
  const expectedChallenge = await challenges.use(tx, hashOf(ticket), whoseOf(purpose, from), { since, at });
  if (expectedChallenge === undefined || place === undefined) return undefined;
  return {
    expectedChallenge,
    expectedOrigin: [...place.origins],
    expectedRPID: place.rpId,
    requireUserVerification: true,
  };
}

/** A passkey of this account that is not kept yet; `gone` where the challenge is, undefined where the answer is not one to it. */
export async function readNewPasskey(
  office: Office,
  tx: Database,
  { uid, ticket, name, passkey }: { uid: number; ticket: string; name: string; passkey: PasskeyNew },
  from: AskedFrom,
): Promise<Passkey | "gone" | undefined> {
  const expected = await opened(office, tx, ticket, "add", from);
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
      addedAt: office.clock.now(),
      usedAt: 0,
    };
  } catch {
    return undefined;
  }
}

/**
 * Whose passkey has answered this challenge, for this purpose, on this device, at a page of ours, with its owner present; undefined
 * otherwise. A counter that does not move on is a copy's, and copies are not taken.
 */
export async function usePasskey(
  office: Office,
  tx: Database,
  { ticket, response }: PasskeyAnswer,
  { purpose, from }: { purpose: PasskeyPurpose; from: AskedFrom },
): Promise<number | undefined> {
  const expected = await opened(office, tx, ticket, purpose, from);
  const kept = expected === undefined ? undefined : await passkeys.held(tx, response.id);
  if (expected === undefined || kept === undefined) return undefined;
  const { userHandle } = response.response;
  if (userHandle !== undefined && userHandle !== handleOf(office, kept.uid).toString("base64url")) return undefined;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as Parameters<typeof verifyAuthenticationResponse>[0]["response"],
      ...expected,
      credential: { id: kept.id, publicKey: Uint8Array.from(kept.publicKey), counter: kept.counter },
    });
    if (!verified) return undefined;
    const { newCounter: counter, credentialBackedUp: isKept } = authenticationInfo;
    await passkeys.used(tx, kept.id, { counter, isKept, at: office.clock.now() });
    return kept.uid;
  } catch {
    return undefined;
  }
}
