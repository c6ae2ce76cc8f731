import { producers } from "@tidemark/contracts/journal";
import { openDatabase } from "@tidemark/kit-node";
import { throwAwayDatabase } from "@tidemark/kit-testing";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migratePlatform } from "../migrate.ts";
import { openOperatorRegister } from "./register.ts";

let database: Awaited<ReturnType<typeof throwAwayDatabase>>;
let owner: ReturnType<typeof openDatabase>;
let register: ReturnType<typeof openOperatorRegister>;

beforeAll(async () => {
  database = await throwAwayDatabase();
  await migratePlatform(database.url);
  owner = openDatabase(database.url, 1);
  register = openOperatorRegister(database.url);
});
afterAll(async () => {
  await register?.close();
  await owner?.close();
  await database?.drop();
});

/** A proposal and its command, as the platform writes them; answered ones are done. */
async function add(number: number, command: object, isAnswered: boolean, isSimulated = false): Promise<void> {
  const [exchange, outbox] = isSimulated ? ["SIMULATED", "simulated_outbox"] : ["REAL", "outbox"];
  const [state, code, answeredAt] = isAnswered ? ["DONE", 200, 5] : ["SENT", null, null];
  const text = JSON.stringify(command);
  await sql`
    insert into operator.proposals
      (id, exchange, call, role, ask, command, reason, by_uid, device_id, made_at, until, needed, state, number, code, answered_at)
    values (gen_random_uuid(), ${exchange}, ${`call${number}`}, 'risk', '{}', ${text}::jsonb, 'test', 7, 'd', 1, 2, 1, ${state}, ${number},
      ${code}::int, ${answeredAt}::bigint)`.execute(owner.db);
  await sql`
    insert into ${sql.table(`operator.${outbox}`)} (number, command, made_at, answered_at, code)
    values (${number}, ${text}::jsonb, 1, ${answeredAt}::bigint, ${code}::int)`.execute(owner.db);
}

test("M7: proposals keep their commands when the operators' outbox is numbered anew, the lift of its own producer first", async () => {
  const lift = { type: "lift_producer", stopped: producers.operator, next: 4 };
  await add(1, { type: "set_kyc_level", uid: 1 }, true);
  await add(2, { type: "set_kyc_level", uid: 2 }, false);
  await add(3, { type: "set_kyc_level", uid: 3 }, false);
  await add(4, lift, false);
  await sql`update operator.outbox_counter set last_number = 4`.execute(owner.db);
  const order = { schema: "operator", next: 4, reason: "restored", origin: "test" };
  await expect(register.renumber({ ...order, isCompared: false })).rejects.toThrow("waits with 2 numbers below 4");
  expect(await register.renumber({ ...order, isCompared: true })).toBe(3);
  const { rows } = await sql<{ call: string; number: number; isSame: boolean }>`
    select p.call, p.number::float8 as number, p.command = o.command as "isSame"
    from operator.proposals p join operator.outbox o on o.number = p.number
    where p.exchange = 'REAL' order by p.number`.execute(owner.db);
  expect(rows).toEqual([
    { call: "call1", number: 1, isSame: true },
    { call: "call4", number: 4, isSame: true },
    { call: "call2", number: 5, isSame: true },
    { call: "call3", number: 6, isSame: true },
  ]);
  const counter = await sql<{ last: number }>`
    select last_number::float8 as last from operator.outbox_counter`.execute(owner.db);
  expect(counter.rows).toEqual([{ last: 6 }]);
  const { lines, brokenAt } = await register.audit();
  expect(brokenAt).toBeUndefined();
  expect(lines.at(-1)).toMatchObject({ action: "renumbered", subject: "operator", before: [4, 2, 3] });
});

test("numbers of the simulated exchange's proposals are its own: renumbering one exchange leaves the other as it is", async () => {
  await add(1, { type: "set_kyc_level", uid: 8 }, true, true);
  await add(2, { type: "set_kyc_level", uid: 9 }, false, true);
  await sql`update operator.simulated_outbox_counter set last_number = 2`.execute(owner.db);
  const order = { reason: "restored", origin: "test", isCompared: true };
  expect(await register.renumber({ ...order, schema: "operator.simulated", next: 5 })).toBe(1);
  const numbersOf = async (exchange: string): Promise<number[]> => {
    const { rows } = await sql<{ number: number }>`
      select number::float8 as number from operator.proposals where exchange = ${exchange} order by number`.execute(
      owner.db,
    );
    return rows.map(({ number }) => number);
  };
  expect([await numbersOf("SIMULATED"), await numbersOf("REAL")]).toEqual([
    [1, 5],
    [1, 4, 5, 6],
  ]);
  const { lines } = await register.audit();
  expect(lines.at(-1)).toMatchObject({ action: "renumbered", subject: "operator.simulated", before: [2] });
});
