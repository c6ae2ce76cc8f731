import { randomUUID } from "node:crypto";
import type { Lang, SiteId } from "@tidemark/contracts";
import type { Database, SecretBox } from "@tidemark/kit-node";
import { sql } from "kysely";

/** Six digits that somebody asked for. */
const codeKinds = ["email-code", "sms-code"] as const;
/** Something has happened to an account, and its owner hears of it. */
export const toldKinds = [
  "new-device",
  "session-stolen",
  "password-changed",
  "authenticator-bound",
  "authenticator-removed",
  "passkey-added",
  "passkey-removed",
  "third-party-linked",
  "third-party-unlinked",
  "address-changed",
  "factor-changed",
  "account-frozen",
  "api-key-created",
  "api-key-changed",
  "api-key-removed",
  "withdrawal-address-added",
  "withdrawal-address-removed",
  "withdrawal-address-allowed",
  "withdrawal-list-off",
] as const;

/** What people are told by mail or text message. */
type NoticeKind = (typeof codeKinds)[number] | (typeof toldKinds)[number];

export type Notice = {
  readonly kind: NoticeKind;
  /** An e-mail address if it contains @, otherwise a phone. */
  readonly to: string;
  readonly lang: Lang;
  readonly site: SiteId;
  readonly uid?: number;
  /** What the words need and anybody may see. */
  readonly facts?: Readonly<Record<string, string>>;
  /** What nobody but the receiver may see: it is sealed here and opened where it is sent. */
  readonly secret?: string;
};

const purpose = "notices";

/** What was sealed with a notice, for whoever sends it; undefined where it is not this notice's. */
export const openSecret = (box: SecretBox, id: string, sealed: Uint8Array): string | undefined =>
  box.open(purpose, id, sealed);

/** Puts a notice beside what made it true: both are there, or neither. The words by which its reader knows our mails go along. */
export async function enqueueNotice(tx: Database, box: SecretBox, notice: Notice, at: number): Promise<void> {
  const id = randomUUID();
  const sealed = notice.secret === undefined ? null : box.seal(purpose, id, notice.secret);
  await sql`
    insert into mail.notices (id, kind, channel, recipient, uid, lang, site, facts, sealed, made_at, next_at)
    values (${id}, ${notice.kind}, ${notice.to.includes("@") ? "email" : "sms"}, ${notice.to}, ${notice.uid ?? null},
      ${notice.lang}, ${notice.site},
      ${JSON.stringify(notice.facts ?? {})}::jsonb || coalesce(
        (select jsonb_build_object('antiPhishing', anti_phishing) from identity.users
         where uid = ${notice.uid ?? null} and anti_phishing is not null), '{}'::jsonb),
      ${sealed}, ${at}, ${at})`.execute(tx);
}

/** The same for whoever knows an account by its number only: it goes to the address that the account has, in its own language. */
export async function enqueueNoticeOf(
  tx: Database,
  uid: number,
  kind: (typeof toldKinds)[number],
  facts: Readonly<Record<string, string>>,
  at: number,
): Promise<void> {
  await sql`
    insert into mail.notices (id, kind, channel, recipient, uid, lang, site, facts, made_at, next_at)
    select ${randomUUID()}::uuid, ${kind}, case when email is null then 'sms' else 'email' end, coalesce(email, phone), uid, lang, site,
      ${JSON.stringify(facts)}::jsonb ||
        case when anti_phishing is null then '{}'::jsonb else jsonb_build_object('antiPhishing', anti_phishing) end,
      ${at}::bigint, ${at}::bigint
    from identity.users where uid = ${uid}`.execute(tx);
}
