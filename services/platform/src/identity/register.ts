import { randomInt } from "node:crypto";
import { calls } from "@tidemark/contracts";
import { type Answer, answer, type Asked, type Database, given, type Outcome, refuse } from "@tidemark/kit-node";
import { isCodeRight } from "./codes.ts";
import { addressOf, inTransaction, type Login, type Office, phoneOf, placeOf, userInfoOf } from "./office.ts";
import { isCommonPassword } from "./rules.ts";
import { openSession } from "./sessions.ts";
import { activity, devices, users } from "./user-store.ts";

type Wish = { readonly password: string; readonly code: string; readonly referralCode?: string | undefined };

// Letters and digits that are not taken for one another.
const referralAlphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const pick = (length: number): string =>
  Array.from({ length }, () => referralAlphabet[randomInt(referralAlphabet.length)]).join("");
const referralTriesMax = 5;

/** The account with a referral code that nobody has yet; undefined where the address is taken. */
export async function addUser(
  tx: Database,
  user: Omit<Parameters<typeof users.add>[1], "referralCode" | "nickName"> & { nickName?: string },
): Promise<number | undefined> {
  for (let left = referralTriesMax; left > 0; left -= 1) {
    const nickName = user.nickName ?? `User-${pick(6)}`;
    const uid = await users.add(tx, { ...user, nickName, referralCode: pick(8) });
    if (uid !== undefined) return uid;
    const { email, phone } = user;
    const login = { ...(email === null ? {} : { email }), ...(phone === null ? {} : { phone }) };
    if ((await users.byLogin(tx, login)) !== undefined) return undefined;
  }
  throw new Error("no free referral code was found");
}

async function register(office: Office, login: Login, wish: Wish, asked: Asked) {
  const address = addressOf(login);
  const { from } = asked;
  const offered = await office.ask(calls.currentDatetime, {}, asked);
  if (!offered.ok) return refuse(offered.refusal === "REGION_DENIED" ? "REGION_DENIED" : "BUSY");
  if (isCommonPassword(wish.password, address)) return refuse("PASSWORD_COMMON");
  const code = { flow: "register", address, code: wish.code } as const;
  // Nobody makes us hash passwords who has no code.
  if (!(await inTransaction(office, (tx) => isCodeRight(office, tx, { ...code, uses: false }))))
    return refuse("CODE_WRONG");
  const passwordHash = await office.passwords.hash(wish.password);
  if (passwordHash === undefined) return refuse("BUSY");
  const place = placeOf(office, from);
  return inTransaction(office, async (tx): Promise<Outcome<ReturnType<typeof userInfoOf>>> => {
    const at = office.clock.now();
    const { referralCode } = wish;
    const referredBy = referralCode === undefined ? null : await users.uidOfReferral(tx, referralCode);
    if (referredBy === undefined) return refuse("REFERRAL_UNKNOWN");
    if (!(await isCodeRight(office, tx, { ...code, uses: true }))) return refuse("CODE_WRONG");
    const uid = await addUser(tx, {
      email: "email" in login ? login.email : null,
      phone: "phone" in login ? login.phone : null,
      passwordHash,
      referredBy,
      lang: from.lang,
      site: from.site,
      country: place.country,
      at,
    });
    if (uid === undefined) return refuse("ACCOUNT_EXISTS");
    await devices.keep(tx, uid, place, at);
    await activity.add(tx, uid, "REGISTERED", place, at);
    const { grant } = await openSession(office, tx, { uid, place });
    return given(userInfoOf((await users.byUid(tx, uid))!), grant);
  });
}

export const registerAnswers = (office: Office): Answer[] => [
  answer(calls.registerEmail, ({ email, ...wish }, asked) => register(office, { email }, wish, asked)),
  answer(calls.registerPhone, async ({ areaCode, phone, ...wish }, asked) => {
    const number = phoneOf(areaCode, phone);
    return number === undefined ? refuse("PHONE_INVALID") : register(office, { phone: number }, wish, asked);
  }),
];
