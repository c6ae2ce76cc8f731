import type { ExchangeName, ApiKeyKind, Permission } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";

export type ApiKeyRow = {
  readonly key: string;
  readonly label: string;
  readonly exchange: ExchangeName;
  readonly kind: ApiKeyKind;
  readonly permissions: Permission[];
  readonly ips: string[];
  readonly madeAt: number;
  readonly until: number | null;
};
export type NewApiKey = ApiKeyRow & {
  readonly uid: number;
  readonly sealed: Buffer | null;
  readonly publicKey: string | null;
};
type Secrets = { readonly uid: number; readonly sealed: Buffer | null; readonly publicKey: string | null };

const columns = sql`key, label, exchange, kind, permissions, ips, made_at::float8 as "madeAt", until::float8 as until`;

/** SQL of API keys and nothing else. Removed ones stay for a while, without their secret, so that every gateway can poll the removal. */
export const apiKeys = {
  /** Serialises changes to the keys of one account. */
  async queue(tx: Database, uid: number): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`api keys of ${uid}`}, 0))`.execute(tx);
  },
  async count(tx: Database, uid: number): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from security.api_keys where uid = ${uid} and removed_at is null`.execute(tx);
    return rows[0]!.count;
  },
  async list(db: Database, uid: number): Promise<ApiKeyRow[]> {
    const { rows } = await sql<ApiKeyRow>`
      select ${columns} from security.api_keys where uid = ${uid} and removed_at is null order by made_at desc, key`.execute(
      db,
    );
    return rows;
  },
  async isLabelTaken(tx: Database, uid: number, label: string, butKey: string): Promise<boolean> {
    const { rows } = await sql`
      select 1 from security.api_keys
      where uid = ${uid} and label = ${label} and key <> ${butKey} and removed_at is null`.execute(tx);
    return rows.length > 0;
  },
  async add(tx: Database, row: NewApiKey): Promise<void> {
    await sql`
      insert into security.api_keys
        (key, uid, label, exchange, kind, sealed, public_key, permissions, ips, made_at, until, changed_at)
      values (${row.key}, ${row.uid}, ${row.label}, ${row.exchange}, ${row.kind}, ${row.sealed}, ${row.publicKey},
        ${row.permissions}, ${row.ips}, ${row.madeAt}, ${row.until}, ${row.madeAt})`.execute(tx);
  },
  /** A key of this account, locked until the transaction ends. */
  async lock(tx: Database, uid: number, key: string): Promise<ApiKeyRow | undefined> {
    const { rows } = await sql<ApiKeyRow>`
      select ${columns} from security.api_keys where uid = ${uid} and key = ${key} and removed_at is null for update`.execute(
      tx,
    );
    return rows[0];
  },
  async change(tx: Database, { key, label, permissions, ips, until }: ApiKeyRow, at: number): Promise<void> {
    await sql`
      update security.api_keys
      set label = ${label}, permissions = ${permissions}, ips = ${ips}, until = ${until}, changed_at = ${at}
      where key = ${key}`.execute(tx);
  },
  /** Removes one key or all of the account; returns what it removed. */
  async remove(tx: Database, uid: number, key: string | undefined, at: number) {
    const { rows } = await sql<{ key: string; label: string }>`
      update security.api_keys set removed_at = ${at}, changed_at = ${at}, sealed = null
      where uid = ${uid} and removed_at is null and (${key ?? null}::text is null or key = ${key ?? null})
      returning key, label`.execute(tx);
    return rows;
  },
  /** What a gateway of this exchange may know of a key. */
  async record(db: Database, key: string, exchange: ExchangeName): Promise<(ApiKeyRow & Secrets) | undefined> {
    const { rows } = await sql<ApiKeyRow & Secrets>`
      select ${columns}, uid::float8 as uid, sealed, public_key as "publicKey" from security.api_keys
      where key = ${key} and exchange = ${exchange} and removed_at is null`.execute(db);
    return rows[0];
  },
  async changed(db: Database, since: number, count: number): Promise<{ key: string; at: number }[]> {
    const { rows } = await sql<{ key: string; at: number }>`
      select key, changed_at::float8 as at from security.api_keys
      where changed_at > ${since} order by changed_at, key limit ${count}`.execute(db);
    return rows;
  },
  async forget(db: Database, before: number): Promise<void> {
    await sql`delete from security.api_keys where removed_at < ${before}`.execute(db);
  },
};
