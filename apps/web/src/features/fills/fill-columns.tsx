import type { FillRow } from "@tidemark/contracts";
import { classNames } from "@tidemark/kit-ui";
import { isZeroText, signedText } from "../../lib/format/number-text.ts";
import { assetText } from "../../lib/format/asset-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { type OrderColumn, useOrderColumns } from "../../lib/order-table/order-columns.tsx";
import { m } from "./fills-messages.ts";

/** What a fill realised is only known to the history. */
export type ListedFill = FillRow & { readonly realisedPnl?: string };

const unknownDecimals = 8;

/** The columns of fills in every list; the history adds what a fill realised, and its order. */
export function useFillColumns(): Readonly<
  Record<"shared" | "realised" | "number", readonly OrderColumn<ListedFill>[]>
> {
  const t = useTexts();
  const columns = useOrderColumns();
  const role: OrderColumn<ListedFill> = {
    id: "role",
    label: t(m.role),
    align: "start",
    card: "head",
    cell: ({ row }) => <span className="text-muted">{t(m[row.role])}</span>,
  };
  const fee: OrderColumn<ListedFill> = {
    id: "fee",
    label: t(m.fee),
    card: "field",
    cell: ({ row }) => (
      <span>
        <span className="num">{row.fee}</span> <span className="text-muted">{assetText(row.feeAsset)}</span>
      </span>
    ),
  };
  const pnl: OrderColumn<ListedFill> = {
    id: "pnl",
    label: t(m.pnl),
    card: "field",
    cell: ({ row: { realisedPnl = "0" }, market }) =>
      isZeroText(realisedPnl) ? (
        "—"
      ) : (
        <span className={classNames("num", realisedPnl.startsWith("-") ? "text-fall" : "text-rise")}>
          {signedText(realisedPnl, market?.valueDecimals ?? unknownDecimals)}
        </span>
      ),
  };
  const number: OrderColumn<ListedFill> = {
    id: "number",
    label: t(m.number),
    card: "field",
    cell: ({ row }) => <span className="num text-muted">{row.orderId}</span>,
  };
  return {
    shared: [
      columns.market(),
      columns.side(),
      role,
      columns.price(),
      columns.size(),
      columns.value(),
      fee,
      columns.time(({ at }) => at),
    ],
    realised: [pnl],
    number: [number],
  };
}

export const fillKeyOf = ({ tradeId, role }: ListedFill): string => `${tradeId}:${role}`;
