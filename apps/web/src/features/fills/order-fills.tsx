import type { PastFillRow, PastOrderRow } from "@tidemark/contracts";
import { classNames, Skeleton } from "@tidemark/kit-ui";
import { useQuery } from "@tanstack/react-query";
import { group } from "@tidemark/money";
import { answerOf } from "../../lib/client/answer.ts";
import { durationText } from "../../lib/format/duration-text.ts";
import { clockMsText, shown } from "../../lib/format/number-text.ts";
import { currentLang } from "../../lib/i18n/languages.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { Market } from "../../lib/markets/market.ts";
import { feeAssetOf } from "../../lib/markets/market-value.ts";
import { averageText, priceText, sizeText, valueText } from "../../lib/order-table/order-texts.ts";
import { m } from "./fills-messages.ts";

/** More of one order are in the list of fills. */
const fillsShown = 100;

export type OrderFillsProps = { order: PastOrderRow; market: Market | undefined };

/** The fills that an order was made of with their sum, and how long it took from its acceptance to the last of them. */
export function OrderFills({ order, market }: OrderFillsProps) {
  const { orderId, product } = order;
  const { data } = useQuery({
    queryKey: ["own", "fillsOfOrder", orderId],
    queryFn: ({ signal }) => answerOf("fills", { product, orderId: orderId!, pageSize: fillsShown }, signal),
    enabled: orderId !== undefined && /[1-9]/.test(order.filledQty),
  });
  const isFilled = orderId !== undefined && /[1-9]/.test(order.filledQty);
  const fills = isFilled ? data?.list.toReversed() : [];
  return (
    <div className="grid gap-x-10 gap-y-4 text-12 w980:grid-cols-[minmax(0,1fr)_280px]">
      <FillTable order={order} market={market} fills={fills} total={data?.total ?? 0} isMore={data?.isMore ?? false} />
      <Times order={order} fills={fills ?? []} />
    </div>
  );
}

type FillTableProps = OrderFillsProps & { fills: readonly PastFillRow[] | undefined; total: number; isMore: boolean };

function FillTable({ order, market, fills, total, isMore }: FillTableProps) {
  const t = useTexts();
  if (fills?.length === 0) return <p className="text-muted">{t(m.unfilled)}</p>;
  const unit = feeAssetOf(market, order.side);
  return (
    <div className="min-w-0 overflow-x-auto">
      <table
        aria-label={t(m.title)}
        className="w-full [&_td]:h-7 [&_td]:text-end [&_td]:whitespace-nowrap [&_th]:h-7 [&_th]:text-end [&_th]:font-normal"
      >
        <thead className="text-11 text-muted">
          <tr className="[&>*:first-child]:text-start">
            {[m.fill, m.price, m.size, m.value, m.role, m.fee].map((label, at) => (
              <th key={at} scope="col" className={classNames(at === 3 && "max-w768:hidden")}>
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fills === undefined ? (
            <tr>
              <td colSpan={6}>
                <Skeleton>13:20:02.118 103,210.5 0.412</Skeleton>
              </td>
            </tr>
          ) : (
            fills.map((fill) => <FillLine key={`${fill.tradeId}:${fill.role}`} fill={fill} market={market} />)
          )}
        </tbody>
        <tfoot>
          <tr className="border-t border-line-strong font-semibold" data-testid="order-fills-sum">
            <td className="text-start!">{isMore ? `${group(String(total))}+` : t(m.fillCount, { count: total })}</td>
            <td>
              <span className="num">{averageText(market, order) ?? "—"}</span>
            </td>
            <td>
              <span className="num">{sizeText(market, order.filledQty)}</span>
            </td>
            <td className="max-w768:hidden">
              <span className="num">{shown(order.filledValue, market?.valueDecimals ?? 8)}</span>
            </td>
            <td colSpan={2}>
              <span className="num">{order.fee}</span> <span className="font-normal text-muted">{unit}</span>
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function FillLine({ fill, market }: { fill: PastFillRow; market: Market | undefined }) {
  const t = useTexts();
  return (
    <tr data-testid="order-fill" className="border-t border-line">
      <td className="text-start!">
        <span className="num">{clockMsText(fill.at)}</span>
      </td>
      <td>
        <span className="num">{priceText(market, fill.price)}</span>
      </td>
      <td>
        <span className="num">{sizeText(market, fill.qty)}</span>
      </td>
      <td className="max-w768:hidden">
        <span className="num">{valueText(market, fill) ?? "—"}</span>
      </td>
      <td className="text-muted">{t(m[fill.role])}</td>
      <td>
        <span className="num">{fill.fee}</span>
      </td>
    </tr>
  );
}

/** The moments of an order, each with its distance from the first. */
function Times({ order, fills }: { order: PastOrderRow; fills: readonly PastFillRow[] }) {
  const t = useTexts();
  const { createdAt, seq } = order;
  const [first, last] = [fills[0], fills.at(-1)];
  const lines = [
    {
      id: "accepted",
      label: order.status === "REJECTED" ? t(m.rejected) : t(m.accepted),
      note: seq === undefined ? undefined : t(m.placeInLog, { seq: group(String(seq)) }),
      at: createdAt,
    },
    ...(first === undefined ? [] : [{ id: "first", label: t(m.firstFill), note: undefined, at: first.at }]),
    ...(last === undefined || last === first
      ? []
      : [{ id: "last", label: t(m.lastFill), note: undefined, at: last.at }]),
  ];
  return (
    <ol className="grid content-start gap-2" data-testid="order-times">
      {lines.map(({ id, label, note, at }) => (
        <li key={id} className="flex items-baseline gap-2.5">
          <span aria-hidden className="size-1.5 flex-none translate-y-[-1px] rounded-full bg-brand" />
          <span className="min-w-0 flex-1">
            {label}
            {note !== undefined && <small className="block text-11 text-muted">{note}</small>}
          </span>
          <span className="num text-end text-muted">
            {clockMsText(at)}
            {at !== createdAt && (
              <small className="block text-11">{`+${durationText(at - createdAt, currentLang())}`}</small>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
