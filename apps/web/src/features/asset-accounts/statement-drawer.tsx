import type { HoldingRow } from "@tidemark/contracts";
import { Button, Drawer, PageTable } from "@tidemark/kit-ui";
import { client } from "../../lib/client/client.ts";
import { browserTimeZone, useCsvExport } from "../../lib/exports/use-csv-export.ts";
import { assetText } from "../../lib/format/asset-text.ts";
import { shown, signedText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { HistoryList } from "../../lib/lists/history-list.tsx";
import { useList } from "../../lib/lists/use-list.ts";
import { timeText } from "../../lib/order-table/order-texts.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { type AccountPlace, isContractPlace } from "./account-places.ts";
import type { Line } from "./statement-check.ts";
import { causeTexts, m } from "./statement-messages.ts";
import { StatementSum } from "./statement-sum.tsx";

export type StatementOf = { readonly account: AccountPlace; readonly row: HoldingRow; readonly decimals: number };

const bucketTexts: Readonly<Partial<Record<Line["bucket"], (typeof m)["held"]>>> = {
  avail: m.available,
  cash: m.available,
  hold: m.held,
  bonus: m.bonus,
  fundbonus: m.bonus,
  iso: m.isolated,
  iso_short: m.isolated,
  loan: m.owed,
  interest: m.owed,
  earn: m.lent,
};

/** The ledger lines behind a balance. */
export function StatementDrawer({ account, row, decimals, onClose }: StatementOf & { onClose: () => void }) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const { asset, sub, uPnl } = row;
  const filter = { asset, product: account.product, ...(sub === "" ? {} : { sub }) };
  const list = useList("statement", filter);
  const cellOf = (line: Line, column: string) => {
    if (column === "what")
      return (
        <>
          {t(causeTexts[line.cause])}{" "}
          <span className="text-muted">
            {line.sub === "" ? "" : `${line.sub} `}
            {t(bucketTexts[line.bucket] ?? m.available)}
          </span>
          <small className="num block text-11 whitespace-nowrap text-muted">
            {timeText(line.at)} #{line.seq}
          </small>
        </>
      );
    const text = column === "change" ? signedText(line.delta, decimals) : shown(line.balance, decimals);
    return <span className={column === "change" ? "num" : "num text-muted"}>{own(text)}</span>;
  };
  return (
    <Drawer
      title={t(m.title, { asset: assetText(asset), account: sub === "" ? t(account.title) : sub })}
      closeLabel={t(m.close)}
      onClose={onClose}
      size="wide"
      testId="statement"
    >
      <section
        aria-label={t(m.table)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without pages nothing else here takes the focus, and the keyboard must scroll it
        tabIndex={0}
        className="grid grid-cols-[minmax(0,1fr)] gap-3 px-5 pb-6"
      >
        <StatementSum
          opened={{ product: account.product, sub, asset }}
          decimals={decimals}
          uPnl={uPnl}
          isContract={isContractPlace(account)}
        />
        <div className="mt-3 flex items-start justify-between gap-4">
          <p className="text-13 text-pretty text-muted">{t(m.lead)}</p>
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
            keyOf={(line) => `${line.seq} ${line.ref} ${line.bucket} ${line.sub} ${line.delta} ${line.balance}`}
            cellOf={cellOf}
            rowTestId="statement-line"
          />
        </HistoryList>
      </section>
    </Drawer>
  );
}

function ExportLines({ filter }: { filter: { asset: string; product: number; sub?: string } }) {
  const t = useTexts();
  const { isPending, save } = useCsvExport();
  const file = () => client.file("statementCsv", { ...filter, timeZone: browserTimeZone });
  return (
    <Button size="sm" isPending={isPending} onPress={() => void save(file())} data-testid="statement-export">
      {t(m.exportLines)}
    </Button>
  );
}
