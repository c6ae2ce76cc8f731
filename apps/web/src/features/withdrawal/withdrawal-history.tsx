import { networks, type WithdrawalRow } from "@tidemark/contracts";
import { PageTable, Tag } from "@tidemark/kit-ui";
import { useTexts } from "../../lib/i18n/texts.ts";
import { shortAddress } from "../../lib/wallet/address-groups.tsx";
import { AmountCell, narrowCell, TimeCell } from "../../lib/wallet/history-cells.tsx";
import { HistorySection, type HistoryState } from "../../lib/wallet/history-section.tsx";
import { TransactionLink } from "../../lib/wallet/transaction-link.tsx";
import { history as h, m } from "./withdrawal-messages.ts";
import type { Payment } from "./withdrawal-queries.ts";
import { explanationOf, stateName, stateTone } from "./withdrawal-story.ts";

type Listed = {
  rows: readonly WithdrawalRow[];
  payments: ReadonlyMap<string, Payment>;
  decimalsOf: (asset: string) => number;
};
/** The rows are undefined until loaded. */
type WithdrawalHistoryProps = HistoryState & Omit<Listed, "rows"> & { rows: readonly WithdrawalRow[] | undefined };

/** All withdrawals, the newest first. What did not end as it was meant says why below its state. */
export function WithdrawalHistory({ rows, payments, decimalsOf, ...state }: WithdrawalHistoryProps) {
  const t = useTexts();
  return (
    <HistorySection
      {...state}
      title={t(h.title)}
      failed={t(h.failed)}
      empty={t(h.empty)}
      emptyHint={t(h.emptyHint)}
      count={rows?.length}
    >
      <Rows rows={rows ?? []} payments={payments} decimalsOf={decimalsOf} />
    </HistorySection>
  );
}

const explainedStates: ReadonlySet<WithdrawalRow["state"]> = new Set(["REFUSED", "RETURNED", "EXPIRED", "RETURNING"]);

function Rows({ rows, payments, decimalsOf }: Listed) {
  const t = useTexts();
  const cellOf = (row: WithdrawalRow, column: string) => {
    const payment = payments.get(row.id);
    switch (column) {
      case "time":
        return <TimeCell at={row.madeAt} />;
      case "network":
        return <span className="text-muted">{networks[row.network].name}</span>;
      case "to":
        return (
          <>
            <span className="block truncate">
              <bdi>{row.label}</bdi>
            </span>
            <bdi dir="ltr" className="text-12 text-muted tabular-nums" title={row.address}>
              {shortAddress(row.address)}
            </bdi>
          </>
        );
      case "amount":
        return <AmountCell amount={row.amount} asset={row.asset} decimals={decimalsOf(row.asset)} />;
      case "transaction":
        return <TransactionLink txid={payment?.txid ?? ""} explorer={payment?.explorer ?? ""} />;
      default:
        return (
          <>
            <Tag tone={stateTone(row)}>{stateName(t, row, payment)}</Tag>
            {explainedStates.has(row.state) && (
              <small className="ms-auto mt-0.5 block max-w-64 text-12 text-pretty text-muted">
                {explanationOf(t, row, payment)}
              </small>
            )}
          </>
        );
    }
  };
  return (
    <PageTable
      label={t(h.title)}
      rows={rows}
      keyOf={({ id }) => id}
      cellOf={cellOf}
      rowTestId="withdrawal-row"
      columns={[
        { id: "time", label: t(h.time), className: narrowCell },
        { id: "network", label: t(m.network), className: "max-w980:hidden" },
        { id: "to", label: t(h.to), className: "max-w768:hidden" },
        { id: "amount", label: t(h.amount), align: "end", className: narrowCell },
        { id: "transaction", label: t(h.transaction), className: "max-w980:hidden" },
        { id: "status", label: t(h.status), align: "end" },
      ]}
    />
  );
}
