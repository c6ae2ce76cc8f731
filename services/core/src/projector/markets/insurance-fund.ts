import { entryCauses, liquidationKinds, systemAccounts } from "@tidemark/contracts";
import { type Answer, answered } from "../../questions/refuse.ts";
import { type HistoryContext, type HistoryAsk, listPage } from "../history/page.ts";

/** System accounts stand behind the users' buckets in the same numbers. */
const insuranceBucket = 16 + systemAccounts.indexOf("insurance");
const isFund = `uid = 0 and bucket = ${insuranceBucket}`;
const dayMs = 86_400_000;
const lossesShown = 5;

type Texts<K extends string> = Readonly<Record<K, string>>;
type FundColumns = Texts<"batch_seq" | "delta" | "balance" | "at"> & {
  readonly product: number;
  readonly asset: number;
  readonly cause: number;
};
type FundAsk = HistoryAsk & { product?: number; asset?: string };

/** Every line of the funds. */
export async function insuranceFund(context: HistoryContext, ask: FundAsk): Promise<Answer> {
  const { instruments } = context;
  const asset = ask.asset === undefined ? null : (instruments.asset(ask.asset)?.id ?? -1);
  const paged = {
    table: "ledger_lines",
    place: ["batch_seq", "line"],
    where: `${isFund} and ($1::smallint is null or product = $1) and ($2::int is null or asset = $2)`,
    values: [ask.product ?? null, asset],
  };
  const wordsOf = (row: FundColumns) => ({
    seq: Number(row.batch_seq),
    product: row.product,
    asset: instruments.assetOf(row.asset)?.asset ?? "",
    cause: entryCauses[row.cause]!,
    delta: instruments.amount(row.asset, BigInt(row.delta)),
    balance: instruments.amount(row.asset, BigInt(row.balance)),
    at: Number(row.at),
  });
  return listPage(context, ask, paged, wordsOf);
}

const codes = (...causes: readonly (typeof entryCauses)[number][]): string =>
  causes.map((cause) => entryCauses.indexOf(cause)).join(", ");
const funding = codes("FUNDING");
const added = codes("FUND_SEED", "SWEEP", "HOUSE");
const isLiquidation = `cause not in (${funding}, ${added})`;

type DayColumns = Texts<"day" | "gained" | "covered" | "funding" | "added" | "change" | "balance">;
type DaysAsk = { readonly product: number; readonly asset: string; readonly days: number };

/** The fund by days of UTC. What is not funding or the company's money comes of positions that were closed for their owners. */
export async function insuranceFundDays(context: HistoryContext, ask: DaysAsk): Promise<Answer> {
  const { machine, instruments } = context;
  const asset = instruments.asset(ask.asset)?.id ?? -1;
  const { now } = machine.state;
  const since = now - (now % dayMs) - (ask.days - 1) * dayMs;
  const of = [ask.product, asset, since] as const;
  const [days, deleveraged, losses, balance] = await Promise.all([
    readDays(context, of),
    readDeleveragings(context, of),
    readLosses(context, of),
    readBalance(context, ask.product, asset),
  ]);
  const amount = (units: string): string => instruments.amount(asset, BigInt(units));
  return answered({
    balance: amount(balance),
    rows: days.map((row) => ({
      at: Number(row.day),
      gained: amount(row.gained),
      covered: amount(row.covered),
      funding: amount(row.funding),
      added: amount(row.added),
      change: amount(row.change),
      balance: amount(row.balance),
      deleveragings: deleveraged.get(row.day) ?? 0,
    })),
    losses,
  });
}

type FundRange = readonly [product: number, asset: number, since: number];
const dayOf = `at - at % ${dayMs}`;

async function readDays({ pool }: HistoryContext, of: FundRange): Promise<DayColumns[]> {
  const sum = (name: string, where: string): string =>
    `coalesce(sum(delta) filter (where ${where}), 0)::text as ${name}`;
  const { rows } = await pool.query<DayColumns>(
    `select ${dayOf} as day, ${sum("gained", `${isLiquidation} and delta > 0`)},
       ${sum("covered", `${isLiquidation} and delta < 0`)}, ${sum("funding", `cause in (${funding})`)},
       ${sum("added", `cause in (${added})`)}, sum(delta)::text as change,
       (array_agg(balance order by batch_seq desc, line desc))[1] as balance
     from history.ledger_lines where ${isFund} and product = $1 and asset = $2 and at >= $3
     group by day order by day desc`,
    [...of],
  );
  return rows;
}

/** Batches have their times in order, so the index by time finds the last line as well. */
async function readBalance({ pool }: HistoryContext, product: number, asset: number): Promise<string> {
  const { rows } = await pool.query<{ balance: string }>(
    `select balance from history.ledger_lines where ${isFund} and product = $1 and asset = $2
     order by at desc, batch_seq desc, line desc limit 1`,
    [product, asset],
  );
  return rows[0]?.balance ?? "0";
}

/** How often profits of the other side had to pay, by day: positions of one batch count once. */
async function readDeleveragings(
  context: HistoryContext,
  [product, asset, since]: FundRange,
): Promise<Map<string, number>> {
  const { rows } = await context.pool.query<{ day: string; market: number; count: string }>(
    `select ${dayOf} as day, market, count(distinct batch_seq) as count from history.liquidations
     where kind = ${liquidationKinds.indexOf("DELEVERAGED")} and asset = $1 and at >= $2 group by day, market`,
    [asset, since],
  );
  const counts = new Map<string, number>();
  for (const { day, market, count } of rows) {
    if (context.instruments.marketOf(market)?.product !== product) continue;
    counts.set(day, (counts.get(day) ?? 0) + Number(count));
  }
  return counts;
}

async function readLosses({ pool, instruments }: HistoryContext, of: FundRange): Promise<object[]> {
  const { rows } = await pool.query<Texts<"delta" | "at"> & { cause: number; market: number | null }>(
    // What a fill refers to is its trade, what the engine does by itself its market.
    `select delta, at, cause, case
       when cause in (${codes("NETTING", "ADL", "SETTLEMENT", "PAIR_LIQUIDATION")}) then ref::int
       when cause = ${codes("FILL")} then (select market from history.fills where trade_id = ref and role = 0)
     end as market
     from history.ledger_lines
     where ${isFund} and product = $1 and asset = $2 and at >= $3 and delta < 0 and ${isLiquidation}
     order by delta limit ${lossesShown}`,
    [...of],
  );
  return rows.map(({ delta, at, cause, market }) => ({
    at: Number(at),
    cause: entryCauses[cause]!,
    symbol: instruments.marketOf(market ?? 0)?.symbol ?? "",
    paid: instruments.amount(of[1], -BigInt(delta)),
  }));
}
