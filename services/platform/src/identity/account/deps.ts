import type { UserInfo } from "@tidemark/contracts";
import {
  type Clock,
  type Database,
  inTransaction,
  type RequestContext,
  type SecretBox,
  type TextSigner,
} from "@tidemark/kit-node";
import { sql } from "kysely";
import type { Ask } from "../../module/deps.ts";
import type { Notices } from "../../module/notices.ts";
import type { Profiles } from "../../module/profiles.ts";
import type { RegionOf } from "../../module/region.ts";
import type { RegistrationCoupons } from "../../module/registration-coupons.ts";
import type { VipLevels } from "../../module/vip-levels.ts";
import type { OAuthProviders } from "../oauth/oauth-providers.ts";
import type { Passwords } from "../password/passwords.ts";
import type { RobotChecks } from "./robot-checks.ts";
import type { Times } from "./rules.ts";
import type { SignInOrigin, User } from "./user-store.ts";

/** The relying-party id of a host and the origins of its pages. */
export type PasskeyOrigins = { readonly rpId: string; readonly origins: readonly string[] };
/** By the host of the request; undefined where it has no passkeys. The request's own Origin header is not trusted. */
export type PasskeyOriginsOf = (host: string) => PasskeyOrigins | undefined;

/** Dependencies of the module's answers. */
export type IdentityDeps = {
  readonly db: Database;
  readonly clock: Pick<Clock, "now">;
  readonly box: SecretBox;
  readonly notices: Notices;
  readonly signer: TextSigner;
  readonly passwords: Passwords;
  readonly profiles: Profiles;
  readonly vipLevels: VipLevels;
  readonly registrationCoupons: RegistrationCoupons;
  readonly robotChecks: RobotChecks;
  readonly regionOf: RegionOf;
  /** Whether a sign-in from a new device or country needs a code, or only sends a notice. */
  readonly newDevice: "code" | "notice";
  readonly times: Times;
  readonly oauthProviders: OAuthProviders;
  readonly passkeyOriginsOf: PasskeyOriginsOf;
  /** Calls another module by contract. */
  readonly ask: Ask;
  /** Call after a commit that may have added core commands to the outbox. */
  readonly wakeOutbox: () => void;
  /** Publishes ended sessions to the gateways. */
  readonly publishEndedSessions: (ids: readonly string[]) => void;
};

export const originOf = ({ regionOf }: Pick<IdentityDeps, "regionOf">, from: RequestContext): SignInOrigin => ({
  deviceId: from.deviceId,
  ip: from.ip,
  country: regionOf(from.ip) ?? "",
  agent: from.agent ?? "",
  isApp: from.clientType === 1,
});

/** The user object that the client stores. The nickname of the registration is in use until the user has chosen another. */
export async function userInfoOf(
  { profiles, vipLevels, clock }: Pick<IdentityDeps, "profiles" | "vipLevels" | "clock">,
  db: Database,
  user: User,
): Promise<UserInfo> {
  const { chosen, ...facts } = await profiles.of(db, user.uid, clock.now());
  return {
    userId: String(user.uid),
    loginId: user.email ?? user.phone ?? "",
    displayUserId: String(user.uid),
    vipTag: await vipLevels.of(db, user.uid),
    currentNickName: chosen ?? user.nickName,
    isDefaultNickName: chosen === undefined,
    ...facts,
    userAct: { p2p: false, kycWhite: false, ko_KR: false },
  };
}

/** Tries are counted per account, whichever contact was typed; for an unknown contact, per contact. */
export const triesKeyOf = ({ box }: Pick<IdentityDeps, "box">, user: User | undefined, name: string): Buffer =>
  box.mac("sign-in", user === undefined ? name : `account ${user.uid}`);

/**
 * A transaction that does not wait for the disk, for counts only: a crash may lose the last ones, and a storm of guesses must not delay the
 * journal.
 */
export const inLightTransaction = <T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> =>
  inTransaction(db, async (tx) => {
    await sql`set local synchronous_commit to off`.execute(tx);
    return work(tx);
  });
