import type { TicketMessage, TicketRow, TicketState } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";

export type Ticket = TicketRow & { readonly uid: number };
export type NewTicket = Pick<Ticket, "uid" | "topic" | "subject">;
export type NewTicketMessage = {
  readonly text: string;
  readonly at: number;
  readonly request: string;
  /** Undefined for the user. */
  readonly operator: number | undefined;
};

const columns = sql`number::float8 as number, uid::float8 as uid, topic, subject, state, opened_at::float8 as "openedAt",
  changed_at::float8 as "changedAt"`;
const listMax = 200;

/** SQL of tickets. */
export const tickets = {
  async of(db: Database, uid: number): Promise<readonly Ticket[]> {
    const { rows } = await sql<Ticket>`
      select ${columns} from support.tickets where uid = ${uid} order by changed_at desc, number desc
      limit ${listMax}`.execute(db);
    return rows;
  },
  async waiting(db: Database): Promise<readonly Ticket[]> {
    const { rows } = await sql<Ticket>`
      select ${columns} from support.tickets where state = 'OPEN' order by waits_since, number limit ${listMax}`.execute(
      db,
    );
    return rows;
  },
  async one(db: Database, number: number): Promise<Ticket | undefined> {
    const { rows } = await sql<Ticket>`select ${columns} from support.tickets where number = ${number}`.execute(db);
    return rows[0];
  },
  /** Locked until the transaction ends: two who write at once write one after the other. */
  async lock(tx: Database, number: number): Promise<Ticket | undefined> {
    const { rows } = await sql<Ticket>`
      select ${columns} from support.tickets where number = ${number} for update`.execute(tx);
    return rows[0];
  },
  /** How many are not closed; of two that are opened at once the second counts the first. */
  async openCount(tx: Database, uid: number): Promise<number> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`tickets ${uid}`}, 0))`.execute(tx);
    const { rows } = await sql<{ count: number }>`
      select count(*)::float8 as count from support.tickets where uid = ${uid} and state <> 'CLOSED'`.execute(tx);
    return rows[0]!.count;
  },
  async add(tx: Database, { uid, topic, subject }: NewTicket, at: number): Promise<number> {
    const { rows } = await sql<{ number: number }>`
      insert into support.tickets (uid, topic, subject, state, opened_at, changed_at, waits_since)
      values (${uid}, ${topic}, ${subject}, 'OPEN', ${at}, ${at}, ${at}) returning number::float8 as number`.execute(
      tx,
    );
    return rows[0]!.number;
  },
  async change(tx: Database, number: number, state: TicketState, at: number): Promise<void> {
    await sql`
      update support.tickets set state = ${state}, changed_at = ${at},
        waits_since = case when state = 'OPEN' then waits_since else ${at}::bigint end
      where number = ${number}`.execute(tx);
  },
  /** The ticket in which this key was used; undefined where it was not. */
  async ofRequest(tx: Database, request: string): Promise<Ticket | undefined> {
    const { rows } = await sql<Ticket>`
      select ${columns} from support.tickets
      where number = (select ticket from support.ticket_messages where request = ${request})`.execute(tx);
    return rows[0];
  },
  async write(tx: Database, number: number, { text, at, request, operator }: NewTicketMessage): Promise<void> {
    await sql`
      insert into support.ticket_messages (ticket, place, operator, body, written_at, request)
      select ${number}::bigint, coalesce(max(place), 0) + 1, ${operator ?? null}::bigint, ${text}, ${at}::bigint, ${request}::uuid
      from support.ticket_messages where ticket = ${number}`.execute(tx);
  },
  async thread(db: Database, number: number): Promise<TicketMessage[]> {
    const { rows } = await sql<TicketMessage>`
      select case when operator is null then 'USER' else 'SUPPORT' end as by, body as text, written_at::float8 as at
      from support.ticket_messages where ticket = ${number} order by place`.execute(db);
    return rows;
  },
};
