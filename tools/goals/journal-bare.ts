import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import { server } from "./journal-core.ts";
import { bytesOf } from "./journal-workload.ts";

const batch = 512;

/** The same bytes in rows of the same size, nothing else: what PostgreSQL alone would take. */
export async function bare(database: string, count: number): Promise<object> {
  const commands = bytesOf(count);
  const client = await bareTable(database);
  const rows: Buffer[] = [];
  for (let i = 0; i < count; i += batch) rows.push(Buffer.concat(commands.slice(i, i + batch)));
  const started = performance.now();
  for (const [i, payload] of rows.entries()) await append(client, i + 1, payload);
  const perSecond = (count * 1000) / (performance.now() - started);
  await client.end();
  return { perSecond };
}

export async function bareTable(database: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: `${server}/${database}` });
  await client.connect();
  await client.query(
    "create table bare (seq bigint primary key, prev_id uuid, batch_id uuid, hash bytea, payload bytea)",
  );
  await client.query("alter table bare alter column payload set storage external");
  return client;
}

const id = randomUUID();
const hash = randomBytes(32);
export const append = (client: pg.Client, seq: number, payload: Buffer): Promise<unknown> =>
  client.query({
    name: "append",
    text: "insert into bare values ($1, $2, $3, $4, $5)",
    values: [seq, id, id, hash, payload],
  });
