import type { ExchangeName, OperatorRole, ProposalState } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import type { Waiting } from "./rules.ts";

export type Proposal = Waiting & {
  readonly id: string;
  readonly exchange: ExchangeName;
  readonly call: string;
  readonly ask: Readonly<Record<string, unknown>>;
  /** As JSON holds it: money as text. */
  readonly command: object;
  readonly reason: string;
  readonly at: number;
  readonly code: number | null;
  readonly facts: Readonly<Record<string, string>> | null;
  readonly answeredAt: number | null;
};
export type NewProposal = Pick<
  Proposal,
  "id" | "exchange" | "call" | "role" | "ask" | "reason" | "by" | "deviceId" | "at" | "until" | "needed"
> & { readonly commandJson: string; readonly requestId: string | undefined };

const columns = sql`p.id, p.exchange, p.call, p.role, p.ask, p.command, p.reason, p.by_uid::float8 as by, p.device_id as "deviceId",
  p.made_at::float8 as at, p.until::float8 as until, p.needed, p.state, p.code, p.facts, p.answered_at::float8 as "answeredAt",
  coalesce((select jsonb_agg(jsonb_build_object('by', a.uid, 'deviceId', a.device_id, 'at', a.at) order by a.at, a.uid)
    from operator.approvals a where a.proposal = p.id), '[]'::jsonb) as approvals`;

/** Roles are written at the command line together with the console's operators (`services/console/src/register.ts`); this module reads them. */
export const roles = {
  /** Locked until the transaction ends: a role that is being taken away decides nothing. */
  async of(tx: Database, uid: number): Promise<OperatorRole[]> {
    const { rows } = await sql<{ role: OperatorRole }>`
      select role from operator.roles where uid = ${uid} order by role for share`.execute(tx);
    return rows.map(({ role }) => role);
  },
  async holders(tx: Database, role: OperatorRole, uids: readonly number[]): Promise<ReadonlySet<number>> {
    const { rows } = await sql<{ uid: number }>`
      select uid::float8 as uid from operator.roles where role = ${role} and uid = any(${uids}::bigint[]) for share`.execute(
      tx,
    );
    return new Set(rows.map(({ uid }) => uid));
  },
};

/** SQL of proposals and nothing else. A proposal is found only for its own exchange. */
export const proposals = {
  /** False where the same change waits already, or the request was made before. */
  async add(tx: Database, row: NewProposal): Promise<boolean> {
    const { rows } = await sql`
      insert into operator.proposals
        (id, exchange, call, role, ask, command, reason, by_uid, device_id, request_id, made_at, until, needed, state)
      values (${row.id}, ${row.exchange}, ${row.call}, ${row.role}, ${JSON.stringify(row.ask)}::jsonb, ${row.commandJson}::jsonb, ${row.reason},
        ${row.by}, ${row.deviceId}, ${row.requestId ?? null}, ${row.at}, ${row.until}, ${row.needed}, 'WAITING')
      on conflict do nothing returning id`.execute(tx);
    return rows.length === 1;
  },
  /** Many at once that wait for nobody, with their numbers in the outbox: the kill switch must not take a statement for each market. */
  async addSent(
    tx: Database,
    of: Omit<NewProposal, "id" | "ask" | "commandJson" | "requestId" | "needed">,
    rows: readonly { readonly id: string; readonly ask: object; readonly command: object; readonly number: number }[],
  ): Promise<void> {
    await sql`
      insert into operator.proposals
        (id, exchange, call, role, ask, command, reason, by_uid, device_id, made_at, until, needed, state, number)
      select r.id, ${of.exchange}, ${of.call}, ${of.role}, r.ask, r.command, ${of.reason}, ${of.by}, ${of.deviceId}, ${of.at}, ${of.until}, 0,
        'SENT', r.number
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, ask jsonb, command jsonb, number bigint)`.execute(
      tx,
    );
  },
  async countWaiting(tx: Database, exchange: ExchangeName, uid: number): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from operator.proposals
      where exchange = ${exchange} and by_uid = ${uid} and state = 'WAITING'`.execute(tx);
    return rows[0]!.count;
  },
  async get(db: Database, exchange: ExchangeName, id: string): Promise<Proposal | undefined> {
    const { rows } = await sql<Proposal>`
      select ${columns} from operator.proposals p where p.id = ${id} and p.exchange = ${exchange}`.execute(db);
    return rows[0];
  },
  async ofRequest(db: Database, exchange: ExchangeName, uid: number, requestId: string): Promise<Proposal | undefined> {
    const { rows } = await sql<Proposal>`
      select ${columns} from operator.proposals p
      where p.exchange = ${exchange} and p.by_uid = ${uid} and p.request_id = ${requestId}`.execute(db);
    return rows[0];
  },
  /** Serialises decisions about one proposal. */
  async lock(tx: Database, exchange: ExchangeName, id: string): Promise<Proposal | undefined> {
    await sql`select 1 from operator.proposals where id = ${id} and exchange = ${exchange} for update`.execute(tx);
    return this.get(tx, exchange, id);
  },
  async list(
    db: Database,
    exchange: ExchangeName,
    state: ProposalState | undefined,
    { pageNum, pageSize }: { pageNum: number; pageSize: number },
  ): Promise<{ list: Proposal[]; total: number }> {
    const isWanted = sql`p.exchange = ${exchange} and (${state ?? null}::text is null or p.state = ${state ?? null})`;
    const counted = await sql<{ total: number }>`
      select count(*)::integer as total from operator.proposals p where ${isWanted}`.execute(db);
    const { rows } = await sql<Proposal>`
      select ${columns} from operator.proposals p where ${isWanted}
      order by p.made_at desc, p.id limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db);
    return { list: rows, total: counted.rows[0]!.total };
  },
  async aboutAccount(db: Database, uid: number, before: number, count: number): Promise<Proposal[]> {
    const { rows } = await sql<Proposal>`
      select ${columns} from operator.proposals p
      where p.ask ->> 'uid' = ${String(uid)} and p.ask ? 'uid' and p.made_at < ${before}
      order by p.made_at desc, p.id limit ${count}`.execute(db);
    return rows;
  },
  /** False where this operator has approved it before. */
  async approve(tx: Database, id: string, by: { uid: number; deviceId: string }, at: number): Promise<boolean> {
    const { rows } = await sql`
      insert into operator.approvals (proposal, uid, device_id, at) values (${id}, ${by.uid}, ${by.deviceId}, ${at})
      on conflict do nothing returning uid`.execute(tx);
    return rows.length === 1;
  },
  async setState(tx: Database, id: string, state: ProposalState): Promise<void> {
    await sql`update operator.proposals set state = ${state} where id = ${id}`.execute(tx);
  },
  /** The number is the one that the exchange's outbox has given. */
  async setSent(tx: Database, id: string, number: number): Promise<void> {
    await sql`update operator.proposals set state = 'SENT', number = ${number} where id = ${id}`.execute(tx);
  },
  /** As their commands in the outbox were; over negative numbers, since old and new ones may overlap. */
  async renumber(
    tx: Database,
    exchange: ExchangeName,
    numbers: readonly { readonly from: number; readonly to: number }[],
  ): Promise<void> {
    for (const sign of [-1, 1])
      await sql`
        update operator.proposals p set number = ${sign} * row.to from unnest(
          ${numbers.map(({ from, to }) => (sign < 0 ? from : -to))}::bigint[], ${numbers.map(({ to }) => to)}::bigint[]
        ) as row(before, "to") where p.exchange = ${exchange} and p.number = row.before`.execute(tx);
  },
  async byNumber(tx: Database, exchange: ExchangeName, number: number): Promise<Proposal | undefined> {
    const { rows } = await sql<Proposal>`
      select ${columns} from operator.proposals p where p.exchange = ${exchange} and p.number = ${number}`.execute(tx);
    return rows[0];
  },
  async setAnswer(
    tx: Database,
    id: string,
    { state, code, facts, at }: { state: ProposalState; code: number; facts: object; at: number },
  ): Promise<void> {
    await sql`
      update operator.proposals set state = ${state}, code = ${code}, facts = ${JSON.stringify(facts)}::jsonb, answered_at = ${at}
      where id = ${id}`.execute(tx);
  },
  /** When operators have closed a market to all but cancels last; 0 where they never have. */
  async closedAt(db: Database, exchange: ExchangeName, call: string, symbol: string): Promise<number> {
    const { rows } = await sql<{ at: number }>`
      select coalesce(max(p.answered_at), 0)::float8 as at from operator.proposals p
      where p.exchange = ${exchange} and p.call = ${call} and p.state = 'DONE' and p.ask ->> 'symbol' = ${symbol}
        and p.ask ->> 'status' = 'CANCEL_ONLY'`.execute(db);
    return rows[0]!.at;
  },
  /** Those that nobody is deciding about at this moment. */
  async expire(tx: Database, now: number): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      update operator.proposals set state = 'EXPIRED' where id in (
        select id from operator.proposals where state = 'WAITING' and until <= ${now} for update skip locked)
      returning id`.execute(tx);
    return rows.map(({ id }) => id);
  },
};
