import type { Module, ModuleDeps } from "../module/deps.ts";
import type { Profiles } from "../module/profiles.ts";
import { profileAnswers } from "./answers.ts";
import type { Verifications } from "../module/verifications.ts";
import { reviewAnswers } from "./reviews.ts";
import { monthStart, nicknameFactsOf } from "./rules.ts";
import { nicknames } from "./store.ts";
import { isVerifiedTrader } from "./verified-trader.ts";

export { openProfileRegister } from "./register.ts";

/** Profiles for other modules. */
export const profilesOf = (verifications: Verifications): Profiles => ({
  async of(db, uid, now) {
    const record = await nicknames.of(db, uid, monthStart(now));
    const { status: kycStatus } = await verifications.of(db, uid);
    return { ...nicknameFactsOf(record), kycStatus, chosen: record.accepted ?? undefined };
  },
  isVerifiedTrader: (db, uid) => isVerifiedTrader(db, verifications, uid),
  withNickname: (db, nickname, count) => nicknames.usersOf(db, nickname, count),
});

/** Nicknames and their review, and what else a profile shows. The only file that others may import. */
export const profile = ({ db, time, accounts, verifications, messages }: ModuleDeps): Module => ({
  answers: profileAnswers({ db, clock: time, accounts, verifications }),
  operatorAnswers: reviewAnswers({ db, clock: time, messages, accounts, verifications }),
  timeline: (uid, before, count) => nicknames.timeline(db, uid, before, count),
});
