import type { ActivityKind, MessageKind } from "@tidemark/contracts";
import type { Asked, Database, OpenSession, RequestContext } from "@tidemark/kit-node";
import type { AccountNoticeKind } from "./notices.ts";
import type { RegionOf } from "./region.ts";

/** Where an activity came from, as it is stored and shown. */
export type ActivityOrigin = { readonly ip: string; readonly country: string; readonly agent: string };

export const activityOriginOf = (regionOf: RegionOf, { ip, agent = "" }: RequestContext): ActivityOrigin => ({
  ip,
  country: regionOf(ip) ?? "",
  agent,
});

/** What other modules may do with accounts. Identity implements it; its tables stay its own. Every function takes the caller's transaction. */
export type Accounts = {
  /** The caller's session as it is now, without a lock; undefined where it is over, another user's, or the account is frozen. */
  sessionOf(db: Database, asked: Pick<Asked, "uid" | "from">, now: number): Promise<OpenSession | undefined>;
  /**
   * Whether the session is open and the account not frozen. Both rows stay locked until the transaction ends: the gateway may not yet have
   * received the end of the session.
   */
  isSignedIn(tx: Database, asked: Asked, now: number): Promise<boolean>;
  /** Whether the open session has shown a second factor recently. A caller that must not rely on the gateways asks it again here. */
  isFactorFresh(tx: Database, asked: Asked, now: number): Promise<boolean>;
  exists(db: Database, uid: number): Promise<boolean>;
  /** When the device of a session was first used with the account; undefined where session or device are forgotten. */
  deviceFirstAt(db: Database, uid: number, session: string): Promise<number | undefined>;
  /** Those of the pairs whose accounts have used the same device. */
  linkedPairs(
    db: Database,
    pairs: readonly (readonly [uid: number, other: number])[],
  ): Promise<readonly (readonly [uid: number, other: number])[]>;
  /** Accounts that have used a device of this one, at most so many, those that used one last first. */
  linkedTo(db: Database, uid: number, max: number): Promise<readonly number[]>;
  /** The same of several accounts; those that share no device are left out. */
  linkedToEach(db: Database, uids: readonly number[], max: number): Promise<ReadonlyMap<number, readonly number[]>>;
  /** Adds a line to the activity that the owner reads in the Security Center. */
  logActivity(tx: Database, uid: number, kind: ActivityKind, origin: ActivityOrigin, at: number): Promise<void>;
  /** Sends a notice to the account's main contact, in its language. A secret is sealed until it is sent. */
  notify(
    tx: Database,
    uid: number,
    kind: AccountNoticeKind,
    facts: Readonly<Record<string, string>>,
    at: number,
    secret?: string,
  ): Promise<void>;
  /** Mails a message in the account's language, with its anti-phishing words; an account without an e-mail address gets none. */
  mailMessage(
    tx: Database,
    uid: number,
    kind: MessageKind,
    facts: Readonly<Record<string, string>>,
    at: number,
  ): Promise<void>;
  /** How many registered on each day of UTC since a moment; days without any are left out. */
  registeredByDay(db: Database, since: number): Promise<ReadonlyMap<number, number>>;
};
