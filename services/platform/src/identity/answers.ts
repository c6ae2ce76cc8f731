import { accessMaxMs, calls, endedSessions } from "@tidemark/contracts";
import { type Answer, answer, given, refuse } from "@tidemark/kit-node";
import { addressAnswers } from "./addresses.ts";
import { codeTimesOf, issueCode } from "./codes.ts";
import { factorAnswers } from "./factors.ts";
import { guardAnswers } from "./guards.ts";
import { loginAnswers, robotProblem } from "./login.ts";
import { addressOf, inTransaction, loginOf, type Office, placeOf, userInfoOf } from "./office.ts";
import { passkeyAnswers } from "./passkey-answers.ts";
import { qrAnswers } from "./qr.ts";
import { registerAnswers } from "./register.ts";
import { sessions } from "./session-store.ts";
import { endByTokens, renewSession } from "./sessions.ts";
import { thirdAnswers } from "./third.ts";
import { activity, users } from "./user-store.ts";

/** As many ids as one message of the bus takes. */
const endedPerAnswerMax = 1_500;

function ofCodes(office: Office): Answer[] {
  return [
    answer(calls.sendCode, async ({ purpose, robot, ...ask }, { from }) => {
      const problem = await robotProblem(office, robot, from.ip);
      if (problem !== undefined) return problem;
      const login = loginOf(ask);
      if (login === undefined) return refuse("PHONE_INVALID");
      const { lang, site } = from;
      return inTransaction(office, async (tx) => {
        const user = await users.byLogin(tx, login);
        const isSent = purpose === "register" || user !== undefined;
        const wish = { flow: purpose, address: addressOf(login), isSent, lang, site, uid: user?.uid };
        return (await issueCode(office, tx, wish)) ?? given(codeTimesOf(office));
      });
    }),
    answer(calls.robotChallenge, async () => {
      const challenge = await office.robotChecks.challenge();
      return challenge === undefined ? refuse("NOT_FOUND") : given(challenge);
    }),
  ];
}

function ofOwnSession(office: Office): Answer[] {
  return [
    answer(calls.refreshToken, async (ask, { from }) => {
      const token = from.refreshToken ?? ask.refreshToken ?? "";
      const place = placeOf(office, from);
      const renewed = await inTransaction(office, (tx) => renewSession(office, tx, token, place));
      if ("ended" in renewed) {
        office.tellEnded(renewed.ended);
        return refuse("LOGIN_INVALID");
      }
      const user = await users.byUid(office.db, renewed.uid);
      return user === undefined ? refuse("LOGIN_INVALID") : given(userInfoOf(user), renewed.grant);
    }),
    answer(calls.logout, async (_ask, { uid, from }) => {
      const { session = "", refreshToken = "" } = from;
      const place = placeOf(office, from);
      const whose = { uid, session, refreshToken };
      office.tellEnded(await inTransaction(office, (tx) => endByTokens(office, tx, whose, place)));
      return given({}, "ended");
    }),
    answer(calls.userInfo, async (_ask, { uid }) => {
      const user = await users.byUid(office.db, uid);
      return user === undefined ? refuse("LOGIN_INVALID") : given(userInfoOf(user));
    }),
  ];
}

function ofSessions(office: Office): Answer[] {
  const { db, clock } = office;
  const end = async (which: Parameters<typeof sessions.end>[1], from: Parameters<typeof placeOf>[1]) => {
    const ended = await inTransaction(office, async (tx) => {
      const ids = await sessions.end(tx, which, "ended by the user", clock.now());
      if (ids.length > 0) await activity.add(tx, which.uid, "SESSION_ENDED", placeOf(office, from), clock.now());
      return ids;
    });
    office.tellEnded(ended);
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
    answer(endedSessions, async ({ since }) => {
      const now = clock.now();
      // What ended longer ago than an access token lives is over by itself.
      const rows = await sessions.endedSince(db, Math.max(since, now - accessMaxMs), endedPerAnswerMax);
      const isAll = rows.length < endedPerAnswerMax;
      return given({ ids: rows.map(({ id }) => id), until: isAll ? now : rows.at(-1)!.endedAt });
    }),
  ];
}

/** Contract → rules → store. */
export const answersOf = (office: Office): Answer[] => [
  ...ofCodes(office),
  ...registerAnswers(office),
  ...loginAnswers(office),
  ...ofOwnSession(office),
  ...ofSessions(office),
  ...guardAnswers(office),
  ...addressAnswers(office),
  ...qrAnswers(office),
  ...thirdAnswers(office),
  ...passkeyAnswers(office),
  ...factorAnswers(office),
];
