import type { Accounts } from "../../module/accounts.ts";
import type { Notices } from "../../module/notices.ts";
import { enqueueNotice } from "../account/notices.ts";
import { activity, devices, users } from "../account/user-store.ts";
import { sessions } from "./session-store.ts";

/** Accounts for other modules. */
export const accountsOf = (notices: Notices, factorFreshMs: number): Accounts => ({
  sessionOf: (db, { uid, from }, now) => sessions.standing(db, uid, from.session ?? "", now),
  isSignedIn: (tx, { uid, from }, now) => sessions.isOpen(tx, uid, from.session ?? "", now),
  isFactorFresh: (tx, { uid, from }, now) => sessions.hasFactorSince(tx, uid, from.session ?? "", now - factorFreshMs),
  exists: async (db, uid) => (await users.byUid(db, uid)) !== undefined,
  deviceFirstAt: (db, uid, session) => sessions.deviceFirstAt(db, uid, session),
  linkedPairs: (db, pairs) => devices.shared(db, pairs),
  linkedTo: async (db, uid, max) => (await devices.sharing(db, [uid], max)).get(uid) ?? [],
  linkedToEach: (db, uids, max) => devices.sharing(db, uids, max),
  registeredByDay: (db, since) => users.byDay(db, since),
  logActivity: (tx, uid, kind, origin, at) => activity.add(tx, uid, kind, origin, at),
  async notify(tx, uid, kind, facts, at, secret) {
    const user = await users.byUid(tx, uid);
    const to = user?.email ?? user?.phone;
    if (user === undefined || to === null || to === undefined) return;
    const { lang, site } = user;
    const sealed = secret === undefined ? {} : { secret };
    await enqueueNotice({ notices }, tx, { kind, to, lang, site, uid, facts, ...sealed }, at);
  },
  async mailMessage(tx, uid, message, facts, at) {
    const user = await users.byUid(tx, uid);
    if (user?.email === undefined || user.email === null) return;
    const { email: to, lang, site } = user;
    await enqueueNotice({ notices }, tx, { kind: "message", to, lang, site, uid, facts: { ...facts, message } }, at);
  },
});
