import { calls } from "@tidemark/contracts";
import { type Answer, answer, type Asked, inTransaction, refuse } from "@tidemark/kit-node";
import { type IdentityDeps, originOf } from "../account/deps.ts";
import { isUnusualOrigin } from "../account/rules.ts";
import { usePasskey } from "../passkey/passkeys.ts";
import { issueSession, type SignInResult } from "../session/sign-in.ts";
import { devices, users } from "../account/user-store.ts";

async function signIn(deps: IdentityDeps, passkey: Parameters<typeof usePasskey>[2], asked: Asked) {
  const origin = originOf(deps, asked.from);
  const { outcome, ended } = await inTransaction(deps.db, async (tx): Promise<SignInResult> => {
    const uid = await usePasskey(deps, tx, passkey, { purpose: "signIn", from: asked.from });
    const user = uid === undefined ? undefined : await users.byUid(tx, uid);
    if (user === undefined) return { outcome: refuse("PASSKEY_WRONG"), ended: [] };
    if (user.frozenAt !== null) return { outcome: refuse("ACCOUNT_FROZEN"), ended: [] };
    const isUnusual = isUnusualOrigin(await devices.known(tx, user.uid, origin.deviceId), origin.country);
    return issueSession(deps, tx, user, { origin, asked }, isUnusual, deps.clock.now());
  });
  deps.publishEndedSessions(ended);
  return outcome;
}

export const passkeySignInAnswers = (deps: IdentityDeps): Answer[] => [
  answer(calls.signInByPasskey, ({ passkey }, asked) => signIn(deps, passkey, asked)),
];
