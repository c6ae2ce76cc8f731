import { calls, type PasskeyAnswer } from "@tidemark/contracts";
import { type Answer, answer, type Asked, given, inTransaction, refuse } from "@tidemark/kit-node";
import { contactOf, contactTextOf, masked } from "../account/contact.ts";
import { type IdentityDeps, triesKeyOf } from "../account/deps.ts";
import { isCodeRight, issueCode, codeTimesOf } from "../codes/codes.ts";
import { isCommonPassword } from "../password/common-passwords.ts";
import { factorProblem } from "../session/factors.ts";
import { changeAccount, mainContactOf, ownCodeProblem, lockOwner, ownFlow, recordChange } from "./changes.ts";
import { isOwnPassword } from "./own-password.ts";
import { tries, users } from "../account/user-store.ts";

type Reset = {
  code: string;
  googleCode?: string | undefined;
  passkey?: PasskeyAnswer | undefined;
  password: string;
};

async function reset(deps: IdentityDeps, contact: Parameters<typeof contactOf>[0], request: Reset, asked: Asked) {
  const whose = contactOf(contact);
  // An impossible contact gets the same answer as a wrong code.
  if (whose === undefined) return refuse("CODE_WRONG");
  const code = { flow: "reset", contactText: contactTextOf(whose), code: request.code } as const;
  if (isCommonPassword(request.password, code.contactText)) return refuse("PASSWORD_COMMON");
  if (!(await inTransaction(deps.db, (tx) => isCodeRight(deps, tx, { ...code, uses: false }))))
    return refuse("CODE_WRONG");
  const passwordHash = await deps.passwords.hash(request.password);
  if (passwordHash === undefined) return refuse("BUSY");
  const outcome = await changeAccount(deps, async (tx) => {
    const found = await users.byContact(tx, whose);
    const user = found === undefined ? undefined : await users.lock(tx, found.uid);
    if (user === undefined || !(await isCodeRight(deps, tx, { ...code, uses: false })))
      return { outcome: refuse("CODE_WRONG") };
    const problem = await factorProblem(deps, tx, user.uid, { ...asked, uid: user.uid }, request);
    if (problem !== undefined) return { outcome: refuse(problem) };
    // A thief with the password may have created API keys. They are removed first, so that a failure afterwards is on the safe side.
    const removedKeys = await deps.ask(calls.removeAllApiKeys, {}, { ...asked, uid: user.uid });
    if (!removedKeys.ok) return { outcome: removedKeys };
    await isCodeRight(deps, tx, { ...code, uses: true });
    // A reset must not reopen a frozen account.
    if (user.frozenAt !== null) return { outcome: refuse("ACCOUNT_FROZEN") };
    const at = deps.clock.now();
    await users.setPassword(tx, user.uid, passwordHash, at);
    await tries.forget(tx, triesKeyOf(deps, user, code.contactText));
    const change = { user, kind: "PASSWORD_RESET", notice: "password-changed", asked } as const;
    return { outcome: given({}), ended: await recordChange(deps, tx, change) };
  });
  const owner = outcome.ok ? await users.byContact(deps.db, whose) : undefined;
  // Again, for keys that were created while the sessions were ending.
  if (owner !== undefined) await deps.ask(calls.removeAllApiKeys, {}, { ...asked, uid: owner.uid });
  return outcome;
}

type NewPassword = {
  oldPassword?: string | undefined;
  code?: string | undefined;
  googleCode?: string | undefined;
  password: string;
};

async function setPassword(deps: IdentityDeps, request: NewPassword, asked: Asked) {
  const user = await users.byUid(deps.db, asked.uid);
  if (user === undefined) return refuse("LOGIN_INVALID");
  if (isCommonPassword(request.password, mainContactOf(user))) return refuse("PASSWORD_COMMON");
  const { passwordHash: oldHash } = user;
  if (oldHash !== null) {
    const isRight = await isOwnPassword(deps, user, request.oldPassword ?? "");
    if (isRight === undefined) return refuse("BUSY");
    if (!isRight) return refuse("PASSWORD_WRONG");
  }
  const passwordHash = await deps.passwords.hash(request.password);
  if (passwordHash === undefined) return refuse("BUSY");
  return changeAccount(deps, async (tx) => {
    const { code = "", googleCode } = request;
    // The password was changed meanwhile.
    if ((await lockOwner(tx, user.uid))?.passwordHash !== oldHash) return { outcome: refuse("PASSWORD_WRONG") };
    const problem =
      oldHash === null
        ? await ownCodeProblem(deps, tx, user, { code, googleCode, asked })
        : await factorProblem(deps, tx, user.uid, asked, request);
    if (problem !== undefined) return { outcome: refuse(problem) };
    await users.setPassword(tx, user.uid, passwordHash, deps.clock.now());
    const { session = "" } = asked.from;
    const change = { user, kind: "PASSWORD_CHANGED", notice: "password-changed", asked, keeps: session } as const;
    return { outcome: given({}), ended: await recordChange(deps, tx, change) };
  });
}

/** Reset and change of the password, and codes to the account's own contacts. */
export function passwordAnswers(deps: IdentityDeps): Answer[] {
  return [
    answer(calls.resetPassword, ({ loginId, areaCode, ...request }, asked) =>
      reset(deps, { loginId, areaCode }, request, asked),
    ),
    answer(calls.setPassword, (request, asked) => setPassword(deps, request, asked)),
    answer(calls.sendOwnCode, async ({ channel }, { uid, from }) =>
      inTransaction(deps.db, async (tx) => {
        const user = await users.byUid(tx, uid);
        const contactText = channel === "email" ? user?.email : user?.phone;
        if (contactText === null || contactText === undefined) return refuse("NOT_FOUND");
        const { lang, site } = from;
        const request = { flow: ownFlow(uid), contactText, isSent: true, lang, site, uid };
        return (await issueCode(deps, tx, request)) ?? given({ to: masked(contactText), ...codeTimesOf(deps) });
      }),
    ),
  ];
}
