import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { engineMaker, Projector } from "@tidemark/core";
import { feedEvents, journalEvents } from "@tidemark/contracts/journal";
import { connectBus, ensureDatabase, enqueueCommands, feedCursorTable, openDatabase } from "@tidemark/kit-node";
import { sql } from "kysely";
import { noSnapshots, type Sender, server, signerOf, withCore } from "../journal/core.ts";
import { bytesOf, prices, resting } from "../journal/workload.ts";
import { type Figure, isShort } from "../measure.ts";
import type { SpawnerAsk } from "./spawner.ts";

const natsUrl = "nats://127.0.0.1:4222";
const kills = isShort ? 5 : 50;
const outboxKills = isShort ? 3 : 20;
const commandsPerSecond = 2_000;
const loadSeconds = isShort ? 5 : 40;
const fillsToRead = isShort ? 50_000 : 1_000_000;
const fillsPerPart = 500;
const outboxCommands = isShort ? 10_000 : 60_000;
/** Parts that were made for reading alone stand far behind everything that happened. */
const madeFrom = 1_000_000_000;
const waitMaxMs = 120_000;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const run = async (db: Db, text: string): Promise<void> => void (await sql.raw(text).execute(db));
type Db = ReturnType<typeof openDatabase>["db"];

const count = async (db: Db, text: string): Promise<number> =>
  Number(((await sql.raw(text).execute(db)).rows[0] as { count: string }).count);

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  for (const giveUpAt = Date.now() + waitMaxMs; !(await isTrue()); await sleep(100))
    if (Date.now() > giveUpAt) throw new Error(`gave up waiting: ${what}`);
}

/** The processes of the modules. */
class Children {
  readonly #url: string;
  readonly #spawner = fork(fileURLToPath(new URL("./spawner.ts", import.meta.url)));
  readonly #living = new Set<number>();
  readonly #endings = new Map<number, () => void>();
  #last = 0;

  constructor(url: string) {
    this.#url = url;
    this.#spawner.on("message", (said) => {
      const { ended } = said as { ended: number };
      this.#living.delete(ended);
      this.#endings.get(ended)?.();
    });
  }

  start(role: "fills" | "outbox", schema: string): number {
    const id = (this.#last += 1);
    const script = fileURLToPath(new URL("./consumer.ts", import.meta.url));
    this.#ask({ do: "start", id, args: [script, role, this.#url, "goal", schema, natsUrl] });
    this.#living.add(id);
    return id;
  }

  stop(id: number): void {
    this.#ask({ do: "signal", id, signal: "SIGSTOP" });
  }

  async kill(id: number): Promise<void> {
    if (!this.#living.has(id)) return;
    const ended = new Promise<void>((resolve) => this.#endings.set(id, resolve));
    this.#ask({ do: "signal", id, signal: "SIGKILL" });
    await ended;
  }

  async killAll(): Promise<void> {
    for (const id of this.#living) await this.kill(id);
  }

  close(): void {
    this.#spawner.disconnect();
  }

  #ask(ask: SpawnerAsk): void {
    this.#spawner.send(ask);
  }
}

/** Kills a child and starts the next, so many times; each lives from some milliseconds to about a second. */
async function killAndStart(
  children: Children,
  times: number,
  role: "fills" | "outbox",
  schema: string,
): Promise<void> {
  let child = children.start(role, schema);
  for (let i = 0; i < times; i += 1) {
    // Starting a process takes some hundred milliseconds of it: some are killed before their first page, most in their work.
    await sleep(300 + ((i * 137) % 700));
    await children.kill(child);
    child = children.start(role, schema);
  }
}

async function load(sender: Sender, seconds: number): Promise<void> {
  const all = bytesOf(resting + commandsPerSecond * seconds);
  // The first orders rest and fill the book.
  sender.send("oracle", prices());
  for (let from = 0; from < resting; from += 500) sender.send("user", all.slice(from, from + 500));
  await sender.settled();
  const commands = all.slice(resting);
  const perTick = commandsPerSecond / 20;
  const startedAt = performance.now();
  for (let from = 0; from < commands.length; from += perTick) {
    if (from % commandsPerSecond === 0) sender.send("oracle", prices());
    sender.send("user", commands.slice(from, from + perTick));
    const dueAt = startedAt + ((from + perTick) / commandsPerSecond) * 1_000;
    await sleep(Math.max(0, dueAt - performance.now()));
  }
  await sender.settled();
}

const makeConsumer = async (db: Db, schema: string): Promise<void> => {
  await run(db, `create schema ${schema}`);
  await run(db, feedCursorTable(schema));
  await run(db, `create table ${schema}.fills (trade bigint not null)`);
};

/** Every fill once, over kills, while another consumer stands still. */
async function exactlyOnce(db: Db, sender: Sender, children: Children): Promise<Figure[]> {
  await makeConsumer(db, "killed");
  await makeConsumer(db, "stopped");
  const stopped = children.start("fills", "stopped");
  await until(
    "the second consumer to begin",
    async () => (await count(db, "select count(*) from stopped.feed_cursor")) > 0,
  );
  children.stop(stopped);
  await Promise.all([load(sender, loadSeconds), killAndStart(children, kills, "fills", "killed")]);
  const idleAt = performance.now();
  // All trades are those of the whole journal, which the history may not have reached when the last command is answered.
  const last = await count(db, "select max(batch_seq) as count from journal.journal");
  await until("the history", async () => (await count(db, "select seq as count from history.cursor")) >= last);
  const trades = (): Promise<number> => count(db, "select count(*) from history.trades");
  const wanted = async (): Promise<boolean> =>
    (await count(db, "select count(*) from killed.fills")) >= (await trades()) && (await trades()) > 0;
  await until("the consumer to catch up", wanted);
  const lagMs = performance.now() - idleAt;
  const rows = await count(db, "select count(*) from killed.fills");
  const distinct = await count(db, "select count(distinct trade) from killed.fills");
  const total = await trades();
  await children.killAll();
  process.stdout.write(
    `  ${total} fills, ${kills} kills: ${rows} rows, ${distinct} distinct, behind by ${lagMs.toFixed(0)} ms\n`,
  );
  return [
    { name: "connections.fills_missed", figure: total - distinct, goal: 0, floor: 0, better: "less" },
    { name: "connections.fills_doubled", figure: rows - distinct, goal: 0, floor: 0, better: "less" },
    { name: "connections.lag_beside_a_stopped_consumer_ms", figure: lagMs, goal: 5_000, floor: 20_000, better: "less" },
  ];
}

/** Parts of the feed as a projector writes them, so that reading alone is measured. */
async function makeParts(db: Db): Promise<void> {
  const { code, fields } = journalEvents.order_filled;
  if (!feedEvents.includes("order_filled")) throw new Error("fills are not in the feed");
  for (let from = 0; from < fillsToRead; from += fillsPerPart) {
    const numbers = new Float64Array(fillsPerPart * (fields.length + 1));
    for (let i = 0; i < fillsPerPart; i += 1) {
      const at = i * (fields.length + 1);
      numbers[at] = code;
      numbers[at + 1 + fields.indexOf("tradeId")] = madeFrom + from + i;
    }
    await sql`insert into history.feed (seq, part, at, events)
      values (${madeFrom + from}, 0, 0, ${Buffer.from(numbers.buffer)})`.execute(db);
  }
}

async function fromEmptyCursor(db: Db, children: Children): Promise<Figure[]> {
  await makeConsumer(db, "newcomer");
  await makeParts(db);
  await run(db, `insert into newcomer.feed_cursor values ('goal', ${madeFrom - 1}, 0)`);
  const child = children.start("fills", "newcomer");
  await until("the first page", async () => (await count(db, "select count(*) from newcomer.fills")) > 0);
  const [atStart, startedAt] = [await count(db, "select count(*) from newcomer.fills"), performance.now()];
  await until("all pages", async () => (await count(db, "select count(*) from newcomer.fills")) >= fillsToRead);
  const perSecond = ((fillsToRead - atStart) * 1_000) / (performance.now() - startedAt);
  await children.kill(child);
  const figure = { name: "connections.events_per_second", figure: perSecond, goal: 20_000, floor: 10_000 };
  return [{ ...figure, better: "more" }];
}

async function outbox(db: Db, children: Children): Promise<Figure[]> {
  for (const text of [
    "create schema payer",
    `create table payer.outbox (number bigint primary key, command jsonb not null, made_at bigint not null, answered_at bigint, code int)`,
    "create index on payer.outbox (number) where answered_at is null",
    "create table payer.outbox_counter (last_number bigint not null)",
    "insert into payer.outbox_counter values (0)",
    "create table payer.answers (number bigint not null, code int not null)",
  ])
    await run(db, text);
  const fill = (commands: number): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const levels = Array.from(
        { length: commands },
        (_, i) => ({ type: "set_kyc_level", uid: (i % 900) + 1, level: i % 3 }) as const,
      );
      for (let from = 0; from < commands; from += 5_000)
        await enqueueCommands(tx as never, "payer", levels.slice(from, from + 5_000), Date.now());
    });
  const answers = (): Promise<number> => count(db, "select count(*) from payer.answers");
  await fill(outboxCommands);
  const child = children.start("outbox", "payer");
  await until("the first answers", async () => (await answers()) > 0);
  const [atStart, startedAt] = [await answers(), performance.now()];
  await until("all answers", async () => (await answers()) >= outboxCommands);
  const perSecond = ((outboxCommands - atStart) * 1_000) / (performance.now() - startedAt);
  await children.kill(child);
  await fill(outboxCommands);
  await killAndStart(children, outboxKills, "outbox", "payer");
  await until("all answers after the kills", async () => (await answers()) >= outboxCommands * 2);
  const [rows, distinct] = [await answers(), await count(db, "select count(distinct number) from payer.answers")];
  const refused = await count(db, "select count(*) from payer.answers where code <> 200");
  await children.killAll();
  process.stdout.write(
    `  ${outboxKills} kills: ${rows} answers of ${outboxCommands * 2} commands, ${distinct} distinct, ${refused} refused\n`,
  );
  return [
    { name: "connections.commands_per_second", figure: perSecond, goal: 5_000, floor: 2_500, better: "more" },
    {
      name: "connections.commands_not_once",
      figure: Math.abs(rows - distinct) + outboxCommands * 2 - distinct,
      goal: 0,
      floor: 0,
      better: "less",
    },
  ];
}

/** Modules act on every event once, and are as fast as what they must follow. */
export async function connectionsGoals(): Promise<Figure[]> {
  const name = `goal_${randomUUID().slice(0, 8)}`;
  const url = `${server}/${name}`;
  await ensureDatabase(url);
  const bus = await connectBus(natsUrl, "goal");
  const database = openDatabase(url, 4);
  const children = new Children(url);
  try {
    return await withCore(
      name,
      async (sender, deps) => {
        const ofProjector = { ...deps, node: "projector", signer: signerOf("projector") };
        const projector = new Projector(ofProjector, noSnapshots, url, engineMaker, () => undefined);
        projector.start();
        try {
          return [
            ...(await exactlyOnce(database.db, sender, children)),
            ...(await fromEmptyCursor(database.db, children)),
            ...(await outbox(database.db, children)),
          ];
        } finally {
          await children.killAll();
          await projector.stop();
        }
      },
      { bus },
    );
  } finally {
    children.close();
    await database.close();
    await bus.close();
    const owner = openDatabase(`${server}/postgres`, 1);
    await run(owner.db, `drop database if exists ${name} with (force)`);
    await owner.close();
  }
}
