import { calls } from "@tidemark/contracts";
import { type Answer, answer, type Asked, type Database, given, refuse } from "@tidemark/kit-node";
import { masked } from "../account/contact.ts";
import type { IdentityDeps } from "../account/deps.ts";
import { type User, users } from "../account/user-store.ts";
import { bindOffer, boundAt, hasAuthenticator, offerKey, removeKey } from "../codes/authenticator.ts";
import { isCodeRight } from "../codes/codes.ts";
import { oauthLinks } from "../oauth/oauth-store.ts";
import { passkeys } from "../passkey/passkey-store.ts";
import { freshProblem } from "../session/factors.ts";
import { changeAccount, mainContactOf, lockOwner, ownFlow, recordChange } from "./changes.ts";

/** The authenticator of an account, and its security settings. */
export function twoFactorAnswers(deps: IdentityDeps): Answer[] {
  /** The code to the account's main contact. It is used only if the rest is right too. */
  const isOwnCode = (tx: Database, user: User, code: string, uses: boolean): Promise<boolean> =>
    isCodeRight(deps, tx, { flow: ownFlow(user.uid), contactText: mainContactOf(user), code, uses });

  const bind = ({ googleCode, code }: { googleCode: string; code: string }, asked: Asked) =>
    changeAccount(deps, async (tx) => {
      const user = await lockOwner(tx, asked.uid);
      if (user === undefined) return { outcome: refuse("LOGIN_INVALID") };
      if (await hasAuthenticator(tx, user.uid)) return { outcome: refuse("FACTOR_BOUND") };
      const problem = await freshProblem(deps, tx, user.uid, asked);
      if (problem !== undefined) return { outcome: refuse(problem) };
      if (!(await isOwnCode(tx, user, code, false))) return { outcome: refuse("CODE_WRONG") };
      const bound = await bindOffer(deps, tx, user.uid, googleCode);
      if (bound !== "bound") return { outcome: refuse(bound === "gone" ? "TICKET_EXPIRED" : "GOOGLE_CODE_WRONG") };
      await isOwnCode(tx, user, code, true);
      const keeps = asked.from.session ?? "";
      const change = { user, kind: "AUTHENTICATOR_BOUND", notice: "authenticator-bound", asked, keeps } as const;
      return { outcome: given({}), ended: await recordChange(deps, tx, change) };
    });

  const remove = (code: string, asked: Asked) =>
    changeAccount(deps, async (tx) => {
      const user = await lockOwner(tx, asked.uid);
      if (user === undefined) return { outcome: refuse("LOGIN_INVALID") };
      if (!(await hasAuthenticator(tx, user.uid))) return { outcome: refuse("NOT_FOUND") };
      const problem = await freshProblem(deps, tx, user.uid, asked);
      if (problem !== undefined) return { outcome: refuse(problem) };
      if (!(await isOwnCode(tx, user, code, true))) return { outcome: refuse("CODE_WRONG") };
      await removeKey(tx, user.uid);
      const keeps = asked.from.session ?? "";
      const change = { user, kind: "AUTHENTICATOR_REMOVED", notice: "authenticator-removed", asked, keeps } as const;
      return { outcome: given({}), ended: await recordChange(deps, tx, change) };
    });

  return [
    answer(calls.startAuthenticator, async (_ask, { uid }) => {
      const user = await users.byUid(deps.db, uid);
      if (user === undefined) return refuse("LOGIN_INVALID");
      if (await hasAuthenticator(deps.db, uid)) return refuse("FACTOR_BOUND");
      return given(await offerKey(deps, uid, mainContactOf(user)));
    }),
    answer(calls.bindAuthenticator, bind),
    answer(calls.removeAuthenticator, ({ code }, asked) => remove(code, asked)),
    answer(calls.securitySettings, async (_ask, { uid }) => {
      const user = await users.byUid(deps.db, uid);
      if (user === undefined) return refuse("LOGIN_INVALID");
      const linked = await oauthLinks.of(deps.db, uid);
      const authenticatorAt = await boundAt(deps.db, uid);
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
        passkeys: await passkeys.count(deps.db, uid),
        hasGoogle: linked.includes("google"),
        hasApple: linked.includes("apple"),
      });
    }),
  ];
}
