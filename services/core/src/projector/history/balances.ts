import { buckets } from "@tidemark/contracts";
import { accountParts } from "@tidemark/contracts/codec";
import { type Answer, answered, refused } from "../../questions/refuse.ts";
import type { HistoryContext } from "./page.ts";

type BalancesAtAsk = { readonly stateSeq: number; readonly asset: string };
type Columns = { account: string; units: string };

// Back from now over the lines since: publications are at most a day old, an account's lines may be years.
const text = `
  select b.account, (b.units - coalesce(l.since, 0))::text as units from history.balances b
  left join (select account, sum(delta) as since from history.ledger_lines
    where uid = $1 and batch_seq > $2 group by account) l using (account)
  where b.uid = $1 and (b.account / 32) % 1024 = $3 and b.account % 32 < ${buckets.length}`;

/** An account's balances behind a batch; BUSY while the history has not reached it. */
export async function balancesAt({ instruments, pool, uid }: HistoryContext, ask: BalancesAtAsk): Promise<Answer> {
  const { rows: cursor } = await pool.query<{ seq: string }>("select seq from history.cursor");
  if (Number(cursor[0]!.seq) < ask.stateSeq) return refused("BUSY");
  const asset = instruments.asset(ask.asset)?.id ?? -1;
  const { rows } = await pool.query<Columns>(text, [uid, ask.stateSeq, asset]);
  return answered({
    stateSeq: ask.stateSeq,
    rows: rows
      .filter(({ units }) => units !== "0")
      .map(({ account, units }) => {
        const { product, sub, bucket } = accountParts(Number(account));
        return {
          product,
          sub: instruments.marketOf(sub)?.symbol ?? "",
          bucket: buckets[bucket]!,
          amount: instruments.amount(asset, BigInt(units)),
        };
      }),
  });
}
