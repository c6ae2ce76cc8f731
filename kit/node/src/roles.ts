import pg from "pg";

const duplicateObject = "42710";
const uniqueViolation = "23505";

/** Connects to the server's default database: the one in the URL may not exist yet. */
async function onServer<T>(url: string, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const server = new URL(url);
  server.pathname = "/postgres";
  const client = new pg.Client({ connectionString: server.toString() });
  await client.connect();
  try {
    return await ask(client);
  } finally {
    await client.end();
  }
}

/** Creates login roles without a password, for development, tests and the first start. Production creates its own beforehand. */
export const ensureRoles = (ownerUrl: string, roles: readonly string[]): Promise<void> =>
  onServer(ownerUrl, async (client) => {
    for (const role of roles)
      await client.query(`create role ${role} login`).catch((error: { code?: string }) => {
        if (error.code !== duplicateObject && error.code !== uniqueViolation) throw error;
      });
  });

/** The same server and database under another role. */
export function urlAs(role: string, url: string): string {
  const changed = new URL(url);
  changed.username = role;
  changed.password = "";
  return changed.toString();
}

/** A standby gets its tables from the primary and takes no changes. */
export const isStandby = (url: string): Promise<boolean> =>
  onServer(url, async (client) => {
    const { rows } = await client.query<{ standby: boolean }>("select pg_is_in_recovery() as standby");
    return rows[0]!.standby;
  });

/** The first server that accepts writes; throws when there is none. */
export async function primaryUrl(urls: readonly string[]): Promise<string> {
  for (const url of urls) if (!(await isStandby(url).catch(() => true))) return url;
  throw new Error("no PostgreSQL server takes writes");
}
