import { type CandleInterval, candleMs, type MarketEntry } from "@tidemark/contracts";
import { contractsOf, type State } from "@tidemark/engine";
import type pg from "pg";
import { type Answer, answered } from "../../questions/refuse.ts";
import { bucketSql, rangeEnd } from "./candles.ts";
import { Columns } from "../columns.ts";
import { fixed } from "../decimals.ts";
import type { Measures } from "../measures.ts";
import type { Queries } from "../history/query-share.ts";

const sampleMs = 5 * 60_000;

/** When the last sample was taken: once in five minutes, after the first batch. */
export class OpenInterestClock {
  #sampled = 0;

  static async load(client: Pick<pg.ClientBase, "query">): Promise<OpenInterestClock> {
    const clock = new OpenInterestClock();
    const { rows } = await client.query<{ last: string | null }>("select max(at) as last from history.open_interest");
    clock.#sampled = Number(rows[0]!.last ?? 0);
    return clock;
  }

  /** The time of the sample that a batch at `at` begins; undefined where it has been taken. */
  begin(at: number): number | undefined {
    const due = at - (at % sampleMs);
    if (due <= this.#sampled) return undefined;
    this.#sampled = due;
    return due;
  }
}

/** Open interest of all contracts, as samples of a run of batches. */
export class OpenInterestBatch {
  readonly rows = new Columns({ market: "int", at: "bigint", qty: "bigint", mark: "bigint" });

  sample(state: State, measures: Measures, at: number): void {
    for (const { market, openInterest, mark } of contractsOf(state)) {
      const measure = measures.of(market);
      this.rows.add({ market, at, qty: measure.inLots(openInterest), mark: measure.inTicks(mark) });
    }
  }
}

export type OpenInterestAsk = {
  readonly interval: CandleInterval;
  readonly before?: number;
  readonly limit: number;
};

/** The last sample of each interval, oldest first. */
export async function openInterest(pool: Queries, market: MarketEntry, ask: OpenInterestAsk): Promise<Answer> {
  const { rows } = await pool.query<Record<"at" | "qty" | "mark", string>>(
    `select distinct on (start) start as at, qty, mark
     from (
       select *, ${bucketSql(ask.interval)} as start from history.open_interest
       where market = $1 and at < $2 order by at desc limit $3
     ) as samples order by start desc, at desc limit $4`,
    [market.id, rangeEnd(ask.interval, ask.before), ask.limit * (candleMs[ask.interval] / sampleMs), ask.limit],
  );
  const shown = rows.reverse().map(({ at, qty, mark }) => ({
    at: Number(at),
    openInterest: fixed(BigInt(qty), market.lotSize),
    mark: mark === "0" ? "" : fixed(BigInt(mark), market.tickSize),
  }));
  return answered({ rows: shown });
}
