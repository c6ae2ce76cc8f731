import type { NetworkId, StorePosition } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import type { Coin } from "../../chains/payment-chain.ts";
import { coinOf } from "../../coins/coin-book.ts";
import type { SendState } from "./send-states.ts";

export type SendKind = "withdraw" | "sweep" | "fund_gas";
export type Send = {
  readonly id: string;
  readonly network: NetworkId;
  readonly sender: string;
  readonly nonce: number;
  readonly kind: SendKind;
  readonly asset: string;
  readonly token: string | null;
  readonly to: string;
  /** Of the deposit address that is given coins for a fee. */
  readonly toIndex: number | null;
  readonly amount: bigint;
  readonly gasLimit: number;
  /** The coins that it spends; none on networks of accounts. */
  readonly inputs: readonly Coin[];
  /** Of a sweep the block at which its address had the amount; null where no deposits are compared with it. */
  readonly readHeight: number | null;
  readonly state: SendState;
  readonly reason: string;
  readonly txid: string | null;
  readonly height: number | null;
  readonly blockHash: string | null;
  readonly isSuccess: boolean | null;
  readonly madeAt: number;
  readonly changedAt: number;
};
export type Attempt = {
  readonly place: number;
  readonly unsigned: string;
  readonly feeMax: bigint;
  readonly priorityFee: bigint;
  readonly txid: string | null;
  readonly raw: string | null;
  readonly madeAt: number;
  readonly sentAt: number | null;
};

export type NewAttempt = Pick<Attempt, "place" | "unsigned" | "feeMax" | "priorityFee" | "madeAt">;

type Row = Omit<Send, "amount" | "inputs"> & {
  readonly amount: string;
  readonly inputs: readonly Parameters<typeof coinOf>[0][];
};
const columns = sql.raw(`id, network, sender, nonce::float8 as nonce, kind, asset, token, receiver as "to",
  receiver_index::float8 as "toIndex", amount::text as amount, gas_limit::float8 as "gasLimit", read_height::float8 as "readHeight", state, reason, txid,
  height::float8 as height, block_hash as "blockHash", is_success as "isSuccess", made_at::float8 as "madeAt",
  changed_at::float8 as "changedAt",
  (select coalesce(json_agg(json_build_object('txid', i.txid, 'place', i.place, 'key', i.key, 'amount', i.amount::text) order by i.input), '[]')
    from wallet.inputs i where i.send_id = sends.id) as inputs`);
const read = (row: Row): Send => ({ ...row, amount: BigInt(row.amount), inputs: row.inputs.map(coinOf) });

/** Where a send is in a block. */
export type Mined = Pick<Send, "txid" | "height" | "blockHash" | "isSuccess">;
export const nowhere: Mined = { txid: null, height: null, blockHash: null, isSuccess: null };

/** SQL of own addresses that send. */
export const senders = {
  /** Nothing is added where the address stands already. */
  async add(db: Database, network: string, address: string, key: "hot" | number, nonce: number): Promise<void> {
    await sql`
      insert into wallet.senders (network, address, key, next_nonce)
      values (${network}, ${address}, ${String(key)}, ${nonce}) on conflict do nothing`.execute(db);
  },
  async get(db: Database, network: string, address: string): Promise<{ nonceNext: number; key: string } | undefined> {
    const { rows } = await sql<{ nonceNext: number; key: string }>`
      select next_nonce::float8 as "nonceNext", key from wallet.senders
      where network = ${network} and address = ${address}`.execute(db);
    return rows[0];
  },
  /** The hot addresses that were ever used on a network. */
  async hot(db: Database, network: string): Promise<string[]> {
    const { rows } = await sql<{ address: string }>`
      select address from wallet.senders where network = ${network} and key = 'hot'`.execute(db);
    return rows.map(({ address }) => address);
  },
  /** The next nonce, held until the transaction ends. */
  async lock(tx: Database, network: string, address: string): Promise<number> {
    const { rows } = await sql<{ nonce: number }>`
      select next_nonce::float8 as nonce from wallet.senders
      where network = ${network} and address = ${address} for update`.execute(tx);
    if (rows[0] === undefined) throw new Error(`${network}: ${address} sends nothing`);
    return rows[0].nonce;
  },
  async setNext(tx: Database, network: string, address: string, nonce: number): Promise<void> {
    await sql`
      update wallet.senders set next_nonce = ${nonce}
      where network = ${network} and address = ${address}`.execute(tx);
  },
};

/** SQL of sends. */
export const sends = {
  async add(tx: Database, one: Send): Promise<void> {
    await sql`
      insert into wallet.sends (id, network, sender, nonce, kind, asset, token, receiver, receiver_index, amount, gas_limit,
        read_height, state, is_asked, made_at, changed_at)
      values (${one.id}, ${one.network}, ${one.sender}, ${one.nonce}, ${one.kind}, ${one.asset}, ${one.token}, ${one.to},
        ${one.toIndex}, ${one.amount.toString()}, ${one.gasLimit}, ${one.readHeight}, ${one.state}, false, ${one.madeAt}, ${one.changedAt})`.execute(
      tx,
    );
    // A coin that another send has ends the transaction.
    for (const [input, { txid, place, key, amount }] of one.inputs.entries())
      await sql`
        insert into wallet.inputs (network, txid, place, send_id, input, key, amount)
        values (${one.network}, ${txid}, ${place}, ${one.id}, ${input}, ${String(key)}, ${amount.toString()})`.execute(
        tx,
      );
  },
  async get(db: Database, id: string): Promise<Send | undefined> {
    const { rows } = await sql<Row>`select ${columns} from wallet.sends where id = ${id}`.execute(db);
    return rows[0] === undefined ? undefined : read(rows[0]);
  },
  async lock(tx: Database, id: string): Promise<Send | undefined> {
    const { rows } = await sql<Row>`select ${columns} from wallet.sends where id = ${id} for update`.execute(tx);
    return rows[0] === undefined ? undefined : read(rows[0]);
  },
  /** In the order of their nonces. */
  async open(db: Database, network: string): Promise<Send[]> {
    const { rows } = await sql<Row>`
      select ${columns} from wallet.sends
      where network = ${network} and state in ('PLANNED', 'SIGNED', 'SENT', 'MINED') order by sender, nonce`.execute(
      db,
    );
    return rows.map(read);
  },
  /** What is on its way out of an address and in no block yet. */
  async pending(db: Database, network: string, sender: string): Promise<Send[]> {
    const { rows } = await sql<Row>`
      select ${columns} from wallet.sends
      where network = ${network} and sender = ${sender} and state in ('PLANNED', 'SIGNED', 'SENT')`.execute(db);
    return rows.map(read);
  },
  /** The same as sums: of this token, and the most that the fees of all may be. */
  async pendingSums(
    db: Database,
    network: string,
    sender: string,
    token: string | null,
  ): Promise<{ readonly amount: bigint; readonly fees: bigint }> {
    const { rows } = await sql<{ amount: string; fees: string }>`
      select coalesce(sum(s.amount) filter (where s.token is not distinct from ${token}::text), 0)::text as amount,
        coalesce(sum(s.gas_limit * a.fee_max), 0)::text as fees
      from wallet.sends s left join lateral (
        select fee_max from wallet.attempts where send_id = s.id order by place desc limit 1) a on true
      where s.network = ${network} and s.sender = ${sender} and s.state in ('PLANNED', 'SIGNED', 'SENT')`.execute(db);
    return { amount: BigInt(rows[0]!.amount), fees: BigInt(rows[0]!.fees) };
  },
  /** Not ended, and kept by something: whatever it is, it is there to be looked at. */
  async kept(db: Database): Promise<Send[]> {
    const { rows } = await sql<Row>`
      select ${columns} from wallet.sends
      where state in ('PLANNED', 'SIGNED', 'SENT', 'MINED') and reason <> '' order by changed_at`.execute(db);
    return rows.map(read);
  },
  async hasUnsigned(tx: Database, network: string, sender: string): Promise<boolean> {
    const { rows } = await sql`
      select 1 from wallet.sends where network = ${network} and sender = ${sender} and state = 'PLANNED'`.execute(tx);
    return rows.length > 0;
  },
  async setState(tx: Database, id: string, state: SendState, at: number): Promise<void> {
    await sql`
      update wallet.sends set state = ${state}, reason = '', changed_at = ${at} where id = ${id}`.execute(tx);
  },
  /** Before the signer is asked for its first signature. False: there is nothing to ask for any more. */
  async setAsked(db: Database, id: string): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update wallet.sends set is_asked = true where id = ${id} and state = 'PLANNED'`.execute(db);
    return numAffectedRows === 1n;
  },
  async isAsked(tx: Database, id: string): Promise<boolean> {
    const { rows } = await sql`select 1 from wallet.sends where id = ${id} and not is_asked`.execute(tx);
    return rows.length === 0;
  },
  async setReason(db: Database, id: string, reason: string): Promise<void> {
    await sql`update wallet.sends set reason = ${reason} where id = ${id}`.execute(db);
  },
  async setMined(tx: Database, id: string, { txid, height, blockHash, isSuccess }: Mined): Promise<void> {
    await sql`
      update wallet.sends set txid = ${txid}, height = ${height}, block_hash = ${blockHash}, is_success = ${isSuccess}
      where id = ${id}`.execute(tx);
  },
  /** Only where nothing was signed under its nonce. */
  async drop(tx: Database, id: string): Promise<void> {
    await sql`delete from wallet.sends where id = ${id} and state = 'PLANNED'`.execute(tx);
  },
};

/** SQL of the transactions of a send. */
export const attempts = {
  async add(tx: Database, send: string, one: NewAttempt): Promise<void> {
    await sql`
      insert into wallet.attempts (send_id, place, unsigned, fee_max, priority_fee, made_at)
      values (${send}, ${one.place}, ${one.unsigned}, ${one.feeMax.toString()}, ${one.priorityFee.toString()}, ${one.madeAt})`.execute(
      tx,
    );
  },
  /** The first to the newest. */
  async of(db: Database, send: string): Promise<Attempt[]> {
    const { rows } = await sql<Omit<Attempt, "feeMax" | "priorityFee"> & { feeMax: string; priorityFee: string }>`
      select place, unsigned, fee_max::text as "feeMax", priority_fee::text as "priorityFee", txid, raw, made_at::float8 as "madeAt",
        sent_at::float8 as "sentAt" from wallet.attempts where send_id = ${send} order by place`.execute(db);
    return rows.map((row) => ({
      ...row,
      feeMax: BigInt(row.feeMax),
      priorityFee: BigInt(row.priorityFee),
    }));
  },
  async setSigned(tx: Database, send: string, place: number, txid: string, raw: string): Promise<void> {
    await sql`
      update wallet.attempts set txid = ${txid}, raw = ${raw} where send_id = ${send} and place = ${place}`.execute(tx);
  },
  async setSent(db: Database, send: string, place: number, at: number): Promise<void> {
    await sql`
      update wallet.attempts set sent_at = coalesce(sent_at, ${at}) where send_id = ${send} and place = ${place}`.execute(
      db,
    );
  },
  async dropUnsigned(db: Database, send: string, place: number): Promise<void> {
    await sql`
      delete from wallet.attempts where send_id = ${send} and place = ${place} and raw is null`.execute(db);
  },
};

/** SQL of the newest position of the signer's store. */
export const seen = {
  async get(db: Database): Promise<StorePosition | undefined> {
    const { rows } = await sql<StorePosition>`
      select seq::float8 as seq, hash from wallet.signer_seen where id = 1`.execute(db);
    return rows[0];
  },
  async keep(db: Database, { seq, hash }: StorePosition): Promise<void> {
    await sql`
      insert into wallet.signer_seen (id, seq, hash) values (1, ${seq}, ${hash})
      on conflict (id) do update set seq = excluded.seq, hash = excluded.hash
      where wallet.signer_seen.seq < excluded.seq`.execute(db);
  },
};
