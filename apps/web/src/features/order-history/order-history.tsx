import type { OrderRow, PastOrderRow } from "@tidemark/contracts";
import { Button, Cell, EmptyState, Pager, Row, Skeleton, Table, Tag } from "@tidemark/kit-ui";
import { History } from "lucide-react";
import { useEffect, useRef } from "react";
import type { SpotMarket } from "../../lib/markets/instruments.ts";
import type { Live } from "../../lib/client/live.ts";
import { dateText, shown, shownUnits } from "../../lib/format/number-text.ts";
import { useList } from "../../lib/lists/use-list.ts";
import { useWidthFrom } from "../../lib/device/use-width.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./order-history-messages.ts";
import { requireUnits } from "../../lib/format/require-units.ts";

export type OrderHistoryProps = {
  /** Refetched when one of these ends. */
  orders: Live<OrderRow> | undefined;
  markets: readonly SpotMarket[];
  only: string | undefined;
};

const averageOf = (order: PastOrderRow, decimals: number): string => {
  const [value, filled] = [requireUnits(order.filledValue), requireUnits(order.filledQty)];
  return filled === 0n || value === 0n ? "—" : shownUnits((value * 100_000_000n) / filled, decimals);
};

const tones = { FILLED: "brand", REJECTED: "warn" } as const;

export function OrderHistory({ orders, markets, only }: OrderHistoryProps) {
  const t = useTexts();
  const isWide = useWidthFrom(768);
  const list = useList("orderHistory", only === undefined ? {} : { symbol: only });
  const { refetch } = list;
  const again = useRef(refetch);
  useEffect(() => {
    again.current = refetch;
  });
  useEffect(
    () =>
      orders?.subscribe(() => {
        if (orders.change.gone.length > 0) again.current();
      }),
    [orders],
  );
  if (list.isFailed)
    return (
      <EmptyState icon={<History size={24} strokeWidth={1.5} />} title={t(m.failed)} hint="">
        <Button onPress={refetch}>{t(m.retry)}</Button>
      </EmptyState>
    );
  if (list.isEmpty)
    return <EmptyState icon={<History size={24} strokeWidth={1.5} />} title={t(m.emptyTitle)} hint={t(m.emptyHint)} />;
  const pager = (
    <Pager
      label={t(m.pages)}
      previousLabel={t(m.previousPage)}
      nextLabel={t(m.nextPage)}
      page={list.page}
      pageSize={list.pageSize}
      total={list.total}
      onPage={list.setPage}
    />
  );
  if (!isWide && list.isKnown)
    return (
      <>
        <ul className="text-12">
          {list.items.map((order, at) => (
            <HistoryCard key={order.orderId ?? at} order={order} markets={markets} />
          ))}
        </ul>
        {pager}
      </>
    );
  return (
    <>
      <Table
        label={t(m.title)}
        columns={[
          { id: "market", label: t(m.market) },
          { id: "side", label: t(m.side), align: "start" },
          { id: "type", label: t(m.type), align: "start" },
          { id: "filled", label: t(m.filled) },
          { id: "price", label: t(m.price) },
          { id: "average", label: t(m.average) },
          { id: "status", label: t(m.status), align: "start", className: "ps-6!" },
          { id: "time", label: t(m.time) },
        ]}
      >
        {!list.isKnown
          ? [0, 1, 2].map((row) => (
              <Row key={row}>
                {["BTC/USDT", "Buy", "Limit", "0.000 / 0.150", "104,280.0", "104,280.0", "Filled", "14:52:08"].map(
                  (text, at) => (
                    <Cell key={at}>
                      <Skeleton>{text}</Skeleton>
                    </Cell>
                  ),
                )}
              </Row>
            ))
          : list.items.map((order, at) => <HistoryLine key={order.orderId ?? at} order={order} markets={markets} />)}
      </Table>
      {pager}
    </>
  );
}

function HistoryLine({ order, markets }: { order: PastOrderRow; markets: readonly SpotMarket[] }) {
  const t = useTexts();
  const market = markets.find(({ symbol }) => symbol === order.symbol);
  const [priceDecimals, sizeDecimals] = [market?.priceDecimals ?? 8, market?.sizeDecimals ?? 8];
  // A rejected order never got a number.
  const named = order.orderId === undefined ? {} : { orderId: order.orderId };
  return (
    <Row testId="order-history-row" {...named} tone={order.side === "BUY" ? "rise" : "fall"}>
      <Cell align="start">
        <b className="font-semibold">{market?.title ?? order.symbol}</b>
      </Cell>
      <Cell align="start" className={order.side === "BUY" ? "text-rise" : "text-fall"}>
        {t(order.side === "BUY" ? m.buy : m.sell)}
      </Cell>
      <Cell align="start">{t(m[order.type])}</Cell>
      <Cell>
        <span className="num">
          {shown(order.filledQty, sizeDecimals)} <span className="text-muted">/ {shown(order.qty, sizeDecimals)}</span>
        </span>
      </Cell>
      <Cell>
        <span className="num">{order.price === "" ? t(m.marketPrice) : shown(order.price, priceDecimals)}</span>
      </Cell>
      <Cell>
        <span className="num">{averageOf(order, priceDecimals)}</span>
      </Cell>
      <Cell align="start" className="ps-6!">
        <Tag tone={tones[order.status as "FILLED"] ?? "neutral"}>{t(m[order.status])}</Tag>
      </Cell>
      <Cell>
        <span className="num text-muted">{dateText(order.createdAt)}</span>
      </Cell>
    </Row>
  );
}

/** The phone's shape of the same row. */
function HistoryCard({ order, markets }: { order: PastOrderRow; markets: readonly SpotMarket[] }) {
  const t = useTexts();
  const market = markets.find(({ symbol }) => symbol === order.symbol);
  const [priceDecimals, sizeDecimals] = [market?.priceDecimals ?? 8, market?.sizeDecimals ?? 8];
  return (
    <li
      data-testid="order-history-row"
      data-order-id={order.orderId}
      className="grid gap-2 border-t border-line p-3 first:border-0"
    >
      <div className="flex items-center gap-1.5">
        <b className="text-14 font-semibold">{market?.title ?? order.symbol}</b>
        <span className={order.side === "BUY" ? "text-rise" : "text-fall"}>
          {t(order.side === "BUY" ? m.buy : m.sell)}
        </span>
        <span className="text-muted">{t(m[order.type])}</span>
        <span className="ms-auto">
          <Tag tone={tones[order.status as "FILLED"] ?? "neutral"}>{t(m[order.status])}</Tag>
        </span>
      </div>
      <div className="flex justify-between gap-3">
        <span dir="ltr" className="num">
          {shown(order.filledQty, sizeDecimals)} <span className="text-muted">/ {shown(order.qty, sizeDecimals)}</span>
        </span>
        <span className="num">{order.price === "" ? t(m.marketPrice) : shown(order.price, priceDecimals)}</span>
        <span className="num text-muted">{dateText(order.createdAt)}</span>
      </div>
    </li>
  );
}
