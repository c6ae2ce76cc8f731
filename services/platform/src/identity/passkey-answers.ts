import { calls, type PasskeyNew, type Refusal } from "@tidemark/contracts";
import { type Answer, answer, type Asked, type Database, given, type Outcome, refuse } from "@tidemark/kit-node";
import { afterChange, changing, mainAddressOf, ownerOf, ownFlow } from "./changes.ts";
import { isCodeRight } from "./codes.ts";
import { freshProblem, hasFactor } from "./factors.ts";
import { inTransaction, type Office, placeOf } from "./office.ts";
import { isOwnPassword } from "./own-password.ts";
import { passkeys } from "./passkey-store.ts";
import { challengePasskey, offerPasskey, readNewPasskey, usePasskey } from "./passkeys.ts";
import { isUnusualPlace } from "./rules.ts";
import { type Entered, letIn } from "./sign-in.ts";
import { thirdLinks } from "./third-store.ts";
import { devices, type User, users } from "./user-store.ts";

const passkeysMax = 10;
const tooMany = refuse("PASSKEY_LIMIT", { allowed: String(passkeysMax) });

type Own = { readonly password?: string | undefined; readonly code?: string | undefined };

/** The first passkey of an account comes by its password, or by a code where there is none; every other by a factor that is fresh. */
async function ownerProblem(office: Office, user: User, own: Own, asked: Asked): Promise<Refusal | undefined> {
  if (await hasFactor(office.db, user.uid))
    return inTransaction(office, (tx) => freshProblem(office, tx, user.uid, asked));
  if (user.passwordHash !== null) {
    const isRight = await isOwnPassword(office, user, own.password ?? "");
    if (isRight === undefined) return "BUSY";
    return isRight ? undefined : "PASSWORD_WRONG";
  }
  const code = { flow: ownFlow(user.uid), address: mainAddressOf(user), code: own.code ?? "", uses: true };
  return (await inTransaction(office, (tx) => isCodeRight(office, tx, code))) ? undefined : "CODE_WRONG";
}

async function start(office: Office, own: Own, asked: Asked) {
  const user = await users.byUid(office.db, asked.uid);
  if (user === undefined) return refuse("LOGIN_INVALID");
  if ((await passkeys.count(office.db, user.uid)) >= passkeysMax) return tooMany;
  const problem = await ownerProblem(office, user, own, asked);
  if (problem !== undefined) return refuse(problem);
  const offered = await offerPasskey(office, user, asked.from);
  return offered === undefined ? refuse("NOT_FOUND") : given(offered);
}

type AddAsk = { readonly ticket: string; readonly name: string; readonly passkey: PasskeyNew };

async function add(office: Office, ask: AddAsk, asked: Asked): Promise<Outcome<{ id: string }>> {
  const { said, ended } = await inTransaction(office, async (tx: Database) => {
    const refused = (said: Outcome<never>) => ({ said, ended: [] as string[] });
    const user = await ownerOf(tx, asked.uid);
    if (user === undefined) return refused(refuse("LOGIN_INVALID"));
    const made = await readNewPasskey(office, tx, { uid: user.uid, ...ask }, asked.from);
    if (made === "gone") return refused(refuse("TICKET_GONE"));
    if (made === undefined) return refused(refuse("PASSKEY_WRONG"));
    if ((await passkeys.count(tx, user.uid)) >= passkeysMax) return refused(tooMany);
    if (!(await passkeys.add(tx, made))) return refused(refuse("PASSKEY_WRONG"));
    const keeps = asked.from.session ?? "";
    const change = { user, kind: "PASSKEY_ADDED", notice: "passkey-added", asked, keeps } as const;
    return { said: given({ id: made.id }), ended: await afterChange(office, tx, change) };
  });
  if (said.ok) office.wakeOutbox();
  office.tellEnded(ended);
  return said;
}

const remove = (office: Office, id: string, asked: Asked) =>
  changing(office, async (tx) => {
    const user = await ownerOf(tx, asked.uid);
    if (user === undefined) return { said: refuse("LOGIN_INVALID") };
    const problem = await freshProblem(office, tx, user.uid, asked);
    if (problem !== undefined) return { said: refuse(problem) };
    const have = await passkeys.of(tx, user.uid);
    if (!have.some((one) => one.id === id)) return { said: refuse("NOT_FOUND") };
    const isLast = have.length === 1 && user.passwordHash === null && (await thirdLinks.of(tx, user.uid)).length === 0;
    if (isLast) return { said: refuse("LAST_WAY_IN") };
    await passkeys.remove(tx, user.uid, id);
    const keeps = asked.from.session ?? "";
    const change = { user, kind: "PASSKEY_REMOVED", notice: "passkey-removed", asked, keeps } as const;
    return { said: given({}), ended: await afterChange(office, tx, change) };
  });

async function login(office: Office, passkey: Parameters<typeof usePasskey>[2], asked: Asked) {
  const place = placeOf(office, asked.from);
  const { said, ended } = await inTransaction(office, async (tx): Promise<Entered> => {
    const uid = await usePasskey(office, tx, passkey, { purpose: "signIn", from: asked.from });
    const user = uid === undefined ? undefined : await users.byUid(tx, uid);
    if (user === undefined) return { said: refuse("PASSKEY_WRONG"), ended: [] };
    if (user.frozenAt !== null) return { said: refuse("ACCOUNT_FROZEN"), ended: [] };
    const isUnusual = isUnusualPlace(await devices.known(tx, user.uid, place.deviceId), place.country);
    return letIn(office, tx, user, { place, asked }, isUnusual, office.clock.now());
  });
  office.tellEnded(ended);
  return said;
}

/** Passkeys: how they come to an account, leave it, and open it. */
export const passkeyAnswers = (office: Office): Answer[] => [
  answer(calls.startPasskey, (own, asked) => start(office, own, asked)),
  answer(calls.addPasskey, (ask, asked) => add(office, ask, asked)),
  answer(calls.passkeyList, async (_ask, { uid }) => {
    const list = await passkeys.of(office.db, uid);
    return given({
      list: list.map(({ id, name, isKept, addedAt, usedAt }) => ({ id, name, isKept, addedAt, usedAt })),
    });
  }),
  answer(calls.namePasskey, async ({ id, name }, { uid }) =>
    (await passkeys.rename(office.db, uid, id, name)) ? given({}) : refuse("NOT_FOUND"),
  ),
  answer(calls.removePasskey, ({ id }, asked) => remove(office, id, asked)),
  answer(calls.challengePasskey, async ({ purpose }, { from }) => {
    const offered = await challengePasskey(office, purpose, from);
    return offered === undefined ? refuse("NOT_FOUND") : given(offered);
  }),
  answer(calls.loginByPasskey, ({ passkey }, asked) => login(office, passkey, asked)),
];
