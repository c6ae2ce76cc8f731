import {
  type CommandSender,
  commandSender,
  createLog,
  enqueueCommands,
  openDatabase,
  openOutbox,
  type Outbox,
  sealsOf,
  systemTime,
} from "@tidemark/kit-node";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openingOf, usdt } from "../../services/core/sim/opening.ts";
import { SystemCore, until } from "../../services/core/src/testing/system-core.ts";

const seals = sealsOf("", "development");
const producer = 9;
let core: SystemCore;
let database: ReturnType<typeof openDatabase>;
let sender: CommandSender;
const log = createLog("test");
log.level = "silent";

beforeAll(async () => {
  core = await SystemCore.start();
  await core.done("operator", ...openingOf(1));
  database = openDatabase(core.databaseUrl, 4);
  const seal = seals.of("platform")!;
  const coreSeal = seals.of("core")!;
  sender = commandSender({ bus: core.bus, core: core.name, by: "platform", seal, coreSeal, time: systemTime });
  for (const text of [
    "create schema payer",
    `create table payer.outbox (number bigint primary key, command jsonb not null, made_at bigint not null,
      answered_at bigint, code int)`,
    "create table payer.outbox_counter (last_number bigint not null)",
    "insert into payer.outbox_counter values (0)",
    "create table payer.answers (number bigint not null, code int not null, type text not null)",
  ])
    await sql.raw(text).execute(database.db);
});
afterAll(async () => {
  sender?.close();
  await database?.close();
  await core?.stop();
});

const open = (): Outbox =>
  openOutbox({
    db: database.db,
    schema: "payer",
    producer,
    sender,
    time: systemTime,
    log,
    async answered(tx, answers) {
      await sql`
        insert into payer.answers select * from unnest(${answers.map(({ number }) => number)}::bigint[],
          ${answers.map(({ result }) => result.code)}::int[], ${answers.map(({ command }) => command.type)}::text[])`.execute(
        tx,
      );
    },
  });

const answered = async (): Promise<{ rows: number; numbers: number }> => {
  const { rows } = await sql<{ rows: number; numbers: number }>`
    select count(*)::int as rows, count(distinct number)::int as numbers from payer.answers`.execute(database.db);
  return rows[0]!;
};

test("commands of the outbox are carried out once, in order, over many openings; refusals are handed back", async () => {
  const levels = Array.from(
    { length: 3_000 },
    (_, uid) => ({ type: "set_kyc_level", uid: uid + 1, level: 1 }) as const,
  );
  await database.db.transaction().execute(async (tx) => {
    await enqueueCommands(tx as never, "payer", levels, 1);
    // Money of a pool that holds none: refused, with money above 2^53 on its way there and back.
    const payment = { type: "pay_earn", uid: 1, asset: usdt, amount: 9_007_199_254_740_993n, day: 20_408 } as const;
    await enqueueCommands(tx as never, "payer", [payment], 1);
  });
  for (let i = 0; i < 5; i += 1) {
    const outbox = open();
    await until(async () => (await answered()).rows > i * 300);
    await outbox.close();
  }
  const last = open();
  await until(async () => (await answered()).rows >= 3_001, 30_000);
  await last.close();
  expect(await answered()).toEqual({ rows: 3_001, numbers: 3_001 });
  const { rows } = await sql`select number::int as number, code, type from payer.answers where code <> 200`.execute(
    database.db,
  );
  expect(rows).toEqual([{ number: 3_001, code: 23004, type: "pay_earn" }]);
}, 60_000);

test("what the core's intake refuses is sent again: a clock that was wrong costs time and no command", async () => {
  let skewMs = 60_000;
  const time = { ...systemTime, now: () => systemTime.now() - skewMs };
  const [seal, coreSeal] = [seals.of("platform")!, seals.of("core")!];
  const late = commandSender({ bus: core.bus, core: core.name, by: "platform", seal, coreSeal, time });
  const before = await answered();
  const lines: unknown[] = [];
  const watched = { ...log, error: (facts: object) => lines.push(facts) } as unknown as typeof log;
  const outbox = openOutbox({
    db: database.db,
    schema: "payer",
    producer,
    sender: late,
    time: systemTime,
    log: watched,
    async answered(tx, answers) {
      for (const { number, result, command } of answers)
        await sql`insert into payer.answers values (${number}, ${result.code}, ${command.type})`.execute(tx);
    },
  });
  await database.db.transaction().execute((tx) =>
    enqueueCommands(
      tx as never,
      "payer",
      [1, 2].map((uid) => ({ type: "set_kyc_level", uid, level: 2 })),
      1,
    ),
  );
  outbox.wake();
  await until(() => lines.length > 0);
  expect(await answered()).toEqual(before);
  skewMs = 0;
  await until(async () => (await answered()).rows === before.rows + 2);
  await outbox.close();
  late.close();
  expect((await answered()).numbers).toBe(before.numbers + 2);
});
