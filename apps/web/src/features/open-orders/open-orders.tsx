import type { OrderRow } from "@tidemark/contracts";
import { Button, Cell, EmptyState, Row, Table } from "@tidemark/kit-ui";
import { ClipboardList } from "lucide-react";
import type { SpotMarket } from "../../lib/markets/instruments.ts";
import { type Live, useLive } from "../../lib/client/live.ts";
import { clockText, shown, shownUnits } from "../../lib/format/number-text.ts";
import { useWidthFrom } from "../../lib/device/use-width.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { EditableNumber } from "./editable-number.tsx";
import { LoadingRows } from "./loading-rows.tsx";
import { m } from "./open-orders-messages.ts";
import { useOrderActions } from "./use-order-actions.ts";
import { requireUnits } from "../../lib/format/require-units.ts";

export type OpenOrdersProps = {
  orders: Live<OrderRow> | undefined;
  markets: readonly SpotMarket[];
  /** Only this market's, where the trader hides the others. */
  only: string | undefined;
};

type LineProps = { order: OrderRow; market: SpotMarket | undefined; actions: ReturnType<typeof useOrderActions> };

function useLine({ order, market, actions }: LineProps) {
  const t = useTexts();
  const isBusy = actions.isBusy(order.orderId);
  const [priceDecimals, sizeDecimals] = [market?.priceDecimals ?? 8, market?.sizeDecimals ?? 8];
  // A market order has no price, so it has no value yet.
  const value = order.price === "" ? undefined : (requireUnits(order.price) * requireUnits(order.qty)) / 100_000_000n;
  return {
    market: market?.title ?? order.symbol,
    side: t(order.side === "BUY" ? m.buy : m.sell),
    tone: order.side === "BUY" ? ("rise" as const) : ("fall" as const),
    type: t(m[order.type]),
    tif: order.postOnly ? t(m.postOnly) : order.tif,
    filled: shown(order.filledQty, sizeDecimals),
    value: value === undefined ? "—" : shownUnits(value, market?.quoteDecimals ?? 2),
    quote: market?.quote ?? "",
    time: order.createdAt > 0 ? clockText(order.createdAt) : "—",
    price: (
      <EditableNumber
        value={order.price}
        decimals={priceDecimals}
        label={t(m.editPrice, { price: order.price })}
        disabled={isBusy}
        testId="open-order-price"
        onSave={(price) => void actions.amend(order.orderId, { price })}
      />
    ),
    size: (
      <EditableNumber
        value={order.qty}
        decimals={sizeDecimals}
        label={t(m.editSize, { size: order.qty })}
        disabled={isBusy}
        testId="open-order-size"
        onSave={(qty) => void actions.amend(order.orderId, { qty })}
      />
    ),
    cancel: (
      <Button
        size="sm"
        isPending={isBusy}
        onPress={() => actions.cancel(order.orderId)}
        data-testid="cancel-order"
        className="text-11 group-hover/row:bg-line-strong"
      >
        {t(m.cancel)}
      </Button>
    ),
  };
}

function OrderLine(props: LineProps) {
  const line = useLine(props);
  return (
    <Row testId="open-order-row" orderId={props.order.orderId} tone={line.tone}>
      <Cell align="start">
        <b className="font-semibold">{line.market}</b>
      </Cell>
      <Cell align="start" className={line.tone === "rise" ? "text-rise" : "text-fall"}>
        {line.side}
      </Cell>
      <Cell align="start">{line.type}</Cell>
      <Cell>
        <span dir="ltr" className="inline-flex items-center gap-1.5">
          <span className="num text-muted">{line.filled}</span> / {line.size}
        </span>
      </Cell>
      <Cell>{line.price}</Cell>
      <Cell>
        <span className="num">{line.value}</span> <span className="text-muted">{line.quote}</span>
      </Cell>
      <Cell align="start" className="ps-6!">
        {line.tif}
      </Cell>
      <Cell>
        <span className="num">{line.time}</span>
      </Cell>
      <Cell>{line.cancel}</Cell>
    </Row>
  );
}

/** The phone's shape of the same row. */
function OrderCard(props: LineProps) {
  const t = useTexts();
  const line = useLine(props);
  return (
    <li
      data-testid="open-order-row"
      data-order-id={props.order.orderId}
      className="grid gap-2.5 border-t border-line p-3 first:border-0"
    >
      <div className="flex items-center gap-1.5">
        <b className="text-14 font-semibold">{line.market}</b>
        <span className={line.tone === "rise" ? "text-rise" : "text-fall"}>{line.side}</span>
        <span className="text-muted">
          {line.type} · {line.tif}
        </span>
        <span className="num ms-auto text-muted">{line.time}</span>
      </div>
      <div className="flex items-end justify-between gap-3">
        <span className="grid">
          <small className="text-11 text-muted">{t(m.filled)}</small>
          <span dir="ltr" className="inline-flex items-center gap-1.5">
            <span className="num text-muted">{line.filled}</span> / {line.size}
          </span>
        </span>
        <span className="grid justify-items-end">
          <small className="text-11 text-muted">{t(m.price)}</small>
          {line.price}
        </span>
        {line.cancel}
      </div>
    </li>
  );
}

export const useOpenOrders = (orders: Live<OrderRow> | undefined, only: string | undefined): readonly OrderRow[] =>
  useLive(orders)
    .rows.filter((order) => only === undefined || order.symbol === only)
    .toSorted((a, b) => Number(b.orderId) - Number(a.orderId));

export function OpenOrders({ orders, markets, only }: OpenOrdersProps) {
  const t = useTexts();
  const { state } = useLive(orders);
  const rows = useOpenOrders(orders, only);
  const actions = useOrderActions();
  const isWide = useWidthFrom(768);
  if (state === "loading") return <LoadingRows />;
  if (rows.length === 0)
    return (
      <EmptyState icon={<ClipboardList size={24} strokeWidth={1.5} />} title={t(m.emptyTitle)} hint={t(m.emptyHint)} />
    );
  const lines = rows.map((order) => ({
    order,
    actions,
    market: markets.find(({ symbol }) => symbol === order.symbol),
  }));
  if (!isWide)
    return (
      <ul className="text-12">
        {lines.map((line) => (
          <OrderCard key={line.order.orderId} {...line} />
        ))}
      </ul>
    );
  return (
    <Table
      label={t(m.title)}
      columns={[
        { id: "market", label: t(m.market) },
        { id: "side", label: t(m.side), align: "start" },
        { id: "type", label: t(m.type), align: "start" },
        { id: "filled", label: t(m.filled) },
        { id: "price", label: t(m.price) },
        { id: "value", label: t(m.value) },
        { id: "tif", label: t(m.tif), align: "start", className: "ps-6!" },
        { id: "time", label: t(m.time) },
        { id: "actions", label: t(m.actions) },
      ]}
    >
      {lines.map((line) => (
        <OrderLine key={line.order.orderId} {...line} />
      ))}
    </Table>
  );
}

/** For the header of the dock: cancels the listed orders. */
export function CancelAll({ orders, only }: Omit<OpenOrdersProps, "markets">) {
  const t = useTexts();
  const rows = useOpenOrders(orders, only);
  const actions = useOrderActions();
  return (
    <Button
      look="ghost"
      size="sm"
      isDisabled={rows.length === 0}
      isPending={actions.isBusy("all")}
      onPress={() => actions.cancelAll(only)}
      data-testid="cancel-all"
    >
      {t(m.cancelAll)}
    </Button>
  );
}
