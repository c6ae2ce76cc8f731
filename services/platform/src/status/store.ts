import type { AffectedPart, ComponentState, StatusComponent } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";

export type Change = {
  readonly component: StatusComponent;
  readonly at: number;
  readonly state: ComponentState;
  readonly affected: readonly AffectedPart[];
};
export type Measured = { readonly at: number; readonly answerMs: number | null };
export type GatewayRow = {
  readonly gateway: string;
  readonly core: string;
  readonly sockets: number;
  readonly requestsPerSecond: number;
  readonly reportedAt: number;
};

const change = sql`component, at::float8 as at, state, affected`;

/** SQL of states. */
export const changes = {
  async last(db: Database): Promise<Change[]> {
    const { rows } = await sql<Change>`
      select distinct on (component) ${change} from status.changes order by component, changes.at desc`.execute(db);
    return rows;
  },
  /** Those since a time, and before them the one that counted then. The oldest first. */
  async since(db: Database, at: number): Promise<Change[]> {
    const { rows } = await sql<Change>`
      select ${change} from status.changes as one where one.at >= coalesce(
        (select max(old.at) from status.changes as old where old.component = one.component and old.at <= ${at}), 0)
      order by one.at`.execute(db);
    return rows;
  },
  async add(tx: Database, { component, at, state, affected }: Change): Promise<void> {
    await sql`
      insert into status.changes (component, at, state, affected)
      values (${component}, ${at}, ${state}, ${JSON.stringify(affected)}::jsonb)
      on conflict (component, at) do update set state = excluded.state, affected = excluded.affected`.execute(tx);
  },
  /** The newest one before the time still says what counted then. */
  async thin(tx: Database, before: number): Promise<void> {
    await sql`
      delete from status.changes as one where exists (
        select 1 from status.changes as later
        where later.component = one.component and later.at > one.at and later.at <= ${before})`.execute(tx);
  },
};

/** SQL of the last measurement. */
export const measurements = {
  async last(db: Database): Promise<Measured | undefined> {
    const { rows } = await sql<Measured>`
      select at::float8 as at, answer_ms as "answerMs" from status.measured`.execute(db);
    return rows[0];
  },
  async set(tx: Database, { at, answerMs }: Measured): Promise<void> {
    await sql`
      insert into status.measured (id, at, answer_ms) values (1, ${at}, ${answerMs})
      on conflict (id) do update set at = excluded.at, answer_ms = excluded.answer_ms`.execute(tx);
  },
};

/** SQL of the gateways' reports. */
export const gateways = {
  async since(db: Database, at: number): Promise<GatewayRow[]> {
    const { rows } = await sql<GatewayRow>`
      select gateway, core, sockets, requests_per_second as "requestsPerSecond", reported_at::float8 as "reportedAt"
      from status.gateways where reported_at > ${at} order by core, gateway`.execute(db);
    return rows;
  },
  async put(db: Database, { gateway, core, sockets, requestsPerSecond, reportedAt }: GatewayRow): Promise<void> {
    await sql`
      insert into status.gateways (gateway, core, sockets, requests_per_second, reported_at)
      values (${gateway}, ${core}, ${sockets}, ${requestsPerSecond}, ${reportedAt})
      on conflict (gateway) do update set core = excluded.core, sockets = excluded.sockets,
        requests_per_second = excluded.requests_per_second, reported_at = excluded.reported_at`.execute(db);
  },
  async thin(tx: Database, before: number): Promise<void> {
    await sql`delete from status.gateways where reported_at < ${before}`.execute(tx);
  },
};
