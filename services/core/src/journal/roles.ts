import pg from "pg";

/**
 * What the roles of running processes may do, and nothing besides: a node reads the journal and appends to it, the projector reads it
 * and writes the history. Changing or deleting a row of the journal belongs to nobody but the owner, who only migrates.
 */
const rights = {
  tidemark_core: ["usage on schema journal", "select, insert on journal.journal"],
  tidemark_projector: [
    "usage on schema journal, history",
    "select on journal.journal",
    "select, insert, update on all tables in schema history",
  ],
} as const;

export type CoreRole = keyof typeof rights;
const coreRoles = Object.keys(rights) as CoreRole[];

const duplicateObject = "42710";
const uniqueViolation = "23505";

/** For development, tests and the first start: roles that may log in, without a password. Production makes its own beforehand. */
export async function ensureCoreRoles(ownerUrl: string): Promise<void> {
  // Roles belong to the whole server, and the database itself may still be missing.
  const server = new URL(ownerUrl);
  server.pathname = "/postgres";
  const client = new pg.Client({ connectionString: server.toString() });
  await client.connect();
  try {
    for (const role of coreRoles)
      await client.query(`create role ${role} login`).catch((error: { code?: string }) => {
        if (error.code !== duplicateObject && error.code !== uniqueViolation) throw error;
      });
  } finally {
    await client.end();
  }
}

/** Gives the roles that are there their rights; said again it changes nothing. */
export async function grantRights(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ role: CoreRole }>(
    "select rolname as role from pg_roles where rolname = any($1)",
    [coreRoles],
  );
  for (const { role } of rows) for (const right of rights[role]) await pool.query(`grant ${right} to ${role}`);
}

/** The same server and database, as somebody else. */
export function urlAs(role: CoreRole, url: string): string {
  const changed = new URL(url);
  changed.username = role;
  changed.password = "";
  return changed.toString();
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
