import { randomBytes } from "node:crypto";
import type { UserInfo } from "@tidemark/contracts";
import type { AskedFrom, Clock, Database, SecretBox, TextSigner } from "@tidemark/kit-node";
import { sql } from "kysely";
import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import type { Ask } from "../module.ts";
import type { RegionOf } from "../region.ts";
import type { Passwords } from "./passwords.ts";
import type { PasskeyPlaceOf } from "./passkey-places.ts";
import type { RobotChecks } from "./robot-checks.ts";
import type { Times } from "./rules.ts";
import type { Thirds } from "./third-providers.ts";
import type { Place, User } from "./user-store.ts";

/** What the answers of this module are made with. */
export type Office = {
  readonly db: Database;
  readonly clock: Pick<Clock, "now">;
  readonly box: SecretBox;
  readonly signer: TextSigner;
  readonly passwords: Passwords;
  readonly robotChecks: RobotChecks;
  readonly regionOf: RegionOf;
  /** Whether a place that the account was never used from needs a code, or is only told of. */
  readonly newDevice: "code" | "notice";
  readonly times: Times;
  readonly thirds: Thirds;
  readonly passkeyPlaceOf: PasskeyPlaceOf;
  /** Asks another module by its contract. */
  readonly ask: Ask;
  /** Commands for the core may wait in the outbox. */
  readonly wakeOutbox: () => void;
  /** Says on the bus that these sessions have ended. */
  readonly tellEnded: (ids: readonly string[]) => void;
};

export const placeOf = ({ regionOf }: Pick<Office, "regionOf">, from: AskedFrom): Place => ({
  deviceId: from.deviceId,
  ip: from.ip,
  country: regionOf(from.ip) ?? "",
  agent: from.agent ?? "",
  isApp: from.clientType === 1,
});

/** An address as accounts have it: an e-mail in small letters, a number with its country's code. */
export type Login = { readonly email: string } | { readonly phone: string };
export const addressOf = (login: Login): string => ("email" in login ? login.email : login.phone);

export function phoneOf(areaCode: string, phone: string): string | undefined {
  const parsed = parsePhoneNumberFromString(`${areaCode}${phone}`);
  const type = parsed?.getType();
  // Some countries do not tell fixed lines from mobile ones.
  return parsed?.isValid() === true && (type === "MOBILE" || type === "FIXED_LINE_OR_MOBILE")
    ? parsed.number
    : undefined;
}

/** Undefined where no account can have such a login. */
export function loginOf({ loginId, areaCode }: { loginId: string; areaCode?: string | undefined }): Login | undefined {
  if (loginId.includes("@")) return { email: loginId };
  const phone = areaCode === undefined ? undefined : phoneOf(areaCode, loginId);
  return phone === undefined ? undefined : { phone };
}

export const newSecretName = (bytes = 24): string => randomBytes(bytes).toString("base64url");

const nickNameChangesMax = 3;

export const userInfoOf = (user: User): UserInfo => ({
  userId: String(user.uid),
  loginId: user.email ?? user.phone ?? "",
  displayUserId: String(user.uid),
  vipTag: 0,
  currentNickName: user.nickName,
  newNickName: "",
  nickNameStatus: 1,
  isDefaultNickName: true,
  nickNameModificationTimes: nickNameChangesMax,
  maxNickNamModificationTimes: nickNameChangesMax,
  kycStatus: -1,
  userAct: { p2p: false, kycWhite: false, ko_KR: false },
});

/** Guesses are counted for an account, whichever of its names is given; for a name that nobody has, for the name. */
export const triesNameOf = ({ box }: Pick<Office, "box">, user: User | undefined, name: string): Buffer =>
  box.mac("login", user === undefined ? name : `account ${user.uid}`);

/** A transaction whose refusals are kept too: a wrong try counts although nothing else comes of it. */
export const inTransaction = <T>({ db }: Pick<Office, "db">, work: (tx: Database) => Promise<T>): Promise<T> =>
  db.transaction().execute((tx) => work(tx as unknown as Database));

/**
 * A transaction that does not wait for the disk, for counts alone: a server that falls forgets the last of them, and a storm of guesses
 * must not queue before the journal.
 */
export const inLightTransaction = <T>(office: Pick<Office, "db">, work: (tx: Database) => Promise<T>): Promise<T> =>
  inTransaction(office, async (tx) => {
    await sql`set local synchronous_commit to off`.execute(tx);
    return work(tx);
  });
