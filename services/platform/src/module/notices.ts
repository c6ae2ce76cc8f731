import type { Lang, SiteId } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";

/** Six digits that a user asked for. */
const codeKinds = ["email-code", "sms-code"] as const;
/** An event of an account that its owner is notified of. */
export const accountNoticeKinds = [
  "new-device",
  "session-stolen",
  "password-changed",
  "authenticator-bound",
  "authenticator-removed",
  "passkey-added",
  "passkey-removed",
  "oauth-linked",
  "oauth-unlinked",
  "contact-changed",
  "factor-changed",
  "account-frozen",
  "password-removed",
  "api-key-created",
  "api-key-changed",
  "api-key-removed",
  "withdrawal-address-added",
  "withdrawal-address-removed",
  "withdrawal-address-allowed",
  "withdrawal-list-off",
  "withdrawal-confirm",
] as const;
export type AccountNoticeKind = (typeof accountNoticeKinds)[number];

/** Everything that is sent by mail or text message. `message`: a message of the bell, whose kind is the fact `message`. */
type NoticeKind = (typeof codeKinds)[number] | AccountNoticeKind | "message";

export type Notice = {
  readonly kind: NoticeKind;
  /** An e-mail address if it contains @, otherwise a phone. */
  readonly to: string;
  readonly lang: Lang;
  readonly site: SiteId;
  readonly uid?: number;
  /** Values of the text that are not secret. */
  readonly facts?: Readonly<Record<string, string>>;
  /** Sealed in the queue and opened only when it is sent. */
  readonly secret?: string;
};

/** The queue of notices. Mail implements it; its tables stay its own. */
export type Notices = {
  /** Adds a notice in the transaction of the change that it reports: both are committed or neither. */
  enqueue(tx: Database, notice: Notice, at: number): Promise<void>;
};
