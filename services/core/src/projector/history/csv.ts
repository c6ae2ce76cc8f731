import { type Instruments, productIds } from "@tidemark/contracts";
import { type Answer, answered } from "../../questions/refuse.ts";
import {
  type Conditions,
  type FillsAsk,
  fillsWhere,
  type OrdersAsk,
  ordersWhere,
  type PositionsAsk,
  positionsWhere,
} from "./filters.ts";
import { type FillColumns, fillRow, type OrderColumns, orderRow } from "./orders.ts";
import { type Answerer, behind, type HistoryContext, newestFirst, placeOf, placeParts } from "./page.ts";
import { endedWhere, type PaymentColumns, paymentRow, type PositionColumns, positionRow } from "./perps.ts";
import { type LineColumns, lineColumns, lineRow, type LinesAsk, linesWhere } from "./statement.ts";
import { zonedTime } from "./zoned-time.ts";

/** One answer fits into a message of the bus. */
const rowsPerPage = 500;

type CsvAsk = { timeZone: string; after?: string };

/** A table of which a file is made: the newest rows first, and the columns that say where a page ended. */
type Source<R, Ask> = {
  readonly table: string;
  readonly place: readonly (keyof R & string)[];
  readonly columns?: string;
  where(context: HistoryContext, ask: Ask): Conditions;
  lineOf(row: R, instruments: Instruments, timeOf: (at: number) => { time: string; zone: string }): object;
};

const timeIn =
  (timeZone: string) =>
  (at: number): { time: string; zone: string } => {
    const { day, clock, zone } = zonedTime(at, timeZone);
    return { time: `${day} ${clock}`, zone };
  };

/** A page that begins behind the one before, wherever new rows have come meanwhile. */
function pageOf<R extends object, Ask>(source: Source<R, Ask>) {
  return async (context: HistoryContext, ask: Ask & CsvAsk): Promise<Answer> => {
    const { table, place, columns = "*" } = source;
    const where = source.where(context, ask);
    if (ask.after !== undefined) {
      const parts = placeParts(ask.after, place.length);
      if (parts === undefined) return answered({ list: [] });
      where.always(behind(place, where.values.length + 1));
      where.values.push(...parts);
    }
    const { rows } = await context.pool.query<R & Record<string, unknown>>(
      `select ${columns} from history.${table} where ${where.text}
       order by ${newestFirst(place)} limit ${rowsPerPage}`,
      where.values,
    );
    const last = rows.length === rowsPerPage ? rows.at(-1) : undefined;
    const timeOf = timeIn(ask.timeZone);
    return answered({
      list: rows.map((row) => source.lineOf(row, context.instruments, timeOf)),
      ...(last === undefined ? {} : { next: placeOf(last, place) }),
    });
  };
}

const orders: Source<OrderColumns, OrdersAsk> = {
  table: "orders",
  place: ["batch_seq", "line"],
  where: ordersWhere,
  lineOf(row, instruments, timeOf) {
    const order = orderRow(row, instruments);
    const { trigger, type } = order;
    return {
      ...timeOf(order.createdAt),
      orderId: order.orderId ?? "",
      clientOrderId: order.clientOrderId,
      market: order.symbol,
      side: order.side,
      position: order.posSide === "NONE" ? "" : order.posSide,
      kind: trigger === undefined || trigger.role === "ORDER" ? type : trigger.role,
      timeInForce: order.postOnly ? "POST_ONLY" : order.tif,
      price: order.price === "" ? "market" : order.price,
      triggerPrice: trigger?.price ?? "",
      size: order.qty,
      filled: order.filledQty,
      value: order.filledValue,
      fee: order.fee,
      feeAsset: instruments.feeAsset(row.market, row.side),
      pricePnl: order.posSide === "NONE" ? "" : (order.realisedPnl ?? ""),
      pnlAsset: order.posSide === "NONE" ? "" : instruments.worthAsset(row.market),
      status: order.status,
    };
  },
};

const fills: Source<FillColumns, FillsAsk> = {
  table: "fills",
  place: ["trade_id", "role"],
  where: fillsWhere,
  lineOf(row, instruments, timeOf) {
    const fill = fillRow(row, instruments);
    const isSpot = fill.posSide === "NONE";
    return {
      ...timeOf(fill.at),
      tradeId: fill.tradeId,
      orderId: fill.orderId,
      market: fill.symbol,
      side: fill.side,
      position: isSpot ? "" : fill.posSide,
      role: fill.role,
      price: fill.price,
      size: fill.qty,
      fee: fill.fee,
      feeAsset: fill.feeAsset,
      pricePnl: isSpot ? "" : fill.realisedPnl,
      pnlAsset: isSpot ? "" : instruments.worthAsset(row.market),
    };
  },
};

const positions: Source<PositionColumns, PositionsAsk> = {
  table: "positions",
  place: ["closed_seq", "opened_seq", "opened_line"],
  where: endedWhere,
  lineOf(row, instruments, timeOf) {
    const position = positionRow(row, instruments);
    return {
      ...timeOf(position.closedAt),
      opened: timeOf(position.openedAt).time,
      market: position.symbol,
      position: position.posSide,
      maxSize: position.maxQty,
      closedSize: position.closedQty,
      entryPrice: position.entryPrice,
      exitPrice: position.exitPrice,
      pricePnl: position.closedPnl,
      fees: position.fees,
      funding: position.funding,
      netPnl: position.realisedPnl,
      asset: position.asset,
      endedBy: position.endedBy,
    };
  },
};

const payments: Source<PaymentColumns, PositionsAsk> = {
  table: "funding_payments",
  place: ["batch_seq", "line"],
  where: (context, ask) => positionsWhere(context, ask),
  lineOf(row, instruments, timeOf) {
    const { symbol, posSide, rate, amount, capitalised, asset, at } = paymentRow(row, instruments);
    return { ...timeOf(at), market: symbol, position: posSide, rate, amount, capitalised, asset };
  },
};

const accountNames = new Map<number, string>(Object.entries(productIds).map(([name, id]) => [id, name]));

const lines: Source<LineColumns, LinesAsk> = {
  table: "ledger_lines",
  place: ["batch_seq", "line"],
  columns: lineColumns,
  where: linesWhere,
  lineOf(row, instruments, timeOf) {
    const { at, product, sub, asset, bucket, cause, delta, balance, reference, seq } = lineRow(row, instruments);
    return {
      ...timeOf(at),
      account: accountNames.get(product) ?? "",
      market: sub,
      asset,
      kind: bucket,
      cause,
      amount: delta,
      balance,
      reference,
      sequence: String(seq),
    };
  },
};

export const csvAnswerers: Readonly<Record<string, Answerer>> = {
  "trading.orderHistoryCsv": pageOf(orders),
  "trading.fillsCsv": pageOf(fills),
  "trading.positionHistoryCsv": pageOf(positions),
  "trading.fundingPaymentsCsv": pageOf(payments),
  "account.statementCsv": pageOf(lines),
};
