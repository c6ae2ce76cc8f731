import { ensureRoles } from "@tidemark/kit-node";
import pg from "pg";

/**
 * What the roles of running processes may do, and nothing besides: a node reads the journal and appends to it, the projector reads it
 * and writes the history, the process that publishes liabilities reads it and writes its publications. Changing or deleting a row of the journal belongs to nobody but the owner, who only migrates.
 */
const rights = {
  tidemark_core: ["usage on schema journal", "select, insert on journal.journal"],
  tidemark_projector: [
    "usage on schema journal, history",
    "select on journal.journal",
    "select, insert, update on all tables in schema history",
  ],
  tidemark_funds_proof: [
    "usage on schema journal, funds_proof",
    "select on journal.journal",
    "select, insert on all tables in schema funds_proof",
    "delete on funds_proof.leaves, funds_proof.nonce_keys",
  ],
} as const;

export type CoreRole = keyof typeof rights;
const coreRoles = Object.keys(rights) as CoreRole[];

/** For development, tests and the first start. */
export const ensureCoreRoles = (ownerUrl: string): Promise<void> => ensureRoles(ownerUrl, coreRoles);

/** Gives the roles that are there their rights; said again it changes nothing. */
export async function grantRights(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ role: CoreRole }>(
    "select rolname as role from pg_roles where rolname = any($1)",
    [coreRoles],
  );
  for (const { role } of rows) for (const right of rights[role]) await pool.query(`grant ${right} to ${role}`);
}

/** Why a process must not run as the role of this url. */
export type RoleProblem = "no_tables" | "may_change_the_journal";

export async function roleProblem(url: string): Promise<RoleProblem | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ exists: boolean; changes: boolean | null }>(
      `select to_regclass('journal.journal') is not null as exists,
       has_table_privilege(to_regclass('journal.journal')::oid, 'update, delete, truncate') as changes`,
    );
    const { exists, changes } = rows[0]!;
    if (!exists) return "no_tables";
    return changes === true ? "may_change_the_journal" : undefined;
  } finally {
    await client.end();
  }
}
