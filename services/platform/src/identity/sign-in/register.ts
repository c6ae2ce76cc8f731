import { randomInt } from "node:crypto";
import { calls } from "@tidemark/contracts";
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
import { type Contact, contactTextOf, phoneOf } from "../account/contact.ts";
import { type IdentityDeps, originOf, userInfoOf } from "../account/deps.ts";
import { activity, devices, type SignInOrigin, users } from "../account/user-store.ts";
import { isCodeRight } from "../codes/codes.ts";
import { isCommonPassword } from "../password/common-passwords.ts";
import { openSession } from "../session/sessions.ts";

type Wish = { readonly password: string; readonly code: string; readonly referralCode?: string | undefined };

// Letters and digits that are not confused with each other.
const referralAlphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const pick = (length: number): string =>
  Array.from({ length }, () => referralAlphabet[randomInt(referralAlphabet.length)]).join("");
const referralTriesMax = 5;

/** Adds an account with a fresh referral code; undefined where the contact is taken. */
export async function addUser(
  tx: Database,
  user: Omit<Parameters<typeof users.add>[1], "referralCode" | "nickName"> & { nickName?: string },
): Promise<number | undefined> {
  for (let left = referralTriesMax; left > 0; left -= 1) {
    const nickName = user.nickName ?? `User-${pick(6)}`;
    const uid = await users.add(tx, { ...user, nickName, referralCode: pick(8) });
    if (uid !== undefined) return uid;
    const { email, phone } = user;
    const contact = { ...(email === null ? {} : { email }), ...(phone === null ? {} : { phone }) };
    if ((await users.byContact(tx, contact)) !== undefined) return undefined;
  }
  throw new Error("no free referral code was found");
}

/** What an account begins with: its device, the first line of its activity, and coupons. */
export async function beginAccount(deps: IdentityDeps, tx: Database, uid: number, origin: SignInOrigin, at: number) {
  await devices.lock(tx, origin.deviceId);
  await devices.keep(tx, uid, origin, at);
  await activity.add(tx, uid, "REGISTERED", origin, at);
  await deps.registrationCoupons.grantTo(tx, uid, at);
}

async function register(deps: IdentityDeps, contact: Contact, request: Wish, asked: Asked) {
  const contactText = contactTextOf(contact);
  const { from } = asked;
  const offered = await deps.ask(calls.currentDatetime, {}, asked);
  if (!offered.ok) return refuse(offered.refusal === "REGION_DENIED" ? "REGION_DENIED" : "BUSY");
  if (isCommonPassword(request.password, contactText)) return refuse("PASSWORD_COMMON");
  const code = { flow: "register", contactText, code: request.code } as const;
  // The code is checked first, so that hashing cannot be triggered without one.
  if (!(await inTransaction(deps.db, (tx) => isCodeRight(deps, tx, { ...code, uses: false }))))
    return refuse("CODE_WRONG");
  const passwordHash = await deps.passwords.hash(request.password);
  if (passwordHash === undefined) return refuse("BUSY");
  const origin = originOf(deps, from);
  return inTransaction(deps.db, async (tx): Promise<Outcome<Awaited<ReturnType<typeof userInfoOf>>>> => {
    const at = deps.clock.now();
    const { referralCode } = request;
    const referredBy = referralCode === undefined ? null : await users.uidOfReferral(tx, referralCode);
    if (referredBy === undefined) return refuse("REFERRAL_UNKNOWN");
    if (!(await isCodeRight(deps, tx, { ...code, uses: true }))) return refuse("CODE_WRONG");
    const uid = await addUser(tx, {
      email: "email" in contact ? contact.email : null,
      phone: "phone" in contact ? contact.phone : null,
      passwordHash,
      referredBy,
      lang: from.lang,
      site: from.site,
      country: origin.country,
      at,
    });
    if (uid === undefined) return refuse("ACCOUNT_EXISTS");
    await beginAccount(deps, tx, uid, origin, at);
    const { grant } = await openSession(deps, tx, { uid, origin });
    return given(await userInfoOf(deps, tx, (await users.byUid(tx, uid))!), grant);
  });
}

export const registerAnswers = (deps: IdentityDeps): Answer[] => [
  answer(calls.registerEmail, ({ email, ...request }, asked) => register(deps, { email }, request, asked)),
  answer(calls.registerPhone, async ({ areaCode, phone, ...request }, asked) => {
    const number = phoneOf(areaCode, phone);
    return number === undefined ? refuse("PHONE_INVALID") : register(deps, { phone: number }, request, asked);
  }),
];
