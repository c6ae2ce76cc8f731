import { refusals, success } from "@tidemark/contracts";
import type { CommandDraft } from "@tidemark/contracts/codec";
import { sql } from "kysely";
import type { Time } from "./clock.ts";
import type { CommandSender } from "./command-sender.ts";
import type { Database } from "./db.ts";
import type { Log } from "./log.ts";

/** A command of a numbered producer before it has its number. */
export type UnnumberedCommand = CommandDraft extends infer D
  ? D extends { producer: number }
    ? Omit<D, "producer" | "number">
    : never
  : never;

/**
 * Puts a command beside the rows that made it necessary: both are there, or neither. The counter's row is held until the transaction
 * ends, so numbers are in the order of commits and have no holes. `schema` is the owner's; its tables `outbox` and `outbox_counter`.
 */
export async function enqueueCommand(
  tx: Database,
  schema: string,
  command: UnnumberedCommand,
  at: number,
): Promise<void> {
  const { rows } = await sql<{ number: number }>`
    update ${sql.table(`${schema}.outbox_counter`)} set last_number = last_number + 1
    returning last_number::float8 as number`.execute(tx);
  await sql`
    insert into ${sql.table(`${schema}.outbox`)} (number, command, made_at)
    values (${rows[0]!.number}, ${JSON.stringify(command)}::jsonb, ${at})`.execute(tx);
}

export type OutboxKit = {
  readonly db: Database;
  readonly schema: string;
  /** Our number among those who number their commands. */
  readonly producer: number;
  readonly sender: CommandSender;
  readonly time: Time;
  readonly log: Log;
};
export type Outbox = {
  /** Something may have been put in. */
  wake(): void;
  close(): Promise<void>;
};

const answerMaxMs = 2_000;
const lookEveryMs = 1_000;

type Row = { readonly number: number; readonly command: UnnumberedCommand };
type Step = "sent" | "nothing" | "later";

/**
 * Sends in order, one at a time, and again until it is answered: the core knows a number that it has seen and gives the same answer. Of
 * several processes one sends, by a lock that ends with the transaction.
 */
export function openOutbox({ db, schema, producer, sender, time, log }: OutboxKit): Outbox {
  const table = sql.table(`${schema}.outbox`);
  let isClosed = false;
  let isAwake = false;
  let running: Promise<void> | undefined;
  let callOff = (): void => undefined;

  async function keep(tx: Database, { number, command }: Row, code: number): Promise<void> {
    await sql`update ${table} set answered_at = ${time.now()}, code = ${code} where number = ${number}`.execute(tx);
    // A refused command has used its number up: nobody sends it again, somebody must look at it.
    if (code !== success) log.error({ number, type: command.type, code }, "the core refused a command of the outbox");
  }

  function step(): Promise<Step> {
    return db.transaction().execute(async (transaction): Promise<Step> => {
      const tx = transaction as unknown as Database;
      const lock = await sql<{ mine: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended(${`outbox ${schema}`}, 0)) as mine`.execute(tx);
      if (lock.rows[0]?.mine !== true) return "later";
      const { rows } = await sql<Row>`
        select number::float8 as number, command from ${table} where answered_at is null order by number limit 1`.execute(
        tx,
      );
      const [row] = rows;
      if (row === undefined) return "nothing";
      const draft = { ...row.command, producer, number: row.number } as CommandDraft;
      const result = await sender.send(draft, answerMaxMs);
      if (result === undefined) return "later";
      if (result.code === refusals.PRODUCER_GAP.code || result.code === refusals.PRODUCER_FORK.code) {
        log.error({ number: row.number, code: result.code }, "the outbox and the journal do not agree");
        return "later";
      }
      await keep(tx, row, result.code);
      return "sent";
    });
  }

  async function run(): Promise<void> {
    while (isAwake && !isClosed) {
      isAwake = false;
      const done = await step().catch((error: unknown): Step => {
        log.warn({ problem: error instanceof Error ? error.message : "unknown" }, "the outbox could not be read");
        return "later";
      });
      if (done === "sent") isAwake = true;
    }
  }

  function wake(): void {
    isAwake = true;
    if (isClosed) return;
    running ??= run().finally(() => {
      running = undefined;
      callOff();
      if (!isClosed) callOff = time.after(lookEveryMs, wake);
    });
  }

  wake();
  return {
    wake,
    async close() {
      isClosed = true;
      callOff();
      await running;
    },
  };
}
