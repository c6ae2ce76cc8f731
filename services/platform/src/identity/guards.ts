import { calls, type PasskeyAnswer } from "@tidemark/contracts";
import { type Answer, answer, type Asked, type Database, given, refuse } from "@tidemark/kit-node";
import { bindOffer, boundAt, hasAuthenticator, offerKey, removeKey } from "./authenticator.ts";
import { afterChange, changing, mainAddressOf, ownerOf, ownFlow, ownProblem } from "./changes.ts";
import { codeTimesOf, isCodeRight, issueCode } from "./codes.ts";
import { factorProblem, freshProblem } from "./factors.ts";
import { addressOf, inTransaction, loginOf, type Office, triesNameOf } from "./office.ts";
import { isOwnPassword } from "./own-password.ts";
import { passkeys } from "./passkey-store.ts";
import { isCommonPassword, masked } from "./rules.ts";
import { thirdLinks } from "./third-store.ts";
import { tries, type User, users } from "./user-store.ts";

type Reset = {
  code: string;
  googleCode?: string | undefined;
  passkey?: PasskeyAnswer | undefined;
  password: string;
};

async function reset(office: Office, login: Parameters<typeof loginOf>[0], wish: Reset, asked: Asked) {
  const whose = loginOf(login);
  // A number that no account can have is as wrong as any code.
  if (whose === undefined) return refuse("CODE_WRONG");
  const code = { flow: "reset", address: addressOf(whose), code: wish.code } as const;
  if (isCommonPassword(wish.password, code.address)) return refuse("PASSWORD_COMMON");
  if (!(await inTransaction(office, (tx) => isCodeRight(office, tx, { ...code, uses: false }))))
    return refuse("CODE_WRONG");
  const passwordHash = await office.passwords.hash(wish.password);
  if (passwordHash === undefined) return refuse("BUSY");
  const said = await changing(office, async (tx) => {
    const found = await users.byLogin(tx, whose);
    const user = found === undefined ? undefined : await users.held(tx, found.uid);
    if (user === undefined || !(await isCodeRight(office, tx, { ...code, uses: false })))
      return { said: refuse("CODE_WRONG") };
    const problem = await factorProblem(office, tx, user.uid, { ...asked, uid: user.uid }, wish);
    if (problem !== undefined) return { said: refuse(problem) };
    // Whoever had the password may have made keys by it. They end first: if the rest then fails, it fails on the safe side.
    const shutOut = await office.ask(calls.removeAllApiKeys, {}, { ...asked, uid: user.uid });
    if (!shutOut.ok) return { said: shutOut };
    await isCodeRight(office, tx, { ...code, uses: true });
    // Whoever froze it wants nobody in, not even by the way of forgetting.
    if (user.frozenAt !== null) return { said: refuse("ACCOUNT_FROZEN") };
    const at = office.clock.now();
    await users.setPassword(tx, user.uid, passwordHash, at);
    await tries.forget(tx, triesNameOf(office, user, code.address));
    const change = { user, kind: "PASSWORD_RESET", notice: "password-changed", asked } as const;
    return { said: given({}), ended: await afterChange(office, tx, change) };
  });
  const owner = said.ok ? await users.byLogin(office.db, whose) : undefined;
  // And again, for what was made while the sessions were ending.
  if (owner !== undefined) await office.ask(calls.removeAllApiKeys, {}, { ...asked, uid: owner.uid });
  return said;
}

type NewPassword = {
  oldPassword?: string | undefined;
  code?: string | undefined;
  googleCode?: string | undefined;
  password: string;
};

async function setPassword(office: Office, wish: NewPassword, asked: Asked) {
  const user = await users.byUid(office.db, asked.uid);
  if (user === undefined) return refuse("LOGIN_INVALID");
  if (isCommonPassword(wish.password, mainAddressOf(user))) return refuse("PASSWORD_COMMON");
  const { passwordHash: oldHash } = user;
  if (oldHash !== null) {
    const isRight = await isOwnPassword(office, user, wish.oldPassword ?? "");
    if (isRight === undefined) return refuse("BUSY");
    if (!isRight) return refuse("PASSWORD_WRONG");
  }
  const passwordHash = await office.passwords.hash(wish.password);
  if (passwordHash === undefined) return refuse("BUSY");
  return changing(office, async (tx) => {
    const { code = "", googleCode } = wish;
    // Another page of his, or whoever has the password too, was faster.
    if ((await ownerOf(tx, user.uid))?.passwordHash !== oldHash) return { said: refuse("PASSWORD_WRONG") };
    const problem =
      oldHash === null
        ? await ownProblem(office, tx, user, { code, googleCode, asked })
        : await factorProblem(office, tx, user.uid, asked, wish);
    if (problem !== undefined) return { said: refuse(problem) };
    await users.setPassword(tx, user.uid, passwordHash, office.clock.now());
    const { session = "" } = asked.from;
    const change = { user, kind: "PASSWORD_CHANGED", notice: "password-changed", asked, keeps: session } as const;
    return { said: given({}), ended: await afterChange(office, tx, change) };
  });
}

function ofPasswords(office: Office): Answer[] {
  return [
    answer(calls.resetPassword, ({ loginId, areaCode, ...wish }, asked) =>
      reset(office, { loginId, areaCode }, wish, asked),
    ),
    answer(calls.setPassword, (wish, asked) => setPassword(office, wish, asked)),
    answer(calls.sendOwnCode, async ({ channel }, { uid, from }) =>
      inTransaction(office, async (tx) => {
        const user = await users.byUid(tx, uid);
        const address = channel === "email" ? user?.email : user?.phone;
        if (address === null || address === undefined) return refuse("NOT_FOUND");
        const { lang, site } = from;
        const wish = { flow: ownFlow(uid), address, isSent: true, lang, site, uid };
        return (await issueCode(office, tx, wish)) ?? given({ to: masked(address), ...codeTimesOf(office) });
      }),
    ),
  ];
}

function ofAuthenticators(office: Office): Answer[] {
  /** The code of the account's own address: by e-mail where there is one. It is used up only where the rest is right too. */
  const isOwnCode = (tx: Database, user: User, code: string, uses: boolean): Promise<boolean> =>
    isCodeRight(office, tx, { flow: ownFlow(user.uid), address: mainAddressOf(user), code, uses });

  const bind = ({ googleCode, code }: { googleCode: string; code: string }, asked: Asked) =>
    changing(office, async (tx) => {
      const user = await ownerOf(tx, asked.uid);
      if (user === undefined) return { said: refuse("LOGIN_INVALID") };
      if (await hasAuthenticator(tx, user.uid)) return { said: refuse("FACTOR_BOUND") };
      const problem = await freshProblem(office, tx, user.uid, asked);
      if (problem !== undefined) return { said: refuse(problem) };
      if (!(await isOwnCode(tx, user, code, false))) return { said: refuse("CODE_WRONG") };
      const bound = await bindOffer(office, tx, user.uid, googleCode);
      if (bound !== "bound") return { said: refuse(bound === "gone" ? "TICKET_GONE" : "GOOGLE_CODE_WRONG") };
      await isOwnCode(tx, user, code, true);
      const keeps = asked.from.session ?? "";
      const change = { user, kind: "AUTHENTICATOR_BOUND", notice: "authenticator-bound", asked, keeps } as const;
      return { said: given({}), ended: await afterChange(office, tx, change) };
    });

  const remove = (code: string, asked: Asked) =>
    changing(office, async (tx) => {
      const user = await ownerOf(tx, asked.uid);
      if (user === undefined) return { said: refuse("LOGIN_INVALID") };
      if (!(await hasAuthenticator(tx, user.uid))) return { said: refuse("NOT_FOUND") };
      const problem = await freshProblem(office, tx, user.uid, asked);
      if (problem !== undefined) return { said: refuse(problem) };
      if (!(await isOwnCode(tx, user, code, true))) return { said: refuse("CODE_WRONG") };
      await removeKey(tx, user.uid);
      const keeps = asked.from.session ?? "";
      const change = { user, kind: "AUTHENTICATOR_REMOVED", notice: "authenticator-removed", asked, keeps } as const;
      return { said: given({}), ended: await afterChange(office, tx, change) };
    });

  return [
    answer(calls.startAuthenticator, async (_ask, { uid }) => {
      const user = await users.byUid(office.db, uid);
      if (user === undefined) return refuse("LOGIN_INVALID");
      if (await hasAuthenticator(office.db, uid)) return refuse("FACTOR_BOUND");
      return given(await offerKey(office, uid, mainAddressOf(user)));
    }),
    answer(calls.bindAuthenticator, bind),
    answer(calls.removeAuthenticator, ({ code }, asked) => remove(code, asked)),
    answer(calls.guardList, async (_ask, { uid }) => {
      const user = await users.byUid(office.db, uid);
      if (user === undefined) return refuse("LOGIN_INVALID");
      const linked = await thirdLinks.of(office.db, uid);
      const authenticatorAt = await boundAt(office.db, uid);
      return given({
        email: user.email === null ? "" : masked(user.email),
        phone: user.phone === null ? "" : masked(user.phone),
        hasPassword: user.passwordHash !== null,
        passwordAt: user.passwordHash === null ? 0 : user.passwordAt,
        isEmailFactor: user.isEmailFactor,
        isSmsFactor: user.isSmsFactor,
        antiPhishing: user.antiPhishing ?? "",
        hasAuthenticator: authenticatorAt !== undefined,
        authenticatorAt: authenticatorAt ?? 0,
        passkeys: await passkeys.count(office.db, uid),
        hasGoogle: linked.includes("google"),
        hasApple: linked.includes("apple"),
      });
    }),
  ];
}

/** Passwords and second factors: what keeps others out of an account, and how it is changed. */
export const guardAnswers = (office: Office): Answer[] => [...ofPasswords(office), ...ofAuthenticators(office)];
