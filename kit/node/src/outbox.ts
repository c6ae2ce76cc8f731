import { refusals, success } from "@tidemark/contracts";
import { type CommandDraft, commandFromJson, commandToJson, encodeCommand, Writer } from "@tidemark/contracts/codec";
import type { CommandResult } from "@tidemark/contracts/journal";
import { sql } from "kysely";
import type { Time } from "./clock.ts";
import type { CommandSender } from "./bus/command-sender.ts";
import { type Database, inTransaction } from "./db.ts";
import type { Log } from "./log.ts";

/** A command of a numbered producer, before it is numbered. */
export type UnnumberedCommand = CommandDraft extends infer D
  ? D extends { producer: number }
    ? Omit<D, "producer" | "number">
    : never
  : never;

/** One owner may have an outbox for each of two cores: their numbers belong to two journals. */
function tablesOf(schema: string) {
  const [owner, which] = schema.split(".");
  const table = which === undefined ? `${owner}.outbox` : `${owner}.${which}_outbox`;
  return { table: sql.table(table), counter: sql.table(`${table}_counter`) };
}

/** Room for most commands; the writer grows for the others. */
const commandBytes = 256;

/**
 * Adds commands in the transaction of the rows that require them, and returns their numbers: all is committed or nothing. The counter's row
 * stays locked until the transaction ends, so numbers follow the order of commits without gaps. `schema` is the owner's and has the tables
 * `outbox` and `outbox_counter`; with a second word, as in `operator.simulated`, they are `simulated_outbox` and `simulated_outbox_counter`.
 */
export async function enqueueCommands(
  tx: Database,
  schema: string,
  commands: readonly UnnumberedCommand[],
  at: number,
): Promise<readonly number[]> {
  if (commands.length === 0) return [];
  // One that cannot be written would never be sent, nor anything behind it: it is refused here, with its transaction.
  for (const command of commands)
    encodeCommand({ ...command, producer: 0, number: 0 } as CommandDraft, new Writer(commandBytes));
  const { table, counter } = tablesOf(schema);
  const { rows } = await sql<{ last: number }>`
    update ${counter} set last_number = last_number + ${commands.length}
    returning last_number::float8 as last`.execute(tx);
  const first = rows[0]!.last - commands.length + 1;
  const numbers = commands.map((_, place) => first + place);
  await sql`
    insert into ${table} (number, command, made_at)
    select number, command::jsonb, ${at} from unnest(
      ${numbers}::bigint[], ${commands.map((command) => commandToJson(command))}::text[]
    ) as row(number, command)`.execute(tx);
  return numbers;
}

export const enqueueCommand = async (
  tx: Database,
  schema: string,
  command: UnnumberedCommand,
  at: number,
): Promise<number> => (await enqueueCommands(tx, schema, [command], at))[0]!;

/** Longer than any outage of the core: its dedup and people looking for a command need the newest only. */
const answeredKeptMs = 30 * 24 * 60 * 60_000;

/** Deletes old commands that the core has accepted, at most so many. Refused ones stay: they are few, and somebody has to look at them. */
export async function thinOutbox(tx: Database, schema: string, now: number, max: number): Promise<void> {
  const { table } = tablesOf(schema);
  await sql`
    delete from ${table} where number = any(array(
      select number from ${table} where answered_at < ${now - answeredKeptMs} and code = ${success}
      order by answered_at limit ${max}))`.execute(tx);
}

export type Renumbering = {
  readonly schema: string;
  /** Whose numbers they are. */
  readonly producer: number;
  /** The number that the core expects. */
  readonly next: number;
  /** Somebody has compared what waits below `next` with the journal: none of it was carried out. */
  readonly isCompared: boolean;
};

/**
 * Numbers what waits anew, from the number that the core expects on, after a database was set back: the lift of its own producer first, which a
 * stopped one must begin with, then the rest in its order. Returns each old number with its new one.
 */
export async function renumberOutbox(
  tx: Database,
  { schema, producer, next, isCompared }: Renumbering,
): Promise<readonly { readonly from: number; readonly to: number }[]> {
  const { table, counter } = tablesOf(schema);
  const lock = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${outboxLock(schema)}, 0)) as mine`.execute(tx);
  if (lock.rows[0]?.mine !== true) throw new Error(`${schema}.outbox is being sent: stop the platform first`);
  await sql`select last_number from ${counter} for update`.execute(tx);
  const answered = await sql<{ highest: number | null }>`
    select max(number)::float8 as highest from ${table} where answered_at is not null`.execute(tx);
  if ((answered.rows[0]?.highest ?? 0) >= next)
    throw new Error(`${schema}.outbox has answers of ${next} and above: the core cannot expect ${next}`);
  const isOwnLift = sql`(command ->> 'type' = 'lift_producer' and (command ->> 'stopped')::int = ${producer})`;
  const { rows } = await sql<{ from: number; to: number }>`
    select number::float8 as from, ${next} - 1 + row_number() over (order by not ${isOwnLift}, number)::float8 as to
    from ${table} where answered_at is null`.execute(tx);
  const early = rows.filter(({ from }) => from < next).map(({ from }) => from);
  if (early.length > 0 && !isCompared)
    throw new Error(
      `${schema}.outbox waits with ${early.length} numbers below ${next} (the first is ${Math.min(...early)}), under which the core ` +
        "has carried out commands: compare them with the journal, delete those that it holds, and say --compared",
    );
  // Over negative numbers, which nobody has: old and new ones may overlap.
  for (const sign of [-1, 1])
    await sql`
      update ${table} o set number = ${sign} * row.to from unnest(
        ${rows.map(({ from, to }) => (sign < 0 ? from : -to))}::bigint[], ${rows.map(({ to }) => to)}::bigint[]
      ) as row(before, "to") where o.number = row.before`.execute(tx);
  await sql`update ${counter} set last_number = ${next - 1 + rows.length}`.execute(tx);
  return rows.map(({ from, to }) => ({ from, to }));
}

/** Held by the process that sends an outbox or changes its numbers. */
const outboxLock = (schema: string): string => `outbox ${schema}`;

/** What became of a command of the outbox. A refusal is an answer: the module decides what follows from it. */
export type OutboxAnswer = {
  readonly number: number;
  readonly command: UnnumberedCommand;
  readonly result: CommandResult;
};

/** The numbers of accepted and of refused commands, and the code of the first refusal. */
export function outcomesOf(answers: readonly OutboxAnswer[]) {
  const numbersOf = (some: readonly OutboxAnswer[]): number[] => some.map(({ number }) => number);
  const refused = answers.filter(({ result }) => result.code !== success);
  return {
    accepted: numbersOf(answers.filter(({ result }) => result.code === success)),
    refused: numbersOf(refused),
    code: refused[0]?.result.code,
  };
}

export type OutboxDeps = {
  readonly db: Database;
  readonly schema: string;
  /** The producer number of this outbox. */
  readonly producer: number;
  readonly sender: CommandSender;
  readonly time: Time;
  readonly log: Log;
  /** Runs in the transaction that marks the commands as answered: once for each, in their order. Without it a refusal is logged as an error. */
  readonly answered?: (tx: Database, answers: readonly OutboxAnswer[]) => Promise<void>;
};
export type Outbox = {
  /** Call after a commit that may have added a command. */
  wake(): void;
  close(): Promise<void>;
};

const answerMaxMs = 2_000;
const lookEveryMs = 1_000;
/** Commands in flight at once: as many as a core takes into one row of its journal. */
const commandsPerStep = 512;

/** What the core's intake refuses has not used its number: it is sent again, and what follows waits. */
const notTaken: ReadonlySet<number> = new Set(
  (["BUSY", "TOO_OLD", "CLASS_FORBIDDEN", "REQUEST_INVALID", "PRODUCER_FOREIGN", "COMMAND_TOO_NEW"] as const).map(
    (name) => refusals[name].code,
  ),
);

type Row = { readonly number: number; readonly command: UnnumberedCommand };
type Step = "sent" | "nothing" | "later";

/**
 * Sends in order, many at a time, and repeats until there is an answer: the core recognises a repeated number and gives the same answer. One
 * of several processes sends at a time, by a lock of the transaction.
 */
export function openOutbox({ db, schema, producer, sender, time, log, answered }: OutboxDeps): Outbox {
  const { table } = tablesOf(schema);
  let isClosed = false;
  let isAwake = false;
  let running: Promise<void> | undefined;
  let callOff = (): void => undefined;

  async function keep(tx: Database, answers: readonly OutboxAnswer[]): Promise<void> {
    const codes = answers.map(({ result }) => result.code);
    await sql`
      update ${table} o set answered_at = ${time.now()}, code = row.code
      from unnest(${answers.map(({ number }) => number)}::bigint[], ${codes}::int[]) as row(number, code)
      where o.number = row.number`.execute(tx);
    if (answered !== undefined) return answered(tx, answers);
    for (const { number, command, result } of answers)
      if (result.code !== success)
        log.error({ schema, number, type: command.type, code: result.code }, "outbox: the core refused a command");
  }

  /** Those that were answered, up to the first that was not: what follows a lost command was refused as a gap. */
  function answeredOf(rows: readonly Row[], results: readonly (CommandResult | undefined)[]): OutboxAnswer[] {
    const answers: OutboxAnswer[] = [];
    for (const [place, row] of rows.entries()) {
      const result = results[place];
      if (result === undefined) break;
      if (notTaken.has(result.code)) {
        if (place === 0 && result.code !== refusals.BUSY.code)
          log.error({ schema, number: row.number, code: result.code }, "outbox: the core does not take a command");
        break;
      }
      if (result.code === refusals.PRODUCER_GAP.code || result.code === refusals.PRODUCER_FORK.code) {
        // Behind a lost command a gap is expected; the first of all must have none.
        if (place === 0)
          log.error(
            { schema, producer, number: row.number, code: result.code, expected: Number(result.facts[0]) },
            "outbox: numbers disagree with the journal",
          );
        break;
      }
      answers.push({ ...row, result });
    }
    return answers;
  }

  function step(): Promise<Step> {
    return inTransaction(db, async (tx): Promise<Step> => {
      const lock = await sql<{ mine: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended(${outboxLock(schema)}, 0)) as mine`.execute(tx);
      if (lock.rows[0]?.mine !== true) return "later";
      const { rows } = await sql<Row>`
        select number::float8 as number, command from ${table}
        where answered_at is null order by number limit ${commandsPerStep}`.execute(tx);
      if (rows.length === 0) return "nothing";
      const known = rows.map(({ number, command }) => ({
        number,
        command: commandFromJson(command) as unknown as UnnumberedCommand,
      }));
      const drafts = known.map(({ number, command }) => ({ ...command, producer, number }) as CommandDraft);
      const answers = answeredOf(known, await sender.sendAll(drafts, answerMaxMs));
      if (answers.length === 0) return "later";
      await keep(tx, answers);
      return "sent";
    });
  }

  async function run(): Promise<void> {
    while (isAwake && !isClosed) {
      isAwake = false;
      const done = await step().catch((error: unknown): Step => {
        log.warn({ schema, problem: error instanceof Error ? error.message : "unknown" }, "outbox: step failed");
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
