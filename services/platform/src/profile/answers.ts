import {
  calls,
  cleanNickname,
  isNickname,
  nextMonthStart,
  nicknameLength,
  nicknameMax,
  nicknameStatuses,
} from "@tidemark/contracts";
import {
  type Answer,
  answer,
  type Asked,
  type Clock,
  type Database,
  given,
  inTransaction,
  type Outcome,
  refuse,
} from "@tidemark/kit-node";
import type { Accounts } from "../module/accounts.ts";
import type { Verifications } from "../module/verifications.ts";
import { changesLeft, changesPerMonth, monthStart, nicknameFactsOf } from "./rules.ts";
import { normalLetters } from "./fold.ts";
import { isSensitive } from "./sensitive.ts";
import { nicknames } from "./store.ts";
import { isVerifiedTrader } from "./verified-trader.ts";

export type ProfileDeps = {
  readonly db: Database;
  readonly clock: Pick<Clock, "now">;
  readonly accounts: Accounts;
  readonly verifications: Verifications;
};

/** A single letter may stand for a whole phrase; the filter's time grows with what it reads. */
const readMax = 4 * nicknameMax;

/** What is refused before it costs a change of the month. */
function problemOf(nickname: string): Outcome<never> | undefined {
  if (!isNickname(nickname)) return refuse("NICKNAME_EMPTY");
  if (nicknameLength(nickname) > nicknameMax || normalLetters(nickname).length > readMax)
    return refuse("NICKNAME_TOO_LONG");
  return isSensitive(nickname) ? refuse("NICKNAME_SENSITIVE", { nickname }) : undefined;
}

function changeNickname({ db, clock, accounts }: ProfileDeps, typed: string, asked: Asked) {
  return inTransaction(db, async (tx): Promise<Outcome<Record<never, never>>> => {
    const now = clock.now();
    if (!(await accounts.isSignedIn(tx, asked, now))) return refuse("LOGIN_INVALID");
    const record = await nicknames.of(tx, asked.uid, monthStart(now));
    if (nicknameFactsOf(record).nickNameStatus === nicknameStatuses.underReview) return refuse("NICKNAME_WAITS");
    if (changesLeft(record) === 0) return refuse("NICKNAME_LIMIT", { allowed: String(changesPerMonth) });
    const nickname = cleanNickname(typed);
    const problem = problemOf(nickname);
    if (problem !== undefined) return problem;
    return (await nicknames.submit(tx, asked.uid, nickname, now, monthStart(now)))
      ? given({})
      : refuse("NICKNAME_WAITS");
  });
}

/** Contract → rules → store. */
export const profileAnswers = (deps: ProfileDeps): Answer[] => [
  answer(calls.changeNickname, ({ nickName }, asked) => changeNickname(deps, nickName, asked)),
  answer(calls.profile, async (_ask, { uid }) => {
    const { level } = await deps.verifications.of(deps.db, uid);
    return given({
      level,
      isVerifiedTrader: await isVerifiedTrader(deps.db, deps.verifications, uid),
      changesFrom: nextMonthStart(deps.clock.now()),
    });
  }),
];
