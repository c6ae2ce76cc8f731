import type { PasskeyAnswer, PasskeyNew } from "@tidemark/contracts";
import {
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";

/** Ed25519, ES256 and RS256: every authenticator supports one of them. */
const algorithms = [-8, -7, -257];

/** The name that passkeys are bound to, and the pages that may use them. */
export type RelyingParty = { readonly rpId: string; readonly origins: readonly string[] };
/** What a browser is asked; its fields are those of WebAuthn. */
export type PasskeyOptions = Readonly<Record<string, unknown>> & { readonly challenge: string };

type Owner = {
  readonly rpName: string;
  readonly userName: string;
  readonly userDisplayName: string;
  /** Names the account to the authenticator and reveals nothing about it. */
  readonly handle: Uint8Array;
  /** Those of the account: an authenticator makes no second one. */
  readonly have: readonly { readonly id: string; readonly transports: readonly string[] }[];
  readonly timeoutMs: number;
};

/** A discoverable credential with user verification. */
export async function newPasskeyOptions({ rpId }: RelyingParty, owner: Owner): Promise<PasskeyOptions> {
  const options = await generateRegistrationOptions({
    rpName: owner.rpName,
    rpID: rpId,
    userName: owner.userName,
    userDisplayName: owner.userDisplayName,
    userID: Uint8Array.from(owner.handle),
    timeout: owner.timeoutMs,
    attestationType: "none",
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: owner.have.map(({ id, transports }) => ({
      id,
      transports: transports as AuthenticatorTransport[],
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { ...options };
}

export async function passkeyChallenge({ rpId }: RelyingParty, timeoutMs: number): Promise<PasskeyOptions> {
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    timeout: timeoutMs,
    userVerification: "required",
  });
  return { ...options };
}

const expectedOf = ({ rpId, origins }: RelyingParty, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: [...origins],
  expectedRPID: rpId,
  requireUserVerification: true,
});

export type NewPasskey = {
  readonly id: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: string[];
  /** Whether its maker keeps a copy, so that it outlives the device. */
  readonly isKept: boolean;
};

/** The passkey that a browser has made for this challenge; undefined where the answer is wrong. */
export async function newPasskeyOf(
  party: RelyingParty,
  challenge: string,
  passkey: PasskeyNew,
): Promise<NewPasskey | undefined> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: passkey as Parameters<typeof verifyRegistrationResponse>[0]["response"],
      ...expectedOf(party, challenge),
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return undefined;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: passkey.response.transports ?? [],
      isKept: credentialBackedUp,
    };
  } catch {
    return undefined;
  }
}

type Known = {
  readonly id: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  /** Of the account that the passkey belongs to. */
  readonly handle: Buffer;
};

/**
 * The passkey's new counter where it has signed this challenge, with user verification and for its own account; undefined otherwise. A
 * counter that does not grow reveals a copy, which is refused.
 */
export async function passkeyUse(
  party: RelyingParty,
  challenge: string,
  response: PasskeyAnswer["response"],
  known: Known,
): Promise<{ readonly counter: number; readonly isKept: boolean } | undefined> {
  const { userHandle } = response.response;
  if (userHandle !== undefined && userHandle !== known.handle.toString("base64url")) return undefined;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as Parameters<typeof verifyAuthenticationResponse>[0]["response"],
      ...expectedOf(party, challenge),
      credential: { id: known.id, publicKey: Uint8Array.from(known.publicKey), counter: known.counter },
    });
    if (!verified) return undefined;
    return { counter: authenticationInfo.newCounter, isKept: authenticationInfo.credentialBackedUp };
  } catch {
    return undefined;
  }
}
