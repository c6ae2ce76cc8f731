import { csvLinesMax } from "@tidemark/contracts";
import { Button, Dialog, Note, Receipt, ReceiptLine, Select, Skeleton } from "@tidemark/kit-ui";
import { group } from "@tidemark/money";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf } from "../../../lib/client/answer.ts";
import { client } from "../../../lib/client/client.ts";
import { browserTimeZone, useCsvExport } from "../../../lib/exports/use-csv-export.ts";
import { currentLang } from "../../../lib/i18n/languages.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { useUser } from "../../../session/user.ts";
import { m } from "./statement-messages.ts";
import { momentsOf, taxYears, type TaxPeriod } from "./tax-period.ts";

const wholeYear = "year";

/** Everything that happened in all accounts in a year, as one file of ledger lines. */
export function TaxExport({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const userId = useUser()?.userId ?? "";
  const [years] = useState(() => taxYears(new Date()));
  const [period, setPeriod] = useState<TaxPeriod>({ year: years[0]!, month: undefined });
  const { isPending, save } = useCsvExport();
  const file = () => client.file("statementCsv", { ...momentsOf(period), timeZone: browserTimeZone });
  const { data: counted } = useQuery({
    queryKey: ["own", "tax-lines", userId, period],
    queryFn: ({ signal }) => answerOf("statement", { ...momentsOf(period), pageNum: 1, pageSize: 1 }, signal),
  });
  return (
    <Dialog
      title={t(m.taxTitle)}
      closeLabel={t(m.close)}
      onClose={onClose}
      size="wide"
      testId="tax-export"
      footer={
        <Button
          look="primary"
          size="lg"
          isPending={isPending}
          isDisabled={counted === undefined || counted.total === 0}
          onPress={() => void save(file()).then(onClose)}
          data-testid="tax-submit"
        >
          {t(m.makeFile)}
        </Button>
      }
    >
      <div className="grid gap-4">
        <div className="grid gap-4 w768:grid-cols-2">
          <Select
            label={t(m.year)}
            size="form"
            items={years.map((year) => ({ id: String(year), label: String(year) }))}
            selected={String(period.year)}
            onSelect={(year) => setPeriod({ ...period, year: Number(year) })}
            testId="tax-year"
          />
          <MonthSelect period={period} onSelect={setPeriod} />
        </div>
        <Receipt>
          <ReceiptLine label={t(m.lines)} testId="tax-lines">
            {counted === undefined ? (
              <Skeleton>1,412</Skeleton>
            ) : (
              <span className="num">
                {group(String(counted.total))}
                {counted.isMore === true && "+"}
              </span>
            )}
          </ReceiptLine>
          <ReceiptLine label={t(m.accounts)}>{t(m.allAccounts)}</ReceiptLine>
          <ReceiptLine label={t(m.timeZone)}>{browserTimeZone}</ReceiptLine>
        </Receipt>
        <Note>{t(m.taxNote, { max: group(String(csvLinesMax)) })}</Note>
      </div>
    </Dialog>
  );
}

function MonthSelect({ period, onSelect }: { period: TaxPeriod; onSelect: (period: TaxPeriod) => void }) {
  const t = useTexts();
  const month = new Intl.DateTimeFormat(currentLang().replace("_", "-"), { month: "long", calendar: "gregory" });
  const months = Array.from({ length: 12 }, (_, at) => ({
    id: String(at + 1),
    label: month.format(new Date(period.year, at, 1)),
  }));
  return (
    <Select
      label={t(m.month)}
      size="form"
      items={[{ id: wholeYear, label: t(m.wholeYear) }, ...months]}
      selected={period.month === undefined ? wholeYear : String(period.month)}
      onSelect={(id) => onSelect({ ...period, month: id === wholeYear ? undefined : Number(id) })}
      testId="tax-month"
    />
  );
}
