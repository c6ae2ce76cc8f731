import type { NetworkId } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import { openPolicy, type Policy, type WithdrawalAddressTimes } from "./withdrawal-address-rules.ts";

export type WithdrawalAddressRow = WithdrawalAddressTimes & {
  readonly id: string;
  readonly network: NetworkId;
  readonly address: string;
  readonly memo: string;
  readonly label: string;
};

const columns = sql`id, network, address, memo, label, added_at::float8 as "addedAt",
  allow_listed_at::float8 as "allowListedAt"`;

/** SQL of withdrawal addresses and nothing else. Removed ones stay as a record of past withdrawals. */
export const withdrawalAddresses = {
  /** Serialises additions to the list of one account. */
  async count(tx: Database, uid: number): Promise<number> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`withdrawalAddresses of ${uid}`}, 0))`.execute(tx);
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from security.withdrawal_addresses
      where uid = ${uid} and removed_at is null`.execute(tx);
    return rows[0]!.count;
  },
  async list(db: Database, uid: number, network: NetworkId | undefined): Promise<WithdrawalAddressRow[]> {
    const { rows } = await sql<WithdrawalAddressRow>`
      select ${columns} from security.withdrawal_addresses
      where uid = ${uid} and removed_at is null and (${network ?? null}::text is null or network = ${network ?? null})
      order by added_at desc, id`.execute(db);
    return rows;
  },
  /** False where the address is on the list already. */
  async add(tx: Database, uid: number, row: WithdrawalAddressRow, sameAs: string): Promise<boolean> {
    const { rows } = await sql`
      insert into security.withdrawal_addresses (id, uid, network, address, same_as, memo, label, added_at, allow_listed_at)
      values (${row.id}, ${uid}, ${row.network}, ${row.address}, ${sameAs}, ${row.memo}, ${row.label}, ${row.addedAt},
        ${row.allowListedAt})
      on conflict do nothing returning id`.execute(tx);
    return rows.length === 1;
  },
  async lock(tx: Database, uid: number, id: string): Promise<WithdrawalAddressRow | undefined> {
    const { rows } = await sql<WithdrawalAddressRow>`
      select ${columns} from security.withdrawal_addresses
      where uid = ${uid} and id = ${id} and removed_at is null for update`.execute(tx);
    return rows[0];
  },
  async allow(tx: Database, id: string, allowListedAt: number | null): Promise<void> {
    await sql`update security.withdrawal_addresses set allow_listed_at = ${allowListedAt} where id = ${id}`.execute(tx);
  },
  async remove(tx: Database, id: string, at: number): Promise<void> {
    await sql`update security.withdrawal_addresses set removed_at = ${at} where id = ${id}`.execute(tx);
  },
};

export const policies = {
  async of(db: Database, uid: number): Promise<Policy> {
    const { rows } = await sql<Policy>`
      select only_allow_listed as "onlyAllowListed", ended_at::float8 as "endedAt" from security.withdrawal_policies
      where uid = ${uid}`.execute(db);
    return rows[0] ?? openPolicy;
  },
  async keep(tx: Database, uid: number, { onlyAllowListed, endedAt }: Policy): Promise<void> {
    await sql`
      insert into security.withdrawal_policies (uid, only_allow_listed, ended_at) values (${uid}, ${onlyAllowListed}, ${endedAt})
      on conflict (uid) do update set only_allow_listed = excluded.only_allow_listed, ended_at = excluded.ended_at`.execute(
      tx,
    );
  },
};
