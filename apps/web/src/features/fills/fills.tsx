import type { FillRow } from "@tidemark/contracts";
import { EmptyState } from "@tidemark/kit-ui";
import { ArrowLeftRight } from "lucide-react";
import { type Live, useLive } from "../../lib/client/live.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { listedIn, type OrderColumn, useOrderColumns } from "../../lib/order-table/order-columns.tsx";
import { isInScope, type OrderScope } from "../../lib/order-table/order-scope.ts";
import { OrderTable } from "../../lib/order-table/order-table.tsx";
import { m } from "./fills-messages.ts";

export type FillsProps = { fills: Live<FillRow> | undefined; scope: OrderScope };

export function Fills({ fills, scope }: FillsProps) {
  const t = useTexts();
  const { state, rows } = useLive(fills);
  const shared = useOrderColumns();
  const listed = rows.filter((fill) => isInScope(scope, fill));
  if (state !== "loading" && listed.length === 0)
    return (
      <EmptyState icon={<ArrowLeftRight size={24} strokeWidth={1.5} />} title={t(m.emptyTitle)} hint={t(m.emptyHint)} />
    );
  const role: OrderColumn<FillRow> = {
    id: "role",
    label: t(m.role),
    align: "start",
    card: "head",
    cell: ({ row }) => <span className="text-muted">{t(m[row.role])}</span>,
  };
  const fee: OrderColumn<FillRow> = {
    id: "fee",
    label: t(m.fee),
    card: "field",
    cell: ({ row }) => (
      <span>
        <span className="num">{row.fee}</span> <span className="text-muted">{row.feeAsset}</span>
      </span>
    ),
  };
  return (
    <OrderTable<FillRow>
      label={t(m.title)}
      columns={[
        shared.market(),
        shared.side(),
        role,
        shared.price(),
        shared.size(),
        shared.value(),
        fee,
        shared.time(({ at }) => at),
      ]}
      rows={state === "loading" ? undefined : listedIn(scope, listed)}
      keyOf={({ tradeId, role: part }) => `${tradeId}:${part}`}
      testId="fill-row"
    />
  );
}
