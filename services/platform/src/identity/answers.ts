import { accessMaxMs, calls, endedSessions } from "@tidemark/contracts";
import { type Answer, answer, given, inTransaction, refuse } from "@tidemark/kit-node";
import { contactOf, contactTextOf } from "./account/contact.ts";
import { type IdentityDeps, originOf, userInfoOf } from "./account/deps.ts";
import { activity, users } from "./account/user-store.ts";
import { codeTimesOf, issueCode } from "./codes/codes.ts";
import { sessions } from "./session/session-store.ts";
import { endByTokens, renewSession } from "./session/sessions.ts";
import { robotProblem } from "./sign-in/password-sign-in.ts";
import { contactAnswers } from "./changes/contact.ts";
import { passkeyAnswers } from "./changes/passkey.ts";
import { passwordAnswers } from "./changes/password.ts";
import { twoFactorAnswers } from "./changes/two-factor.ts";
import { factorAnswers } from "./session/factors.ts";
import { oauthAnswers } from "./sign-in/oauth-sign-in.ts";
import { passkeySignInAnswers } from "./sign-in/passkey-sign-in.ts";
import { passwordSignInAnswers } from "./sign-in/password-sign-in.ts";
import { qrAnswers } from "./sign-in/qr-sign-in.ts";
import { registerAnswers } from "./sign-in/register.ts";

/** As many ids as fit into one bus message. */
const endedPerAnswerMax = 1_500;

function ofCodes(deps: IdentityDeps): Answer[] {
  return [
    answer(calls.sendCode, async ({ purpose, robot, ...ask }, { from }) => {
      const problem = await robotProblem(deps, robot, from.ip);
      if (problem !== undefined) return problem;
      const contact = contactOf(ask);
      if (contact === undefined) return refuse("PHONE_INVALID");
      const { lang, site } = from;
      return inTransaction(deps.db, async (tx) => {
        const user = await users.byContact(tx, contact);
        const isSent = purpose === "register" || user !== undefined;
        const request = { flow: purpose, contactText: contactTextOf(contact), isSent, lang, site, uid: user?.uid };
        return (await issueCode(deps, tx, request)) ?? given(codeTimesOf(deps));
      });
    }),
    answer(calls.robotChallenge, async () => {
      const challenge = await deps.robotChecks.challenge();
      return challenge === undefined ? refuse("NOT_FOUND") : given(challenge);
    }),
  ];
}

function ofOwnSession(deps: IdentityDeps): Answer[] {
  return [
    answer(calls.refreshToken, async (ask, { from }) => {
      const token = from.refreshToken ?? ask.refreshToken ?? "";
      const origin = originOf(deps, from);
      const renewed = await inTransaction(deps.db, (tx) => renewSession(deps, tx, token, origin));
      if ("ended" in renewed) {
        deps.publishEndedSessions(renewed.ended);
        return refuse("LOGIN_INVALID");
      }
      const user = await users.byUid(deps.db, renewed.uid);
      return user === undefined ? refuse("LOGIN_INVALID") : given(await userInfoOf(deps, deps.db, user), renewed.grant);
    }),
    answer(calls.signOut, async (_ask, { uid, from }) => {
      const { session = "", refreshToken = "" } = from;
      const origin = originOf(deps, from);
      const whose = { uid, session, refreshToken };
      deps.publishEndedSessions(await inTransaction(deps.db, (tx) => endByTokens(deps, tx, whose, origin)));
      return given({}, "ended");
    }),
    answer(calls.userInfo, async (_ask, { uid }) => {
      const user = await users.byUid(deps.db, uid);
      return user === undefined ? refuse("LOGIN_INVALID") : given(await userInfoOf(deps, deps.db, user));
    }),
  ];
}

function ofSessions(deps: IdentityDeps): Answer[] {
  const { db, clock } = deps;
  const end = async (which: Parameters<typeof sessions.end>[1], from: Parameters<typeof originOf>[1]) => {
    const ended = await inTransaction(deps.db, async (tx) => {
      const ids = await sessions.end(tx, which, "ended by the user", clock.now());
      if (ids.length > 0) await activity.add(tx, which.uid, "SESSION_ENDED", originOf(deps, from), clock.now());
      return ids;
    });
    deps.publishEndedSessions(ended);
    return ended.length;
  };
  return [
    answer(calls.sessionList, async (_ask, { uid, from }) => {
      const list = await sessions.list(db, uid, clock.now());
      return given({ list: list.map((one) => ({ ...one, isThis: one.id === from.session })) });
    }),
    answer(calls.endSession, async ({ id }, { uid, from }) =>
      (await end({ uid, only: id }, from)) === 1 ? given({}) : refuse("NOT_FOUND"),
    ),
    answer(calls.endOtherSessions, async (_ask, { uid, from }) =>
      given({ ended: await end({ uid, but: from.session ?? "" }, from) }),
    ),
    answer(calls.activityList, async ({ pageNum, pageSize }, { uid }) => {
      const page = await activity.list(db, uid, (pageNum - 1) * pageSize, pageSize);
      return given({ ...page, pageNum, pageSize });
    }),
    answer(endedSessions, async ({ since, after }) => {
      const now = clock.now();
      // Sessions that ended longer ago have no valid access token any more.
      const oldest = now - accessMaxMs;
      const from = since < oldest ? { since: oldest } : { since, after };
      const rows = await sessions.endedSince(db, from, endedPerAnswerMax);
      const ids = rows.map(({ id }) => id);
      if (rows.length < endedPerAnswerMax) return given({ ids, until: now, isWhole: true });
      return given({ ids, until: rows.at(-1)!.endedAt, isWhole: false, last: rows.at(-1)!.id });
    }),
  ];
}

/** Contract → rules → store. */
export const answersOf = (deps: IdentityDeps): Answer[] => [
  ...ofCodes(deps),
  ...registerAnswers(deps),
  ...passwordSignInAnswers(deps),
  ...ofOwnSession(deps),
  ...ofSessions(deps),
  ...passwordAnswers(deps),
  ...twoFactorAnswers(deps),
  ...contactAnswers(deps),
  ...qrAnswers(deps),
  ...oauthAnswers(deps),
  ...passkeyAnswers(deps),
  ...passkeySignInAnswers(deps),
  ...factorAnswers(deps),
];
