import { instrumentsOf } from "@tidemark/contracts";
import { throwAwayDatabase } from "@tidemark/kit-testing";
import { perp, PerpWorld } from "@tidemark/engine/sim";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrateCore } from "../../journal/migrate.ts";
import { instrumentListOf } from "../../questions/instruments.ts";
import { fillsWhere } from "./filters.ts";
import type { HistoryContext } from "./page.ts";
import { pnl } from "./pnl.ts";
import { valueDays } from "./values.ts";
import { insuranceFundDays } from "../markets/insurance-fund.ts";

let database: Awaited<ReturnType<typeof throwAwayDatabase>>;
let client: pg.Client;
const { state } = new PerpWorld();
const { now } = state;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const instruments = instrumentsOf(instrumentListOf(state));
const usdt = instruments.asset("USDT")!.id;

/** Rows of a year, of many users, so that the planner sees why an index is there. */
const rows = 20_000;
const at = `${now} - i::bigint * 1600000`;
const filling = [
  `insert into history.fills (trade_id, role, order_id, uid, market, side, price, qty, fee, at)
   select i, 0, i, 1 + i % 50, ${perp.btcUsdt}, 0, 1, 1, 1, ${at} from generate_series(1, ${rows}) as i`,
  `insert into history.ledger_lines
   select i, 0, 1 + i % 50, 0, 4, ${usdt}, 3, 4, i, 1, 1, ${at} from generate_series(1, ${rows}) as i`,
  `insert into history.ledger_lines
   select i, 1, 0, 0, 3 + i / 10 % 2, ${usdt} + i % 10, 19, 4, i, 1, 1, ${at} from generate_series(1, ${rows}) as i`,
  `insert into history.liquidations (batch_seq, line, kind, uid, market, pos_side, asset, at)
   select i, 0, i % 6, 1 + i % 50, ${perp.btcUsdt}, 1, ${usdt}, ${at} from generate_series(1, ${rows}) as i`,
  `insert into history.candles
   select 1 + i % 5, i % 3, 1, ${now} - i::bigint * 60000, 1, 1, 1, 1, 0, 0 from generate_series(1, ${rows}) as i`,
  "analyze",
];

beforeAll(async () => {
  database = await throwAwayDatabase();
  await migrateCore(database.url);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  for (const sql of filling) await client.query(sql);
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

const explained = async (text: string, values: unknown[]): Promise<string> => {
  const { rows: lines } = await client.query<Record<string, string>>(`explain ${text}`, values);
  return lines.map((line) => Object.values(line).join("")).join("\n");
};

/** How the database would find the rows of each query that an answer makes. */
async function plansOf(answer: (context: HistoryContext) => Promise<unknown>): Promise<string> {
  const queries: [string, unknown[]][] = [];
  const query = async (...given: [string, unknown[]]) => {
    queries.push(given);
    return { rows: [] };
  };
  await answer({ machine: { state }, instruments, uid: 7, pool: { query } } as never);
  let plans = "";
  for (const [text, values] of queries) plans += `${await explained(text, values)}\n\n`;
  return plans;
}

test("the days of a fund are read by indexes, whatever else the ledger has", async () => {
  const plans = await plansOf((context) => insuranceFundDays(context, { product: 4, asset: "USDT", days: 30 }));
  expect(plans.match(/ledger_lines_of_one_fund/g)).toHaveLength(3);
  expect(plans).toContain("liquidations_deleveraged");
  expect(plans).not.toMatch(/Seq Scan on (ledger_lines|liquidations)/);
});

test("the PnL of a month is read by the index of what was realised", async () => {
  const ask = { product: 4, asset: "USDT", from: dayOf(now - 20 * 86_400_000), to: dayOf(now), timeZone: "UTC" };
  const plans = await plansOf((context) => pnl(context, ask));
  expect(plans).toContain("ledger_lines_realised");
  expect(plans).not.toMatch(/Seq Scan on (ledger_lines|fills)/);
});

test("the value of a month is read by the account's own lines, and prices by their minutes", async () => {
  const ask = { valuationAsset: "BTC", from: dayOf(now - 20 * 86_400_000), to: dayOf(now), timeZone: "UTC" } as const;
  const plans = await plansOf((context) => valueDays(context, ask));
  expect(plans).toContain("ledger_lines_of_user");
  expect(plans.match(/candles_pkey/g)).toHaveLength(2);
  expect(plans).not.toMatch(/Seq Scan on (ledger_lines|candles)/);
});

test("the fills of an order are found by the order", async () => {
  const { text, values } = fillsWhere({ machine: { state }, instruments, uid: 7 } as never, { orderId: "12" });
  expect(await explained(`select * from history.fills where ${text}`, values)).toContain("fills_of_order");
});
