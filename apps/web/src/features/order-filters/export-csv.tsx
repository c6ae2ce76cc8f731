import { csvLinesMax } from "@tidemark/contracts";
import { Button, PanelButton, Receipt, ReceiptLine, Skeleton } from "@tidemark/kit-ui";
import { useQuery } from "@tanstack/react-query";
import { group } from "@tidemark/money";
import { Download } from "lucide-react";
import { answerOf } from "../../lib/client/answer.ts";
import { client } from "../../lib/client/client.ts";
import { browserTimeZone, useCsvExport } from "../../lib/exports/use-csv-export.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { historyAsk } from "../../lib/order-table/order-filter.ts";
import type { OrderScope } from "../../lib/order-table/order-scope.ts";
import { m } from "./order-filters-messages.ts";

/** The histories that are files too. */
type ExportedList = "history" | "fills" | "positions" | "funding";

/** The list's call and its file, asked with the same filters. */
const sources = {
  history: {
    count: (scope: OrderScope) => answerOf("orderHistory", { ...historyAsk("orders", scope), pageSize: 1 }),
    file: (scope: OrderScope) =>
      client.file("orderHistoryCsv", { ...historyAsk("orders", scope), timeZone: browserTimeZone }),
  },
  fills: {
    count: (scope: OrderScope) => answerOf("fills", { ...historyAsk("fills", scope), pageSize: 1 }),
    file: (scope: OrderScope) => client.file("fillsCsv", { ...historyAsk("fills", scope), timeZone: browserTimeZone }),
  },
  positions: {
    count: (scope: OrderScope) => answerOf("positionHistory", { ...historyAsk("positions", scope), pageSize: 1 }),
    file: (scope: OrderScope) =>
      client.file("positionHistoryCsv", { ...historyAsk("positions", scope), timeZone: browserTimeZone }),
  },
  funding: {
    count: (scope: OrderScope) => answerOf("fundingPayments", { ...historyAsk("positions", scope), pageSize: 1 }),
    file: (scope: OrderScope) =>
      client.file("fundingPaymentsCsv", { ...historyAsk("positions", scope), timeZone: browserTimeZone }),
  },
} as const;

export type ExportCsvProps = { list: ExportedList; scope: OrderScope };

/** The list as a file, with its filters. */
export function ExportCsv({ list, scope }: ExportCsvProps) {
  const t = useTexts();
  return (
    <PanelButton
      label={t(m.export)}
      face={
        <>
          <Download aria-hidden size={14} />
          {t(m.export)}
        </>
      }
      isFaceText
      faceClassName="inline-flex h-8 items-center gap-1.5 rounded-control px-2.5 text-13 font-medium ring-1 ring-line-strong ring-inset hover:bg-hover"
      panelClassName="w-80"
      placement="bottom end"
      testId="export-open"
    >
      {(close) => <ExportPanel list={list} scope={scope} onDone={close} />}
    </PanelButton>
  );
}

/** Lines are counted up to a bound. */
type Counted = { readonly total: number; readonly isMore: boolean };

function ExportPanel({ list, scope, onDone }: ExportCsvProps & { onDone: () => void }) {
  const t = useTexts();
  const { isPending, save } = useCsvExport();
  const {
    data: counted,
    isError,
    refetch,
  } = useQuery({
    queryKey: ["own", "export", list, scope.product, scope.only, scope.filter],
    queryFn: async (): Promise<Counted> => sources[list].count(scope),
  });
  return (
    <div className="grid gap-3 p-4 text-13">
      <h2 className="font-semibold">{t(m.export)}</h2>
      <Receipt>
        <ReceiptLine label={t(m.lines)} testId="export-lines">
          {counted !== undefined ? (
            <span className="num">
              {group(String(counted.total))}
              {counted.isMore && "+"}
            </span>
          ) : isError ? (
            <Button size="sm" look="ghost" onPress={() => void refetch()} data-testid="export-retry">
              {t(m.retry)}
            </Button>
          ) : (
            <Skeleton>1,412</Skeleton>
          )}
        </ReceiptLine>
        <ReceiptLine label={t(m.filters)}>{t(m.asShown)}</ReceiptLine>
        <ReceiptLine label={t(m.timeZone)}>{browserTimeZone}</ReceiptLine>
        <ReceiptLine label={t(m.format)}>CSV</ReceiptLine>
      </Receipt>
      <Button
        look="primary"
        isPending={isPending}
        isDisabled={counted === undefined || counted.total === 0}
        onPress={() => void save(sources[list].file(scope)).then(onDone)}
        data-testid="export-submit"
      >
        {counted?.isMore === true ? t(m.export) : t(m.exportLines, { count: counted?.total ?? 0 })}
      </Button>
      <p className="text-12 text-muted">{t(m.linesMax, { max: group(String(csvLinesMax)) })}</p>
    </div>
  );
}
