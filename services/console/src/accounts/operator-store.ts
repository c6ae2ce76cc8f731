import type { OperatorRole } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";

export type Operator = {
  readonly id: number;
  readonly name: string;
  readonly roles: OperatorRole[];
  readonly handle: Buffer;
  readonly endedAt: number | null;
};

const columns = sql`id::float8 as id, name, roles, handle, ended_at::float8 as "endedAt"`;

/** SQL of operators. Rows are made and changed by the owner of the schema only. */
export const operators = {
  /** Locked until the transaction ends: who is being dismissed decides nothing. */
  async lock(tx: Database, id: number): Promise<Operator | undefined> {
    const { rows } = await sql<Operator>`
      select ${columns} from console.operators where id = ${id} and ended_at is null for share`.execute(tx);
    return rows[0];
  },
  async byName(tx: Database, name: string): Promise<Operator | undefined> {
    const { rows } = await sql<Operator>`select ${columns} from console.operators where name = ${name}`.execute(tx);
    return rows[0];
  },
  async all(db: Database): Promise<Operator[]> {
    const { rows } = await sql<Operator>`select ${columns} from console.operators order by id`.execute(db);
    return rows;
  },
  async add(tx: Database, name: string, roles: readonly OperatorRole[], handle: Buffer, at: number): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      insert into console.operators (name, roles, handle, made_at)
      values (${name}, ${roles}::text[], ${handle}, ${at}) returning id::float8 as id`.execute(tx);
    return rows[0]!.id;
  },
  /** In both records: the console's own, and those by which the platform checks what the console asks. */
  async setRoles(tx: Database, id: number, roles: readonly OperatorRole[], at: number): Promise<void> {
    await sql`update console.operators set roles = ${roles}::text[] where id = ${id}`.execute(tx);
    await sql`delete from operator.roles where uid = ${id} and role <> all(${roles}::text[])`.execute(tx);
    await sql`
      insert into operator.roles (uid, role, granted_at) select ${id}, role, ${at} from unnest(${roles}::text[]) as role
      on conflict do nothing`.execute(tx);
  },
  async end(tx: Database, id: number, at: number): Promise<void> {
    await this.setRoles(tx, id, [], at);
    await sql`update console.operators set ended_at = ${at} where id = ${id}`.execute(tx);
  },
};

type Invitation = { readonly operator: number; readonly until: number };

export const invitations = {
  async add(tx: Database, tokenHash: Buffer, operator: number, at: number, until: number): Promise<void> {
    await sql`
      insert into console.invitations (token_hash, operator, made_at, until)
      values (${tokenHash}, ${operator}, ${at}, ${until})`.execute(tx);
  },
  /** Undefined where it is used, replaced, too old or never made. Locked: it is used once. */
  async open(tx: Database, tokenHash: Buffer, now: number): Promise<Invitation | undefined> {
    const { rows } = await sql<Invitation>`
      select operator::float8 as operator, until::float8 as until from console.invitations
      where token_hash = ${tokenHash} and ended_at is null and until > ${now} for update`.execute(tx);
    return rows[0];
  },
  async endOf(tx: Database, operator: number, at: number): Promise<void> {
    await sql`update console.invitations set ended_at = ${at} where operator = ${operator} and ended_at is null`.execute(
      tx,
    );
  },
};
