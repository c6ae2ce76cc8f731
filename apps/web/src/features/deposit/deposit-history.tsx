import { type DepositRow, networks } from "@tidemark/contracts";
import { PageTable, Tag, type TagTone } from "@tidemark/kit-ui";
import { useTexts } from "../../lib/i18n/texts.ts";
import { AmountCell, narrowCell, TimeCell } from "../../lib/wallet/history-cells.tsx";
import { HistorySection, type HistoryState } from "../../lib/wallet/history-section.tsx";
import { TransactionLink } from "../../lib/wallet/transaction-link.tsx";
import { m, reasons, reversed, stateNames } from "./deposit-messages.ts";
import { progressOf } from "./deposit-progress.ts";
import { isOnItsWay } from "./deposit-queries.ts";

type DepositHistoryProps = HistoryState & {
  /** Undefined until loaded. */
  rows: readonly DepositRow[] | undefined;
  decimalsOf: (asset: string) => number;
};

const toneOf = ({ state }: DepositRow): TagTone =>
  state === "CREDITED" ? "brand" : state === "IGNORED" || state === "REVERSED" ? "warn" : "info";

/** All deposits, the newest first. What is not credited says why below its state. */
export function DepositHistory({ rows, decimalsOf, ...state }: DepositHistoryProps) {
  const t = useTexts();
  return (
    <HistorySection
      {...state}
      title={t(m.history)}
      failed={t(m.historyFailed)}
      empty={t(m.empty)}
      emptyHint={t(m.emptyHint)}
      count={rows?.length}
    >
      <Rows rows={rows ?? []} decimalsOf={decimalsOf} />
    </HistorySection>
  );
}

function Rows({ rows, decimalsOf }: { rows: readonly DepositRow[]; decimalsOf: (asset: string) => number }) {
  const t = useTexts();
  const cellOf = (row: DepositRow, column: string) => {
    switch (column) {
      case "time":
        return <TimeCell at={row.seenAt} />;
      case "network":
        return <span className="text-muted">{networks[row.network].name}</span>;
      case "amount":
        return <AmountCell amount={row.amount} asset={row.asset} decimals={decimalsOf(row.asset)} />;
      case "transaction":
        return <TransactionLink txid={row.txid} explorer={row.explorer} />;
      default:
        return (
          <>
            <Tag tone={toneOf(row)}>{t(stateNames[row.state])}</Tag>
            {isOnItsWay(row) && (
              <small className="mt-0.5 block text-12 text-muted">
                <span className="num">
                  {row.confirmations} / {progressOf(row).end}
                </span>
              </small>
            )}
            {(row.reason !== "" || row.state === "REVERSED") && (
              <small className="ms-auto mt-0.5 block max-w-64 text-12 text-pretty text-muted">
                {t(row.reason === "" ? reversed : reasons[row.reason])}
              </small>
            )}
          </>
        );
    }
  };
  return (
    <PageTable
      label={t(m.history)}
      rows={rows}
      keyOf={({ id }) => id}
      cellOf={cellOf}
      rowTestId="deposit-row"
      columns={[
        { id: "time", label: t(m.time), className: narrowCell },
        { id: "network", label: t(m.network), className: "max-w768:hidden" },
        { id: "amount", label: t(m.amount), align: "end", className: narrowCell },
        { id: "transaction", label: t(m.transaction), className: "max-w768:hidden" },
        { id: "status", label: t(m.status), align: "end" },
      ]}
    />
  );
}
