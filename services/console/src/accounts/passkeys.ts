import type { PasskeyAnswer, PasskeyNew } from "@tidemark/contracts";
import { type Database, newToken, tokenHash } from "@tidemark/kit-node";
import { newPasskeyOf, newPasskeyOptions, passkeyChallenge, passkeyUse } from "@tidemark/kit-node/passkeys";
import type { ConsoleDeps } from "./deps.ts";
import { type Operator, operators } from "./operator-store.ts";
import { type ChallengeOf, challenges, type Passkey, passkeys } from "./passkey-store.ts";

/** One in the pocket, one in the safe, and some for who works at several places. */
export const passkeysMax = 5;

async function keep({ db, clock }: ConsoleDeps, challenge: string, of: ChallengeOf): Promise<string> {
  const ticket = newToken();
  await challenges.add(db, tokenHash(ticket), challenge, of, clock.now());
  return ticket;
}

const use = ({ clock, config }: ConsoleDeps, tx: Database, ticket: string, of: ChallengeOf) =>
  challenges.use(tx, tokenHash(ticket), of, { since: clock.now() - config.PASSKEY_VALID_MS, at: clock.now() });

/** What a browser is asked to make a passkey for this operator. */
export async function offerPasskey(deps: ConsoleDeps, operator: Operator, have: readonly Passkey[], of: ChallengeOf) {
  const options = await newPasskeyOptions(deps.party(), {
    rpName: "Tidemark console",
    userName: operator.name,
    userDisplayName: operator.name,
    handle: operator.handle,
    have,
    timeoutMs: deps.config.PASSKEY_VALID_MS,
  });
  return { ticket: await keep(deps, options.challenge, of), options };
}

export async function challengePasskey(deps: ConsoleDeps, of: ChallengeOf) {
  const options = await passkeyChallenge(deps.party(), deps.config.PASSKEY_VALID_MS);
  return { ticket: await keep(deps, options.challenge, of), options };
}

type Made = { readonly ticket: string; readonly label: string; readonly passkey: PasskeyNew };

/** Registers a passkey that the operator's browser has made. */
export async function addPasskey(
  deps: ConsoleDeps,
  tx: Database,
  operator: number,
  { ticket, label, passkey }: Made,
  of: ChallengeOf,
): Promise<"TICKET_EXPIRED" | "PASSKEY_WRONG" | undefined> {
  const challenge = await use(deps, tx, ticket, of);
  if (challenge === undefined) return "TICKET_EXPIRED";
  const made = await newPasskeyOf(deps.party(), challenge, passkey);
  if (made === undefined) return "PASSKEY_WRONG";
  const isNew = await passkeys.add(tx, { ...made, operator, label, addedAt: deps.clock.now(), usedAt: 0 });
  return isNew ? undefined : "PASSKEY_WRONG";
}

/** The operator whose passkey has signed this challenge; undefined otherwise. */
export async function usePasskey(
  deps: ConsoleDeps,
  tx: Database,
  { ticket, response }: PasskeyAnswer,
  of: ChallengeOf,
): Promise<Operator | undefined> {
  const challenge = await use(deps, tx, ticket, of);
  const known = challenge === undefined ? undefined : await passkeys.lock(tx, response.id);
  const operator = known === undefined ? undefined : await operators.lock(tx, known.operator);
  if (challenge === undefined || known === undefined || operator === undefined) return undefined;
  const used = await passkeyUse(deps.party(), challenge, response, { ...known, handle: operator.handle });
  if (used === undefined) return undefined;
  await passkeys.used(tx, known.id, { ...used, at: deps.clock.now() });
  return operator;
}
