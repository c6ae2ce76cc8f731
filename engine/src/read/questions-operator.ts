import { Contract } from "../records/contract.ts";
import { Market, Sample, sourceCount } from "../records/market.ts";
import type { State } from "../state/state.ts";

/** A market as operators watch it: prices in ticks, times in ms, 0 where there is none. */
export type MarketStateNow = {
  market: number;
  status: number;
  last: number;
  /** Since when the last price stands. */
  lastAt: number;
  index: number;
  indexStale: boolean;
  /** When the newest price of its sources came. */
  indexAt: number;
  /** Whether there are sources at all. */
  hasIndex: boolean;
  mark: number;
  rung: number;
  /** What suspends it, and when it may come back by itself. */
  suspension: number;
  returnsAt: number;
  /** The move within a minute that closes it to orders, in 1e-8. */
  breaker: number;
};

/** When each source of a market's index last gave a price. */
function sourceTimesOf({ memory }: State, market: number): number[] {
  const times: number[] = [];
  for (let source = 0; source < sourceCount; source += 1)
    if (memory.w[market + Market.weight + source] !== 0)
      times.push(memory.number(market + Market.sourceAt + source * 2));
  return times;
}

export function marketStatesOf(state: State): MarketStateNow[] {
  const { markets, memory } = state;
  const { w } = memory;
  return markets.all().map((market) => {
    const contract = w[market + Market.contract]!;
    const tail = w[market + Market.sampleTail]!;
    const sourceTimes = sourceTimesOf(state, market);
    return {
      market: w[market + Market.id]!,
      status: w[market + Market.status]!,
      last: w[market + Market.last]!,
      lastAt: tail === 0 ? 0 : memory.number(tail + Sample.at),
      index: w[market + Market.index]!,
      indexStale: w[market + Market.indexStale] === 1,
      indexAt: Math.max(0, ...sourceTimes),
      hasIndex: sourceTimes.length > 0,
      mark: contract === 0 ? 0 : w[contract + Contract.mark]!,
      rung: contract === 0 ? 0 : w[contract + Contract.rung]!,
      suspension: w[market + Market.suspension]!,
      returnsAt: Math.max(memory.number(market + Market.returnsAt), memory.number(market + Market.restsUntil)),
      breaker: w[market + Market.breaker]!,
    };
  });
}

/** The number that the next command of a producer has. */
export const nextNumberOf = ({ producers }: State, producer: number): number => producers.last(producer) + 1;
