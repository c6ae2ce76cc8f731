import { type ChildProcess, fork } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import pg from "pg";
import { server } from "./core.ts";
import { bytesOf, commandsPerRow } from "./workload.ts";
import { firstWord } from "../measure.ts";

/** A table as bare as can be, and one-row commits into it: what PostgreSQL alone would take. */
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

type Turn = { readonly from: number; readonly to: number };

/**
 * The same bytes in full rows, nothing else. It has a process of its own, so that it pays for nobody's memory, and appends only when it
 * is told to: whoever it is compared with takes turns with it.
 */
export async function bare(database: string, count: number): Promise<void> {
  const commands = bytesOf(count);
  const client = await bareTable(database);
  let seq = 0;
  process.on("message", ({ from, to }: Turn) => {
    void (async () => {
      const rows: Buffer[] = [];
      for (let i = from; i < to; i += commandsPerRow)
        rows.push(Buffer.concat(commands.slice(i, Math.min(to, i + commandsPerRow))));
      const started = performance.now();
      for (const payload of rows) await append(client, (seq += 1), payload);
      process.send!(performance.now() - started);
    })();
  });
  process.on("disconnect", () => process.exit(0));
  process.send!("ready");
}

/** The bare appender as its rival sees it. */
export class BareRival {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(database: string, count: number): Promise<BareRival> {
    const script = new URL("./contestants.ts", import.meta.url).pathname;
    const child = fork(script, ["bare", database, String(count)]);
    await firstWord(child, child, "message");
    return new BareRival(child);
  }

  /** Milliseconds that the rows of these commands took. */
  async append(from: number, to: number): Promise<number> {
    this.#child.send({ from, to } satisfies Turn);
    return ((await once(this.#child, "message")) as [number])[0];
  }

  end(): void {
    this.#child.disconnect();
  }
}
