import type { FillRow } from "@tidemark/contracts";
import { EmptyState } from "@tidemark/kit-ui";
import { ArrowLeftRight } from "lucide-react";
import { type Live, useLive } from "../../lib/client/live.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { listedIn } from "../../lib/order-table/order-columns.tsx";
import { isInScope, type OrderScope } from "../../lib/order-table/order-scope.ts";
import { OrderTable } from "../../lib/order-table/order-table.tsx";
import { fillKeyOf, type ListedFill, useFillColumns } from "./fill-columns.tsx";
import { m } from "./fills-messages.ts";

export type FillsProps = { fills: Live<FillRow> | undefined; scope: OrderScope };

/** The newest fills, as they come. */
export function Fills({ fills, scope }: FillsProps) {
  const t = useTexts();
  const { state, rows } = useLive(fills);
  const { shared } = useFillColumns();
  const listed = rows.filter((fill) => isInScope(scope, fill));
  if (state !== "loading" && listed.length === 0)
    return (
      <EmptyState icon={<ArrowLeftRight size={24} strokeWidth={1.5} />} title={t(m.emptyTitle)} hint={t(m.emptyHint)} />
    );
  return (
    <OrderTable<ListedFill>
      label={t(m.title)}
      columns={shared}
      rows={state === "loading" ? undefined : listedIn(scope, listed)}
      keyOf={fillKeyOf}
      testId="fill-row"
    />
  );
}
