import type { DocumentKind, PicturePart, RefusalReason, TimelineEntry, VerificationState } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import { noVerification, type Verification } from "./rules.ts";

/** The schema of this module. */
export const schema = "kyc";

const columns = sql`
  v.uid::float8 as uid, v.state, v.data is not null as "hasData", v.document_kind as "documentKind",
  v.document_country as "documentCountry", v.reason, v.tries, v.suggestion,
  v.submitted_at::float8 as "submittedAt", v.checked_at::float8 as "checkedAt", v.decided_at::float8 as "decidedAt",
  array(select part from kyc.files f where f.uid = v.uid and f.state = 'CURRENT'
    order by array_position(array['front', 'back', 'selfie'], part)) as pictures`;

type Change = {
  readonly state?: VerificationState;
  readonly data?: Buffer | null;
  readonly dataDeleteAt?: number;
  readonly documentKind?: DocumentKind;
  readonly documentCountry?: string;
  readonly reason?: RefusalReason | null;
  readonly tries?: number;
  readonly reference?: string | null;
  readonly sentAt?: number;
  readonly suggestion?: string | null;
  readonly submittedAt?: number;
  readonly checkedAt?: number;
  readonly decidedAt?: number;
};
const columnNames = {
  state: "state",
  data: "data",
  dataDeleteAt: "data_delete_at",
  documentKind: "document_kind",
  documentCountry: "document_country",
  reason: "reason",
  tries: "tries",
  reference: "reference",
  sentAt: "sent_at",
  suggestion: "suggestion",
  submittedAt: "submitted_at",
  checkedAt: "checked_at",
  decidedAt: "decided_at",
} as const satisfies Record<keyof Change, string>;

/** What the provider needs beside the pictures. */
export type Unsent = {
  readonly uid: number;
  readonly reference: string;
  readonly documentKind: string;
  readonly documentCountry: string | null;
};

/** SQL of verifications. */
export const verifications = {
  /** Those that stand approved, by the day of UTC of the decision. */
  async approvedByDay(db: Database, since: number): Promise<ReadonlyMap<number, number>> {
    const { rows } = await sql<{ day: number; count: number }>`
      select (decided_at / 86400000)::int as day, count(*)::int as count from kyc.verifications
      where state = 'APPROVED' and decided_at >= ${since} group by 1`.execute(db);
    return new Map(rows.map(({ day, count }) => [day, count]));
  },
  async of(db: Database, uid: number): Promise<Verification> {
    const { rows } = await sql<Verification>`select ${columns} from kyc.verifications v where v.uid = ${uid}`.execute(
      db,
    );
    return rows[0] ?? noVerification(uid);
  },
  /** The last submission and its end; the ends before are lines of the audit log. */
  async timeline(db: Database, uid: number, before: number, count: number): Promise<TimelineEntry[]> {
    const one = await verifications.of(db, uid);
    const steps = [
      { at: one.submittedAt, kind: "SUBMITTED", facts: { tries: String(one.tries) } },
      { at: one.checkedAt, kind: "CHECKED", facts: { suggestion: one.suggestion ?? "" } },
      { at: one.decidedAt, kind: one.state, facts: { reason: one.reason ?? "" } },
    ];
    return steps
      .flatMap(({ at, kind, facts }) =>
        at !== null && at > 0 && at < before ? [{ at, source: "kyc" as const, kind, facts }] : [],
      )
      .toSorted((a, b) => b.at - a.at)
      .slice(0, count);
  },
  /** The user's row, made where there is none, locked until the transaction ends. */
  async lock(tx: Database, uid: number, at: number): Promise<Verification> {
    await sql`insert into kyc.verifications (uid, state, changed_at) values (${uid}, 'DRAFT', ${at}) on conflict do nothing`.execute(
      tx,
    );
    await sql`select 1 from kyc.verifications where uid = ${uid} for update`.execute(tx);
    return verifications.of(tx, uid);
  },
  async uidOfReference(db: Database, reference: string): Promise<number | undefined> {
    const { rows } = await sql<{ uid: number }>`
      select uid::float8 as uid from kyc.verifications where reference = ${reference}`.execute(db);
    return rows[0]?.uid;
  },
  async change(tx: Database, uid: number, change: Change, at: number): Promise<void> {
    const sets = Object.entries(change).map(
      ([name, value]) => sql`${sql.ref(columnNames[name as keyof Change])} = ${value}`,
    );
    await sql`update kyc.verifications set ${sql.join([...sets, sql`changed_at = ${at}`])} where uid = ${uid}`.execute(
      tx,
    );
  },
  async data(db: Database, uid: number): Promise<Buffer | undefined> {
    const { rows } = await sql<{ data: Buffer | null }>`select data from kyc.verifications where uid = ${uid}`.execute(
      db,
    );
    return rows[0]?.data ?? undefined;
  },
  async inState(db: Database, state: VerificationState, max: number): Promise<readonly Verification[]> {
    const { rows } = await sql<Verification>`
      select ${columns} from kyc.verifications v where v.state = ${state} order by v.submitted_at limit ${max}`.execute(
      db,
    );
    return rows;
  },
  /** Those that the provider was not sent yet, the oldest first. */
  async unsent(tx: Database, max: number): Promise<readonly Unsent[]> {
    const { rows } = await sql<Unsent>`
      select uid::float8 as uid, reference, document_kind as "documentKind", document_country as "documentCountry"
      from kyc.verifications where state = 'CHECKING' and sent_at = 0 order by submitted_at limit ${max}`.execute(tx);
    return rows;
  },
  async submittedBefore(tx: Database, at: number): Promise<readonly number[]> {
    const { rows } = await sql<{ uid: number }>`
      select uid::float8 as uid from kyc.verifications where state = 'CHECKING' and submitted_at < ${at}
      order by submitted_at limit 100`.execute(tx);
    return rows.map(({ uid }) => uid);
  },
  /** Empties data whose time is over, at most so many rows. */
  async dropData(tx: Database, now: number, max: number): Promise<void> {
    await sql`
      update kyc.verifications set data = null where uid = any(array(
        select uid from kyc.verifications where data is not null and data_delete_at <= ${now} limit ${max}))`.execute(
      tx,
    );
  },
};

export type StoredFile = { readonly id: string; readonly part: PicturePart; readonly key: Buffer };

export const files = {
  /** Before the object is stored: what is left of a failure is found and deleted. */
  async begin(db: Database, file: StoredFile & { uid: number; at: number; deleteAt: number }): Promise<void> {
    const { id, uid, part, key, at, deleteAt } = file;
    await sql`
      insert into kyc.files (id, uid, part, key, state, made_at, delete_at)
      values (${id}, ${uid}, ${part}, ${key}, 'STORING', ${at}, ${deleteAt})`.execute(db);
  },
  async makeCurrent(tx: Database, id: string, deleteAt: number): Promise<void> {
    await sql`update kyc.files set state = 'CURRENT', delete_at = ${deleteAt} where id = ${id}`.execute(tx);
  },
  /** They are no longer part of the verification, and are deleted next. */
  async drop(tx: Database, uid: number, parts: readonly string[], now: number): Promise<void> {
    await sql`
      update kyc.files set state = 'OLD', delete_at = ${now}
      where uid = ${uid} and part = any(${parts}::text[]) and state = 'CURRENT'`.execute(tx);
  },
  async keepUntil(tx: Database, uid: number, deleteAt: number): Promise<void> {
    await sql`update kyc.files set delete_at = ${deleteAt} where uid = ${uid} and state = 'CURRENT'`.execute(tx);
  },
  async current(db: Database, uid: number): Promise<readonly StoredFile[]> {
    const { rows } = await sql<StoredFile>`
      select id, part, key from kyc.files where uid = ${uid} and state = 'CURRENT' order by part`.execute(db);
    return rows;
  },
  async ended(tx: Database, now: number, max: number): Promise<readonly string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from kyc.files where delete_at <= ${now} order by delete_at limit ${max} for update skip locked`.execute(
      tx,
    );
    return rows.map(({ id }) => id);
  },
  async keepBack(tx: Database, id: string, until: number): Promise<void> {
    await sql`update kyc.files set delete_at = ${until} where id = ${id}`.execute(tx);
  },
  async forget(tx: Database, ids: readonly string[]): Promise<void> {
    await sql`delete from kyc.files where id = any(${ids}::uuid[])`.execute(tx);
  },
};

export const levels = {
  async of(db: Database, uid: number): Promise<number> {
    const { rows } = await sql<{ level: number }>`select level from kyc.levels where uid = ${uid}`.execute(db);
    return rows[0]?.level ?? 0;
  },
  async keep(tx: Database, uid: number, level: number): Promise<void> {
    await sql`
      insert into kyc.levels (uid, level) values (${uid}, ${level})
      on conflict (uid) do update set level = excluded.level`.execute(tx);
  },
};

export const providerEvents = {
  /** False where it was reported before. */
  async take(tx: Database, id: string, at: number): Promise<boolean> {
    const { rows } = await sql`
      insert into kyc.provider_events (id, at) values (${id}, ${at}) on conflict do nothing returning id`.execute(tx);
    return rows.length > 0;
  },
  async thin(tx: Database, before: number): Promise<void> {
    await sql`delete from kyc.provider_events where at < ${before}`.execute(tx);
  },
};
