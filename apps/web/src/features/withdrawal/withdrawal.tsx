import type { AssetEntry, WithdrawalRow } from "@tidemark/contracts";
import { lazy, Suspense, useId, useState } from "react";
import { useTexts } from "../../lib/i18n/texts.ts";
import { MoneyPage } from "../../lib/wallet/money-page.tsx";
import { codeChannelOf, useSecuritySettings } from "../../session/security-settings.ts";
import { OpenWithdrawals } from "./open-withdrawals.tsx";
import { useRequest } from "./use-request.ts";
import { useWithdrawalForm } from "./use-withdrawal-form.ts";
import type { Reviewed } from "./withdrawal-form.ts";
import { FormFields, FormResult, reviewedOf } from "./withdrawal-form-view.tsx";
import { WithdrawalHistory } from "./withdrawal-history.tsx";
import { m } from "./withdrawal-messages.ts";
import { WithdrawalNotice } from "./withdrawal-notice.tsx";
import { isOpen, usePayments, useRefetchWithdrawals, useWithdrawals } from "./withdrawal-queries.ts";

const ReviewDialog = lazy(async () => ({ default: (await import("./review-dialog.tsx")).ReviewDialog }));
const CodeDialog = lazy(async () => ({ default: (await import("./code-dialog.tsx")).CodeDialog }));
const CancelDialog = lazy(async () => ({ default: (await import("./cancel-dialog.tsx")).CancelDialog }));

type Layer =
  | { readonly kind: "review"; readonly reviewed: Reviewed }
  | { readonly kind: "code"; readonly row: WithdrawalRow }
  | { readonly kind: "cancel"; readonly row: WithdrawalRow };

export type WithdrawalProps = {
  asset: AssetEntry;
  assets: readonly AssetEntry[];
  onAsset: (asset: string) => void;
};

/** Coins leave the exchange: the form with what it comes to, what is on its way, and the history. */
export function Withdrawal({ asset, assets, onAsset }: WithdrawalProps) {
  const t = useTexts();
  const formId = useId();
  const [layer, setLayer] = useState<Layer>();
  const form = useWithdrawalForm(asset);
  const { data: security } = useSecuritySettings();
  const withdrawals = useWithdrawals();
  const { rows } = withdrawals;
  const payments = usePayments(rows);
  const refetch = useRefetchWithdrawals();
  const channel = security === undefined ? "email" : codeChannelOf(security);
  const contact = channel === "email" ? security?.email : security?.phone;
  const decimalsOf = (code: string) => assets.find((entry) => entry.asset === code)?.displayDecimals ?? 8;
  const request = useRequest(asset.asset, (row) => {
    form.clear();
    setLayer({ kind: "code", row });
  });
  const close = () => {
    request.follow(undefined);
    setLayer(undefined);
  };
  const review = () => {
    form.markProblems();
    const reviewed = reviewedOf(form);
    if (reviewed === undefined) return;
    request.follow(reviewed);
    setLayer({ kind: "review", reviewed });
  };
  const end = () => {
    refetch();
    close();
  };
  return (
    <MoneyPage
      testId="withdrawal"
      title={t(m.title)}
      notice={
        <WithdrawalNotice
          info={form.info}
          obstacle={form.obstacle}
          now={form.now}
          contact={contact}
          isFailed={form.isFailed}
          onRetry={form.retry}
        />
      }
      aside={<FormResult form={form} formId={formId} asset={asset} />}
      below={
        <>
          <OpenWithdrawals
            rows={(rows ?? []).filter(isOpen)}
            payments={payments}
            decimalsOf={decimalsOf}
            onCode={(row) => setLayer({ kind: "code", row })}
            onCancel={(row) => setLayer({ kind: "cancel", row })}
          />
          <WithdrawalHistory
            rows={rows}
            isFailed={withdrawals.isFailed}
            onRetry={withdrawals.retry}
            payments={payments}
            decimalsOf={decimalsOf}
            hasMore={withdrawals.hasMore}
            isLoadingMore={withdrawals.isLoadingMore}
            onMore={withdrawals.loadMore}
          />
          <Suspense>
            {layer?.kind === "review" && (
              <ReviewDialog reviewed={layer.reviewed} of={asset} request={request} onClose={close} />
            )}
            {layer?.kind === "code" && (
              <CodeDialog
                key={layer.row.id}
                row={layer.row}
                decimals={decimalsOf(layer.row.asset)}
                channel={channel}
                contact={contact ?? ""}
                onDone={end}
                onOver={end}
                onClose={close}
              />
            )}
            {layer?.kind === "cancel" && <CancelDialog row={layer.row} onEnd={end} />}
          </Suspense>
        </>
      }
    >
      <FormFields form={form} formId={formId} asset={asset} assets={assets} onAsset={onAsset} onReview={review} />
    </MoneyPage>
  );
}
