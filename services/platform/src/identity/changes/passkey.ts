import { calls, type PasskeyNew } from "@tidemark/contracts";
import {
  type Answer,
  answer,
  type Asked,
  type Database,
  given,
  inTransaction,
  type Outcome,
  refuse,
} from "@tidemark/kit-node";
import { type IdentityDeps } from "../account/deps.ts";
import { users } from "../account/user-store.ts";
import { oauthLinks } from "../oauth/oauth-store.ts";
import { passkeys } from "../passkey/passkey-store.ts";
import { challengePasskey, offerPasskey, readNewPasskey } from "../passkey/passkeys.ts";
import { freshProblem } from "../session/factors.ts";
import { changeAccount, lockOwner, recordChange } from "./changes.ts";
import { type OwnerProof, ownerProblem } from "./owner-proof.ts";

const passkeysMax = 10;
const tooMany = refuse("PASSKEY_LIMIT", { allowed: String(passkeysMax) });

/** The first passkey needs the password, or a code where there is none; every further one needs a fresh factor. */
async function start(deps: IdentityDeps, own: OwnerProof, asked: Asked) {
  const user = await users.byUid(deps.db, asked.uid);
  if (user === undefined) return refuse("LOGIN_INVALID");
  if ((await passkeys.count(deps.db, user.uid)) >= passkeysMax) return tooMany;
  const problem = await ownerProblem(deps, user, own, asked);
  if (problem !== undefined) return refuse(problem);
  const offered = await offerPasskey(deps, user, asked.from);
  return offered === undefined ? refuse("NOT_FOUND") : given(offered);
}

type AddAsk = { readonly ticket: string; readonly name: string; readonly passkey: PasskeyNew };

async function add(deps: IdentityDeps, ask: AddAsk, asked: Asked): Promise<Outcome<{ id: string }>> {
  const { outcome, ended } = await inTransaction(deps.db, async (tx: Database) => {
    const refused = (outcome: Outcome<never>) => ({ outcome, ended: [] as string[] });
    const user = await lockOwner(tx, asked.uid);
    if (user === undefined) return refused(refuse("LOGIN_INVALID"));
    const made = await readNewPasskey(deps, tx, { uid: user.uid, ...ask }, asked.from);
    if (made === "gone") return refused(refuse("TICKET_EXPIRED"));
    if (made === undefined) return refused(refuse("PASSKEY_WRONG"));
    if ((await passkeys.count(tx, user.uid)) >= passkeysMax) return refused(tooMany);
    if (!(await passkeys.add(tx, made))) return refused(refuse("PASSKEY_WRONG"));
    const keeps = asked.from.session ?? "";
    const change = { user, kind: "PASSKEY_ADDED", notice: "passkey-added", asked, keeps } as const;
    return { outcome: given({ id: made.id }), ended: await recordChange(deps, tx, change) };
  });
  if (outcome.ok) deps.wakeOutbox();
  deps.publishEndedSessions(ended);
  return outcome;
}

const remove = (deps: IdentityDeps, id: string, asked: Asked) =>
  changeAccount(deps, async (tx) => {
    const user = await lockOwner(tx, asked.uid);
    if (user === undefined) return { outcome: refuse("LOGIN_INVALID") };
    const problem = await freshProblem(deps, tx, user.uid, asked);
    if (problem !== undefined) return { outcome: refuse(problem) };
    const have = await passkeys.of(tx, user.uid);
    if (!have.some((one) => one.id === id)) return { outcome: refuse("NOT_FOUND") };
    const isLast = have.length === 1 && user.passwordHash === null && (await oauthLinks.of(tx, user.uid)).length === 0;
    if (isLast) return { outcome: refuse("LAST_SIGN_IN_METHOD") };
    await passkeys.remove(tx, user.uid, id);
    const keeps = asked.from.session ?? "";
    const change = { user, kind: "PASSKEY_REMOVED", notice: "passkey-removed", asked, keeps } as const;
    return { outcome: given({}), ended: await recordChange(deps, tx, change) };
  });

/** Passkeys of an account. */
export const passkeyAnswers = (deps: IdentityDeps): Answer[] => [
  answer(calls.startPasskey, (own, asked) => start(deps, own, asked)),
  answer(calls.addPasskey, (ask, asked) => add(deps, ask, asked)),
  answer(calls.passkeyList, async (_ask, { uid }) => {
    const list = await passkeys.of(deps.db, uid);
    return given({
      list: list.map(({ id, name, isKept, addedAt, usedAt }) => ({ id, name, isKept, addedAt, usedAt })),
    });
  }),
  answer(calls.namePasskey, async ({ id, name }, { uid }) =>
    (await passkeys.rename(deps.db, uid, id, name)) ? given({}) : refuse("NOT_FOUND"),
  ),
  answer(calls.removePasskey, ({ id }, asked) => remove(deps, id, asked)),
  answer(calls.challengePasskey, async ({ purpose }, { from }) => {
    const offered = await challengePasskey(deps, purpose, from);
    return offered === undefined ? refuse("NOT_FOUND") : given(offered);
  }),
];
