import { Button, PageTable } from "@tidemark/kit-ui";
import { accountNames } from "../../../lib/accounts/account-messages.ts";
import { client } from "../../../lib/client/client.ts";
import { browserTimeZone, useCsvExport } from "../../../lib/exports/use-csv-export.ts";
import { assetText } from "../../../lib/format/asset-text.ts";
import { shown, signedText } from "../../../lib/format/number-text.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { HistoryList } from "../../../lib/lists/history-list.tsx";
import { useList } from "../../../lib/lists/use-list.ts";
import { timeText } from "../../../lib/order-table/order-texts.ts";
import { useOwnAmounts } from "../../../lib/storage/own-amounts.ts";
import type { Line, StatementPart } from "./statement-check.ts";
import { LineReference } from "./line-reference.tsx";
import { causeTexts, m } from "./statement-messages.ts";

type LinesFilter = { product?: number; asset?: string; sub?: string; part?: StatementPart };

const bucketTexts: Readonly<Partial<Record<Line["bucket"], (typeof m)["held"]>>> = {
  avail: m.available,
  cash: m.available,
  hold: m.held,
  bonus: m.bonus,
  fundbonus: m.fundbonus,
  iso: m.isolated,
  iso_short: m.isolated,
  loan: m.owed,
  interest: m.owed,
  earn: m.lent,
};

type StatementLinesProps = { filter: LinesFilter; lead: string; decimalsOf: (asset: string) => number };

/** Ledger lines in pages, each with its cause, and all of them as a file. Lines of several coins or accounts say whose they are. */
export function StatementLines({ filter, lead, decimalsOf }: StatementLinesProps) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const list = useList("statement", filter);
  const placeOf = ({ product, sub, bucket }: Line): string => {
    const account = filter.product === undefined ? `${t(accountNames[product as 1])} ` : "";
    return `${account}${sub === "" ? "" : `${sub} `}${t(bucketTexts[bucket] ?? m.available)}`;
  };
  const unitOf = ({ asset }: Line) =>
    filter.asset === undefined && <small className="block text-11 text-muted">{assetText(asset)}</small>;
  const cellOf = (line: Line, column: string) => {
    if (column === "what")
      return (
        <>
          {t(causeTexts[line.cause])} <LineReference line={line} />
          <span className="text-muted">{placeOf(line)}</span>
          <small className="num block text-11 text-muted w768:whitespace-nowrap">
            {timeText(line.at)} #{line.seq}
          </small>
        </>
      );
    const decimals = decimalsOf(line.asset);
    const text = column === "change" ? signedText(line.delta, decimals) : shown(line.balance, decimals);
    return (
      <>
        <span className={column === "change" ? "num" : "num text-muted"}>{own(text)}</span>
        {column === "change" && unitOf(line)}
      </>
    );
  };
  return (
    <>
      <div className="mt-3 flex items-start justify-between gap-4">
        <p className="text-13 text-pretty text-muted">{lead}</p>
        <ExportLines filter={filter} />
      </div>
      <HistoryList list={list} emptyTitle={t(m.empty)} emptyHint={t(m.emptyHint)}>
        <PageTable<Line>
          label={t(m.table)}
          columns={[
            { id: "what", label: t(m.what) },
            { id: "change", label: t(m.change), align: "end" },
            { id: "balance", label: t(m.balance), align: "end" },
          ]}
          rows={list.items}
          keyOf={(line) =>
            `${line.seq} ${line.ref} ${line.product} ${line.asset} ${line.bucket} ${line.sub} ${line.delta} ${line.balance}`
          }
          cellOf={cellOf}
          rowTestId="statement-line"
        />
      </HistoryList>
    </>
  );
}

function ExportLines({ filter }: { filter: LinesFilter }) {
  const t = useTexts();
  const { isPending, save } = useCsvExport();
  const file = () => client.file("statementCsv", { ...filter, timeZone: browserTimeZone });
  return (
    <Button size="sm" isPending={isPending} onPress={() => void save(file())} data-testid="statement-export">
      {t(m.exportLines)}
    </Button>
  );
}
