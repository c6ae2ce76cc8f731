import { randomUUID } from "node:crypto";
import type { Lang, SiteId } from "@tidemark/contracts";
import type { Database, SecretBox } from "@tidemark/kit-node";
import { sql } from "kysely";

/** What people are told by mail or text message. */
type NoticeKind =
  | "email-code"
  | "sms-code"
  | "new-device"
  | "session-stolen"
  | "password-changed"
  | "authenticator-bound"
  | "authenticator-removed"
  | "address-changed"
  | "factor-changed"
  | "account-frozen";

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
type KeptNotice = Notice & { readonly id: string };

const purpose = "notices";

/** Puts a notice beside what made it true: both are there, or neither. The words by which its reader knows our mails go along. */
export async function enqueueNotice(tx: Database, box: SecretBox, notice: Notice, at: number): Promise<void> {
  const id = randomUUID();
  const sealed = notice.secret === undefined ? null : box.seal(purpose, id, notice.secret);
  await sql`
    insert into identity.notices (id, kind, channel, recipient, uid, lang, site, facts, sealed, made_at)
    values (${id}, ${notice.kind}, ${notice.to.includes("@") ? "email" : "sms"}, ${notice.to}, ${notice.uid ?? null},
      ${notice.lang}, ${notice.site},
      ${JSON.stringify(notice.facts ?? {})}::jsonb || coalesce(
        (select jsonb_build_object('antiPhishing', anti_phishing) from identity.users
         where uid = ${notice.uid ?? null} and anti_phishing is not null), '{}'::jsonb),
      ${sealed}, ${at})`.execute(tx);
}

type Row = Omit<KeptNotice, "secret" | "uid"> & { readonly sealed: Buffer | null; readonly uid: number | null };

/** The oldest that nobody has taken yet; they are this caller's once the transaction ends well. */
export async function takeNotices(tx: Database, box: SecretBox, count: number, at: number): Promise<KeptNotice[]> {
  const { rows } = await sql<Row>`
    update identity.notices set taken_at = ${at}
    where id in (
      select id from identity.notices where taken_at is null order by made_at limit ${count} for update skip locked)
    returning id, kind, recipient as to, lang, site, facts, sealed, uid::float8 as uid`.execute(tx);
  return rows.map(({ sealed, uid, ...rest }) => {
    const secret = sealed === null ? undefined : box.open(purpose, rest.id, sealed);
    return { ...rest, ...(uid === null ? {} : { uid }), ...(secret === undefined ? {} : { secret }) };
  });
}
