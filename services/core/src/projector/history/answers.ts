import type { MarketEntry } from "@tidemark/contracts";
import { marketsOf } from "@tidemark/engine";
import { type Answer, answered, refused } from "../../questions/refuse.ts";
import { feeLevel } from "../fee-level.ts";
import { csvAnswerers } from "./csv.ts";
import { orderAnswerers } from "./orders.ts";
import type { Answerer, HistoryContext } from "./page.ts";
import { bonusAnswerers, fundingHistory, positionAnswerers, type SettlementsAsk } from "./perps.ts";
import { pnl } from "./pnl.ts";
import { statement } from "./statement.ts";
import { insuranceFund, insuranceFundDays } from "../markets/insurance-fund.ts";
import { balancesAt } from "./balances.ts";
import { valueDays } from "./values.ts";
import { candles, type CandlesAsk, trades } from "../markets/market-answers.ts";
import { openInterest, type OpenInterestAsk } from "../markets/open-interest.ts";

/** Calls about one market that must exist. */
const ofMarket =
  <Ask extends { symbol: string }>(
    answer: (context: HistoryContext, market: MarketEntry, ask: Ask) => Promise<Answer>,
  ) =>
  async (context: HistoryContext, ask: Ask): Promise<Answer> => {
    const market = context.instruments.market(ask.symbol);
    return market === undefined ? refused("SYMBOL_NOT_FOUND") : answer(context, market, ask);
  };

export const historyAnswerers: Readonly<Record<string, Answerer>> = {
  ...orderAnswerers,
  "account.statement": statement,
  "account.balancesAt": balancesAt,
  ...positionAnswerers,
  ...bonusAnswerers,
  ...csvAnswerers,
  "account.pnl": pnl,
  "account.valueDays": valueDays,
  "account.feeLevel": feeLevel,
  "market.insuranceFund": insuranceFund,
  "market.insuranceFundDays": insuranceFundDays,
  "market.fundingHistory": ofMarket<SettlementsAsk>(fundingHistory),
  "market.trades": ofMarket(({ pool }, market) => trades(pool, market)),
  "market.dayStats": ofMarket(async ({ days, instruments, machine }, market) => {
    const { symbol: _, ...day } = days.row(instruments, market, machine.state.now);
    return answered(day);
  }),
  "market.days": async ({ days, instruments, machine }) =>
    answered({
      rows: marketsOf(machine.state).map(({ id }) =>
        days.row(instruments, instruments.marketOf(id)!, machine.state.now),
      ),
    }),
  "market.dayLines": async ({ days, instruments, machine }) =>
    answered({
      rows: marketsOf(machine.state).map(({ id }) => {
        const market = instruments.marketOf(id)!;
        return { symbol: market.symbol, closes: days.closes(market, machine.state.now) };
      }),
    }),
  "market.openInterest": ofMarket<OpenInterestAsk & { symbol: string }>(({ pool }, market, ask) =>
    openInterest(pool, market, ask),
  ),
  "market.candles": ofMarket<CandlesAsk & { symbol: string }>(({ pool, simulatedBefore }, market, ask) =>
    candles(pool, market, ask, simulatedBefore),
  ),
};
