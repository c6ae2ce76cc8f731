import { buckets, entryCauses, productIds } from "@tidemark/contracts";
import { accountKeyOf } from "@tidemark/contracts/codec";
import {
  attributableGrantsMax,
  type AttributableProfit,
  type AttributableProfitAsk,
  type CommandClass,
} from "@tidemark/contracts/journal";
import { attributablePnl } from "@tidemark/money";
import { type Answer, answered, refused } from "../questions/refuse.ts";
import type { FillPayersDeps } from "./fill-payers.ts";
import { type AccountLine, closeBuckets, type ConsumedGrant, crossCloses, ofOneGrant } from "./cross-closes.ts";

/** Lines that one answer looks at, and the rest of the last one's batch. */
const linesMax = 20_000;
const product = productIds.futures_usdt;
/** As in `history.grants`. */
const tradingGrant = 0;

/** From the first grant until the last of them was used up or taken back; null while something is left. */
const spanText = `
  select min(g.batch_seq)::float8 as first,
    case when sum(g.remaining) = 0 then
      (select max(c.batch_seq) from history.grant_changes c where c.uid = $1 and c.grant_id = any($2::bigint[])) end::float8 as last
  from history.grants g where g.uid = $1 and g.grant_id = any($2::bigint[]) and g.kind = ${tradingGrant}`;

/** Balances and what was left of the grants before a batch. An account that never had a line is not looked for. */
const startText = `
  select array(select coalesce(
      case when exists (select from history.balances b where b.uid = $1 and b.account = asked.account) then
        (select l.balance from history.ledger_lines l where l.uid = $1 and l.account = asked.account and l.batch_seq < $2
         order by l.batch_seq desc, l.line desc limit 1)
      end, 0)::text from unnest($4::bigint[]) with ordinality as asked(account, place) order by place) as balances,
    (select coalesce(sum(coalesce(
        (select c.remaining from history.grant_changes c where c.uid = $1 and c.grant_id = g.grant_id and c.batch_seq < $2
         order by c.batch_seq desc, c.line desc limit 1), g.amount)), 0)::text
     from history.grants g
     where g.uid = $1 and g.grant_id = any($3::bigint[]) and g.kind = ${tradingGrant} and g.batch_seq < $2) as own`;

const linesText = `
  select l.batch_seq::float8 as seq, l.line, l.bucket, l.cause, l.ref::float8 as ref, l.delta, l.balance, coalesce(f.pnl, 0) as pnl
  from history.ledger_lines l
  left join history.fills f on l.cause = ${entryCauses.indexOf("FILL")} and f.trade_id = l.ref and f.uid = l.uid
  where l.uid = $1 and l.product = ${product} and l.asset = $2 and l.bucket in (${closeBuckets.join(", ")})
    and l.batch_seq >= $3 and ($4::bigint is null or l.batch_seq <= $4)
  order by l.batch_seq fetch first ${linesMax} rows with ties`;

const consumedText = `
  select c.batch_seq::float8 as seq, c.grant_id::float8 as grant, c.amount
  from history.grant_changes c join history.grants g using (grant_id)
  where c.uid = $1 and c.batch_seq between $2 and $3 and g.kind = ${tradingGrant} and c.cause not in (${[...ofOneGrant].join(", ")})
  order by c.batch_seq, c.line`;

type Texts<T> = { readonly [K in keyof T]: T[K] extends bigint ? string : T[K] };
type Start = { readonly balances: readonly [cash: string, bonus: string]; readonly own: string };

const isNumber = (one: unknown): one is number => Number.isSafeInteger(one);
const nothing: AttributableProfit = { sum: "0", closes: 0, next: 0 };

async function pageOf(deps: FillPayersDeps, { uid, grants, from }: AttributableProfitAsk): Promise<AttributableProfit> {
  const { pool, instruments } = deps;
  const asset = instruments.asset("USDT")?.id;
  const span = await pool.query<{ first: number | null; last: number | null }>(spanText, [uid, grants]);
  const { first, last } = span.rows[0]!;
  if (first === null || asset === undefined) return nothing;
  const seq = Math.max(first, from);
  const accounts = (["cash", "bonus"] as const).map((bucket) =>
    accountKeyOf({ product, sub: 0, asset, bucket: buckets.indexOf(bucket) }),
  );
  const start = (await pool.query<Start>(startText, [uid, seq, grants, accounts])).rows[0]!;
  const read = await pool.query<Texts<AccountLine>>(linesText, [uid, asset, seq, last]);
  const lines = read.rows
    .map((row): AccountLine => ({
      ...row,
      delta: BigInt(row.delta),
      balance: BigInt(row.balance),
      pnl: BigInt(row.pnl),
    }))
    .toSorted((a, b) => a.seq - b.seq || a.line - b.line);
  const reached = lines.at(-1)?.seq ?? seq;
  const taken = await pool.query<Texts<ConsumedGrant>>(consumedText, [uid, seq, reached]);
  const consumed = taken.rows.map((row): ConsumedGrant => ({ ...row, amount: BigInt(row.amount) }));
  const [cash, bonus] = start.balances.map(BigInt) as [bigint, bigint];
  let [sum, count] = [0n, 0];
  for (const close of crossCloses({ cash, bonus, own: BigInt(start.own) }, new Set(grants), lines, consumed)) {
    sum += attributablePnl(close);
    count += 1;
  }
  return { sum: String(sum), closes: count, next: lines.length < linesMax ? 0 : reached + 1 };
}

/** What the bonus of some grants made by closes of cross positions, from the ledger's lines. */
export async function attributableProfit(deps: FillPayersDeps, by: CommandClass, asked: unknown): Promise<Answer> {
  // Gateways ask under the users' key: the answer is about everybody.
  if (by !== "platform") return refused("REQUEST_INVALID", { problem: "attributable profit is for the platform" });
  const { uid, grants, from } = (asked ?? {}) as Partial<AttributableProfitAsk>;
  const isFitting = isNumber(uid) && isNumber(from) && Array.isArray(grants) && grants.every(isNumber);
  if (!isFitting || grants.length > attributableGrantsMax)
    return refused("REQUEST_INVALID", { problem: "the ask does not fit" });
  return answered(await pageOf(deps, { uid, grants, from }));
}
