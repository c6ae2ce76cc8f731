import { networks, withdrawalAfter, type WithdrawalRow } from "@tidemark/contracts";
import { Button, Disclosure, Receipt, ReceiptLine, Steps, Tag } from "@tidemark/kit-ui";
import { exactText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { AddressGroups } from "../../lib/wallet/address-groups.tsx";
import { TransactionLink } from "../../lib/wallet/transaction-link.tsx";
import { history as h, m } from "./withdrawal-messages.ts";
import type { Payment } from "./withdrawal-queries.ts";
import { stateName, stateTone, storyOf } from "./withdrawal-story.ts";

type OpenProps = {
  rows: readonly WithdrawalRow[];
  payments: ReadonlyMap<string, Payment>;
  decimalsOf: (asset: string) => number;
  onCode: (row: WithdrawalRow) => void;
  onCancel: (row: WithdrawalRow) => void;
};

/** Everything that has not ended yet: its steps, why it waits, and what can be done. */
export function OpenWithdrawals({ rows, payments, decimalsOf, onCode, onCancel }: OpenProps) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  if (rows.length === 0) return null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-1 pt-8" data-testid="withdrawals-open">
      <h2 className="text-16 font-semibold tracking-[-0.01em]">{t(h.open)}</h2>
      {rows.map((row, index) => (
        <div key={row.id} data-testid="withdrawal-open" data-state={row.state}>
          <Disclosure
            look="row"
            beginsOpen={index === 0}
            title={
              <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
                <span>
                  <span className="num font-semibold">{own(exactText(row.amount, decimalsOf(row.asset)))}</span>{" "}
                  <span className="font-normal text-muted">{row.asset}</span>
                </span>
                <Tag tone={stateTone(row)}>{stateName(t, row, payments.get(row.id))}</Tag>
                <bdi className="truncate text-13 font-normal text-muted">{row.label}</bdi>
              </span>
            }
          >
            <OpenWithdrawal
              row={row}
              payment={payments.get(row.id)}
              decimals={decimalsOf(row.asset)}
              onCode={() => onCode(row)}
              onCancel={() => onCancel(row)}
            />
          </Disclosure>
        </div>
      ))}
    </section>
  );
}

type OneProps = {
  row: WithdrawalRow;
  payment: Payment | undefined;
  decimals: number;
  onCode: () => void;
  onCancel: () => void;
};

function OpenWithdrawal({ row, payment, decimals, onCode, onCancel }: OneProps) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const amount = (text: string) => (
    <>
      <span className="num">{own(exactText(text, decimals))}</span>{" "}
      <span className="font-normal text-muted">{row.asset}</span>
    </>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 pt-2 text-ink w1024:grid-cols-[minmax(0,1fr)_376px] w1024:gap-12">
      <Steps label={t(h.steps)} steps={storyOf(t, row, payment)} />
      <div className="grid gap-4">
        <AddressGroups address={row.address} />
        <Receipt isPlain>
          <ReceiptLine label={t(m.network)}>{networks[row.network].name}</ReceiptLine>
          {row.memo !== "" && <ReceiptLine label={t(h.memo)}>{row.memo}</ReceiptLine>}
          <ReceiptLine label={t(m.networkFee)}>{amount(row.fee)}</ReceiptLine>
          <ReceiptLine label={t(m.arrives)}>{amount(row.arrives)}</ReceiptLine>
          {payment !== undefined && payment.txid !== "" && (
            <ReceiptLine label={t(h.transaction)}>
              <TransactionLink txid={payment.txid} explorer={payment.explorer} />
            </ReceiptLine>
          )}
        </Receipt>
        <div className="flex flex-wrap gap-2 empty:hidden">
          {withdrawalAfter(row.state, "confirm") !== undefined && (
            <Button look="primary" onPress={onCode} data-testid="withdrawal-enter-code">
              {t(h.enterCode)}
            </Button>
          )}
          {withdrawalAfter(row.state, "cancel") !== undefined && (
            <Button look="ghost" onPress={onCancel} data-testid="withdrawal-cancel">
              {t(h.cancel)}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
