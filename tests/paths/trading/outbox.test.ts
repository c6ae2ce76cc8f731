import {
  type CommandSender,
  commandSender,
  createLog,
  enqueueCommands,
  openDatabase,
  openOutbox,
  type Outbox,
  renumberOutbox,
  sealsOf,
  systemTime,
} from "@tidemark/kit-node";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openingOf, usdt } from "../../../services/core/sim/opening.ts";
import { SystemCore, until } from "../../../services/core/src/testing/system-core.ts";

const seals = sealsOf("", "development");
const producer = 39;
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
  const { coreKeys } = core;
  sender = commandSender({ bus: core.bus, core: core.name, by: "platform", seal, coreKeys, time: systemTime });
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
  const [seal, { coreKeys }] = [seals.of("platform")!, core];
  const late = commandSender({ bus: core.bus, core: core.name, by: "platform", seal, coreKeys, time });
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

test("M7: a producer whose database was set back is stopped, lifted by an operator, and continues with the core's number", async () => {
  const db = database.db;
  const levelOf = (uid: number) => ({ type: "set_kyc_level", uid, level: 3 }) as const;
  const add = (uid: number): Promise<readonly number[]> =>
    db.transaction().execute((tx) => enqueueCommands(tx as never, "payer", [levelOf(uid)], 1));
  const lines: { code?: number; expected?: number }[] = [];
  const watched = { ...log, error: (facts: object) => lines.push(facts) } as unknown as typeof log;
  const deps = { db, schema: "payer", producer, sender, time: systemTime, log: watched };
  const isAnswered = async (): Promise<boolean> => {
    const { rows } = await sql`select 1 from payer.outbox where answered_at is null`.execute(db);
    return rows.length === 0;
  };
  const last = async (): Promise<number> =>
    (await sql<{ last: number }>`select last_number::float8 as last from payer.outbox_counter`.execute(db)).rows[0]!
      .last;
  const first = openOutbox(deps);
  for (const uid of [21, 22, 23]) await add(uid);
  first.wake();
  await until(isAnswered);
  await first.close();
  const taken = await last();
  // The restore: the last two commands are gone, and others take their numbers.
  await sql`delete from payer.outbox where number > ${taken - 2}`.execute(db);
  await sql`update payer.outbox_counter set last_number = ${taken - 2}`.execute(db);
  for (const uid of [31, 32, 33]) await add(uid);
  const outbox = openOutbox(deps);
  await until(() => lines.some(({ code }) => code === 50_006));
  const expected = lines.find(({ code }) => code === 50_006)!.expected!;
  expect([expected, await isAnswered()]).toEqual([taken + 1, false]);
  await outbox.close();
  const renumbered = (isCompared: boolean, next = expected) =>
    db.transaction().execute((tx) => renumberOutbox(tx as never, { schema: "payer", producer, next, isCompared }));
  // Commands were carried out under two of the waiting numbers: somebody has to compare them.
  await expect(renumbered(false)).rejects.toThrow(`below ${expected}`);
  await expect(renumbered(true, 2)).rejects.toThrow("cannot expect 2");
  const numbers = await renumbered(true);
  expect(numbers.map(({ to }) => to)).toEqual([taken + 1, taken + 2, taken + 3]);
  const lift = { type: "lift_producer", producer: 40, stopped: producer } as const;
  const codes = await core.command(
    "operator",
    { ...lift, number: 1, next: expected - 1 },
    { ...lift, number: 2, next: expected },
  );
  expect(codes.map(({ code }) => code)).toEqual([50_007, 200]);
  const again = openOutbox(deps);
  await until(isAnswered);
  await again.close();
  const { rows } = await sql<{ code: number }>`
    select code from payer.outbox where number > ${taken} order by number`.execute(db);
  expect(rows).toEqual([{ code: 200 }, { code: 200 }, { code: 200 }]);
  // Another class is refused, and has neither used the number up nor stopped anybody.
  const foreign = { type: "credit_treasury", producer, number: taken, asset: usdt, amount: 1n } as const;
  expect((await core.command("wallet", foreign)).map(({ code }) => code)).toEqual([50_010]);
  await add(34);
  const end = openOutbox(deps);
  await until(isAnswered);
  await end.close();
});
