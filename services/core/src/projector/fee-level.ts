import { type Instruments, type MarketEntry } from "@tidemark/contracts";
import { feeLevelOf, marketsOf, type State } from "@tidemark/engine";
import { parseUnits, printUnits } from "@tidemark/money";
import { type Answer, answered } from "../questions/refuse.ts";
import { feeRateWords } from "../questions/now-rules.ts";
import type { HistoryContext } from "./history-page.ts";

const volumeDays = 30;
const dayMs = 86_400_000;
const one = 100_000_000n;
/** What volumes are counted in: a dollar is a USDT. */
const dollar = "USDT";

type VolumeColumns = { readonly market: number; readonly role: number; readonly qty: string; readonly value: string };

/** What a unit of a quote asset is worth in dollars, in 1e-8, by the index of its own market; 0 where it has none. */
function dollarsOf(state: State, instruments: Instruments, asset: string): bigint {
  if (asset === dollar) return one;
  const market = marketsOf(state).find(({ symbol }) => symbol === `${asset}/${dollar}`);
  return market === undefined || market.index === 0 ? 0n : parseUnits(instruments.price(market.id, market.index))!;
}

/** In 1e-8 dollars. The size of a coin contract is in dollars already. */
function volumeOf(state: State, instruments: Instruments, market: MarketEntry, row: VolumeColumns): bigint {
  if (market.kind === "INVERSE") return BigInt(row.qty);
  return (BigInt(row.value) * dollarsOf(state, instruments, market.quote)) / (one * one);
}

/** The level that the next order pays by, and the volumes that levels are measured by. */
export async function feeLevel({ machine, instruments, pool, uid }: HistoryContext): Promise<Answer> {
  const { state } = machine;
  const since = state.now - volumeDays * dayMs;
  const { rows } = await pool.query<VolumeColumns>(
    `select market, role, sum(qty)::text as qty, sum(price::numeric * qty)::text as value
     from history.fills where uid = $1 and at >= $2 group by market, role`,
    [uid, since],
  );
  const total = (isSpot: boolean, role: number): string => {
    let sum = 0n;
    for (const row of rows) {
      const market = instruments.marketOf(row.market);
      if (market === undefined || (market.kind === "SPOT") !== isSpot || row.role !== role) continue;
      sum += volumeOf(state, instruments, market, row);
    }
    return printUnits(sum);
  };
  const volume = (isSpot: boolean): object => ({ maker: total(isSpot, 0), taker: total(isSpot, 1) });
  const { level, rates } = feeLevelOf(state, uid);
  return answered({ level, rates: feeRateWords(rates), since, spot: volume(true), contracts: volume(false) });
}
