import type { UserInfo } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";

/** The part of the user object that the module profile owns. `chosen` is undefined while the default nickname is in use. */
type ProfileFacts = Pick<
  UserInfo,
  "newNickName" | "nickNameStatus" | "nickNameModificationTimes" | "maxNickNamModificationTimes" | "kycStatus"
> & { readonly chosen: string | undefined };

/** What other modules may ask about profiles. The module profile implements it; its tables stay its own. */
export type Profiles = {
  of(db: Database, uid: number, now: number): Promise<ProfileFacts>;
  isVerifiedTrader(db: Database, uid: number): Promise<boolean>;
  /** The accounts that others see under this nickname; it is not unique. Default nicknames are identity's. */
  withNickname(db: Database, nickname: string, count: number): Promise<readonly number[]>;
};
