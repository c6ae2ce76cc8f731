import {
  type BalanceRow,
  buckets,
  type Names,
  marketStatuses,
  type OrderRow,
  orderStatuses,
  productIds,
  sides,
  success,
} from "@tidemark/contracts";
import { accountParts } from "@tidemark/contracts/codec";
import { accountStatusOf, balanceOf, balancesOf, depthOf, marketsOf, openOrdersOf, type State } from "@tidemark/engine";
import type { Question } from "@tidemark/kit-node";
import { directoryOf } from "./directory.ts";
import { clientKeyOf, orderWords } from "./order-words.ts";
import { previewAnswer } from "./preview.ts";
import { type Answer, askOf, refused } from "./refuse.ts";

type Here = { readonly state: State; readonly names: Names; readonly uid: number };
type Answerer = (here: Here, ask: never) => Answer;

/** The answer carries the batch number twice: in its own field and, where the contract says so, in its data. */
const said = (data: object): Answer => ({ code: success, data });

function balances({ state, names, uid }: Here): Answer {
  const rows: BalanceRow[] = balancesOf(state, uid).map(({ account, units }) => {
    const { product, sub, asset, bucket } = accountParts(account);
    return {
      product,
      sub: sub === 0 ? "" : (names.marketOf(sub)?.symbol ?? ""),
      asset: names.assetOf(asset)?.asset ?? "",
      bucket: buckets[bucket]!,
      amount: names.amount(asset, units),
    };
  });
  return said({ rows });
}

const isNew = orderStatuses.indexOf("NEW");
const isPart = orderStatuses.indexOf("PARTIALLY_FILLED");

function openOrderRows({ state, names, uid }: Here): OrderRow[] {
  return openOrdersOf(state, uid).map((order) =>
    orderWords(
      {
        ...order,
        value: BigInt(order.filledValue),
        fee: BigInt(order.fee),
        status: order.filled > 0 ? isPart : isNew,
        cause: 0,
        at: order.acceptedAt,
        clientKey: clientKeyOf(order.keyForm, order.k0, order.k1, order.k2, order.k3, order.longKey),
      },
      names,
    ),
  );
}

/** An open order; one that has ended is in the history. A key names at most one open order. */
function order(here: Here, ask: { orderId?: string; clientOrderId?: string }): Answer {
  const { orderId, clientOrderId = "" } = ask;
  const found = openOrderRows(here).find((row) =>
    orderId === undefined ? clientOrderId !== "" && row.clientOrderId === clientOrderId : row.orderId === orderId,
  );
  return found === undefined ? refused("NOT_FOUND") : said({ order: found });
}

function depth({ state, names }: Here, { symbol }: { symbol: string }): Answer {
  const market = names.market(symbol);
  if (market === undefined) return refused("SYMBOL_NOT_FOUND");
  const { bids, asks } = depthOf(state, market.id);
  const row = (side: number) => (level: [number, number]) => ({
    side: sides[side]!,
    price: names.price(market.id, level[0]),
    qty: names.size(market.id, level[1]),
  });
  return said({ rows: [...bids.map(row(0)), ...asks.map(row(1))] });
}

function ticker({ state, names }: Here, { symbol }: { symbol: string }): Answer {
  const market = marketsOf(state).find((one) => one.symbol === symbol);
  if (market === undefined) return refused("SYMBOL_NOT_FOUND");
  const price = (ticks: number): string => (ticks === 0 ? "" : names.price(market.id, ticks));
  const row = {
    symbol,
    last: price(market.last),
    index: price(market.index),
    indexStale: market.indexStale,
    status: marketStatuses[market.status]!,
  };
  return said({ rows: [row] });
}

type TransferAsk = { fromProduct: number; asset: string };

function transferInfo({ state, names, uid }: Here, { fromProduct, asset }: TransferAsk): Answer {
  const entry = names.asset(asset);
  if (entry === undefined) return refused("ASSET_NOT_IN_PRODUCT", { product: String(fromProduct) });
  const isFutures = fromProduct === productIds.futures_btc || fromProduct === productIds.futures_usdt;
  const bucket = buckets.indexOf(isFutures ? "cash" : "avail");
  const products = Object.values(productIds).map((id) => ({ id, transferAvailable: accountStatusOf(state, uid, id) }));
  return said({
    products,
    // Margin pairs are not traded yet; the product stands in the list all the same.
    marginSymbols: [],
    marginProductId: productIds.margin,
    availableBalance: names.amount(entry.id, balanceOf(state, uid, fromProduct, entry.id, bucket)),
  });
}

const answerers: Readonly<Record<string, Answerer>> = {
  "market.directory": ({ state }) => said(directoryOf(state)),
  "market.depth": depth,
  "market.ticker": ticker,
  "account.balances": balances,
  "account.transferInfo": transferInfo,
  "trading.order": order,
  "trading.openOrders": (here) => said({ rows: openOrderRows(here) }),
  "trading.previewOrder": ({ state, names, uid }, ask) => previewAnswer(state, names, uid, ask),
};

/** One question about the state now, between batches. */
export function answerNow(state: State, names: Names, question: Question): Answer {
  const checked = askOf(question, "now");
  if (!checked.ok) return checked.answer;
  const answerer = answerers[question.call];
  if (answerer === undefined) return refused("REQUEST_INVALID", { problem: "no such call here" });
  return answerer({ state, names, uid: question.uid }, checked.ask);
}
