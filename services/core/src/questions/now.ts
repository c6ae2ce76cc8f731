import {
  type BalanceRow,
  buckets,
  type Instruments,
  marketStatuses,
  type OrderRow,
  orderStatuses,
  sides,
  type TickerRow,
} from "@tidemark/contracts";
import { accountParts } from "@tidemark/contracts/codec";
import {
  type CommandClass,
  companyBalancesCall,
  custodyCall,
  marketStatesCall,
  voucherPreviewCall,
} from "@tidemark/contracts/journal";
import {
  balancesOf,
  depthOf,
  marketsOf,
  openOrdersOf,
  orderPlaceOf,
  type State,
  subBalancesOf,
  withdrawalLockOf,
} from "@tidemark/engine";
import type { Question } from "@tidemark/kit-node";
import { instrumentListOf } from "./instruments.ts";
import { assetList, singleQuote, totalPreestimate, transferInfo } from "./now-assets.ts";
import { companyBalances } from "./now-company.ts";
import { custody } from "./now-custody.ts";
import { marketStates } from "./now-operator.ts";
import { marginPairs, pairs } from "./now-pairs.ts";
import { contracts, marginAccounts, marginSettings, orderFigures, positions, triggerRows } from "./now-perps.ts";
import { feeLevels, marketRules, markParts } from "./now-rules.ts";
import { clientKeyOf, orderWords } from "./order-row.ts";
import {
  previewAnswer,
  previewFlashClose,
  previewLeverage,
  previewMargin,
  previewReverse,
  previewTransfer,
  previewVoucher,
} from "./preview.ts";
import { type Answer, answered, askOf, type NowContext, refused } from "./refuse.ts";

type Answerer = (here: NowContext, ask: never) => Answer;

function balances({ state, instruments, uid }: NowContext): Answer {
  const rows: BalanceRow[] = [...balancesOf(state, uid), ...subBalancesOf(state, uid)].map(({ account, units }) => {
    const { product, sub, asset, bucket } = accountParts(account);
    return {
      product,
      sub: sub === 0 ? "" : (instruments.marketOf(sub)?.symbol ?? ""),
      asset: instruments.assetOf(asset)?.asset ?? "",
      bucket: buckets[bucket]!,
      amount: instruments.amount(asset, units),
    };
  });
  return answered({ rows });
}

const isNew = orderStatuses.indexOf("NEW");
const isPart = orderStatuses.indexOf("PARTIALLY_FILLED");

function openOrderRows({ state, instruments, uid }: NowContext): OrderRow[] {
  return openOrdersOf(state, uid).map((order) =>
    orderWords(
      {
        ...order,
        ...(orderPlaceOf(state, order.id) ?? { posSide: 0 }),
        value: BigInt(order.filledValue),
        fee: BigInt(order.fee),
        status: order.filled > 0 ? isPart : isNew,
        cause: 0,
        at: order.acceptedAt,
        clientKey: clientKeyOf(order.keyForm, order.k0, order.k1, order.k2, order.k3, order.longKey),
      },
      instruments,
    ),
  );
}

/** An open order; one that has ended or still waits is in the history. A key names at most one open order. */
function order(here: NowContext, ask: { orderId?: string; clientOrderId?: string }): Answer {
  const { orderId, clientOrderId = "" } = ask;
  const found = openOrderRows(here).find((row) =>
    orderId === undefined ? clientOrderId !== "" && row.clientOrderId === clientOrderId : row.orderId === orderId,
  );
  return found === undefined ? refused("NOT_FOUND") : answered({ order: found });
}

function depth({ state, instruments }: NowContext, { symbol }: { symbol: string }): Answer {
  const market = instruments.market(symbol);
  if (market === undefined) return refused("SYMBOL_NOT_FOUND");
  const { bids, asks } = depthOf(state, market.id);
  const row = (side: number) => (level: [number, number]) => ({
    side: sides[side]!,
    price: instruments.price(market.id, level[0]),
    qty: instruments.size(market.id, level[1]),
  });
  return answered({ rows: [...bids.map(row(0)), ...asks.map(row(1))] });
}

function tickerRow(instruments: NowContext["instruments"], market: ReturnType<typeof marketsOf>[number]): TickerRow {
  const price = (ticks: number): string => (ticks === 0 ? "" : instruments.price(market.id, ticks));
  return {
    symbol: market.symbol,
    last: price(market.last),
    index: price(market.index),
    indexStale: market.indexStale,
    status: marketStatuses[market.status]!,
  };
}

function ticker({ state, instruments }: NowContext, { symbol }: { symbol: string }): Answer {
  const market = marketsOf(state).find((one) => one.symbol === symbol);
  return market === undefined ? refused("SYMBOL_NOT_FOUND") : answered({ rows: [tickerRow(instruments, market)] });
}

const answerers: Readonly<Record<string, Answerer>> = {
  "market.directory": ({ state }) => answered(instrumentListOf(state)),
  "market.depth": depth,
  "market.ticker": ticker,
  "market.tickers": ({ state, instruments }) =>
    answered({ rows: marketsOf(state).map((market) => tickerRow(instruments, market)) }),
  "market.singleQuote": singleQuote,
  "market.contracts": contracts,
  "market.marginPairs": marginPairs,
  "market.rules": marketRules,
  "market.markParts": markParts,
  "market.feeLevels": feeLevels,
  "account.balances": balances,
  "account.transferInfo": transferInfo,
  "account.previewTransfer": previewTransfer,
  "account.assets": assetList,
  "account.totalPreestimate": totalPreestimate,
  "account.withdrawalLock": ({ state, uid }) => answered({ lockedUntil: withdrawalLockOf(state, uid) }),
  "account.margin": marginAccounts,
  "account.pairs": pairs,
  "trading.order": order,
  "trading.openOrders": (here) => answered({ rows: openOrderRows(here) }),
  "trading.triggerOrders": (here) => answered({ rows: triggerRows(here) }),
  "trading.orderFigures": orderFigures,
  "trading.positions": positions,
  "trading.marginSettings": marginSettings,
  "trading.previewOrder": ({ state, instruments, uid }, ask) => previewAnswer(state, instruments, uid, ask),
  "trading.previewFlashClose": ({ state, instruments, uid }, ask) => previewFlashClose(state, instruments, uid, ask),
  "trading.previewLeverage": ({ state, instruments, uid }, ask) => previewLeverage(state, instruments, uid, ask),
  "trading.previewMargin": ({ state, instruments, uid }, ask) => previewMargin(state, instruments, uid, ask),
  "trading.previewReverse": ({ state, instruments, uid }, ask) => previewReverse(state, instruments, uid, ask),
};

/** With the class whose key it was sealed with, where it came by the bus. */
type AskedBy = Question & { readonly by?: CommandClass };

/** One question about the state now, between batches. */
export function answerNow(state: State, instruments: Instruments, question: AskedBy): Answer {
  if (question.call === custodyCall) return custody(state, question.by);
  if (question.call === companyBalancesCall) return companyBalances(state, instruments, question.by, question.ask);
  if (question.call === marketStatesCall) return marketStates(state, instruments, question.by);
  if (question.call === voucherPreviewCall) return previewVoucher({ state, instruments, uid: question.uid }, question);
  const checked = askOf(question, "now");
  if (!checked.ok) return checked.answer;
  const answerer = answerers[question.call];
  if (answerer === undefined) return refused("REQUEST_INVALID", { problem: "no such call here" });
  return answerer({ state, instruments, uid: question.uid }, checked.ask);
}
