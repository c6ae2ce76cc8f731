import { type AssetEntry, productIds } from "@tidemark/contracts";
import { DecimalField, finishedDecimal, Note, Select, Unit } from "@tidemark/kit-ui";
import { group, printUnits } from "@tidemark/money";
import { Link } from "@tanstack/react-router";
import { useQueryClient } from "@tanstack/react-query";
import { Ticket } from "lucide-react";
import { useEffect, useReducer } from "react";
import { isSimulatedPage } from "../../lib/client/page-hosts.ts";
import { usePreview } from "../../lib/client/use-preview.ts";
import { AskDialog, FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import { RefusalNote } from "../../lib/dialogs/refusal-note.tsx";
import { assetText } from "../../lib/format/asset-text.ts";
import { exactText, exactUnits, shownUnits } from "../../lib/format/number-text.ts";
import { accountNames } from "../../lib/accounts/account-messages.ts";
import { MaxButton } from "../../lib/forms/max-button.tsx";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { useAccounts } from "../../session/accounts.ts";
import { TransferAccounts } from "./transfer-accounts.tsx";
import { BonusAsk, TransferChanges } from "./transfer-changes.tsx";
import {
  nextTransfer,
  suspendedSide,
  type TransferChoices,
  type TransferForm,
  type TransferPair,
  transferProblemOf,
  type TransferStep,
} from "./transfer-form.ts";
import { m } from "./transfer-messages.ts";
import { alarmAskOf, useSendTransfer } from "./use-send-transfer.ts";
import { useAccountOptions } from "./use-account-options.tsx";
import { accountsOf, useBalanceFailed, useOtherAvailable, useTransferAssets, useTransferInfo } from "./use-transfer.ts";

export type TransferDialogProps = {
  assets: readonly AssetEntry[];
  /** The margin pairs that there are. */
  pairs: readonly TransferPair[];
  /** How the form begins. `turns`: from the other side, if only that has the coin. */
  start: {
    readonly asset: string;
    readonly from: number;
    readonly to: number;
    readonly pair?: string | undefined;
    readonly turns?: boolean;
  };
  onClose: () => void;
  onDone?: () => void;
};

const amountDecimals = 8;

/** The accounts to choose from: without a pair there is no margin account. */
const productsOf = (accounts: readonly { id: number }[] | undefined, pairs: readonly TransferPair[]) =>
  accounts
    ?.map(({ id }) => id)
    .filter((id) => id !== productIds.margin || pairs.length > 0)
    .toSorted((a, b) => a - b);

/** Money between two accounts of the user, with what it changes before it is sent. */
export function TransferDialog(props: TransferDialogProps) {
  const { assets, pairs, start, onClose, onDone } = props;
  const t = useTexts();
  const { own } = useOwnAmounts();
  const queries = useQueryClient();
  const takenBy = useTransferAssets();
  const choices: TransferChoices = { assets: takenBy ?? [], pairs };
  const [form, step] = useReducer(
    (now: TransferForm, next: TransferStep) => nextTransfer(now, next, choices),
    undefined,
    () => ({
      asset: start.asset,
      from: start.from,
      to: start.to,
      amount: "",
      pair: start.pair ?? pairs[0]?.symbol ?? "",
      isTouched: start.turns !== true,
    }),
  );
  // Those of the last visit, until the answer about this transfer is here.
  const accounts = useAccounts();
  const { info, available, isFailed } = useTransferInfo(form);
  const otherAvailable = useOtherAvailable(form);
  const isOnlyOther = available === 0n && otherAvailable !== undefined && otherAvailable > 0n;
  useEffect(() => {
    if (isOnlyOther) step({ type: "turnUntouched" });
  }, [isOnlyOther]);
  // The form begins before it is known which account takes which coin.
  const isListed = takenBy !== undefined;
  useEffect(() => {
    if (isListed) step({ type: "fit" });
  }, [isListed]);

  const isUnusable = isFailed || (available !== undefined && available < 0n);
  const isBalanceFailed = useBalanceFailed(isUnusable);
  const decimals = assets.find((entry) => entry.asset === form.asset)?.displayDecimals ?? amountDecimals;
  const printed = (units: bigint | undefined): string =>
    units === undefined || units < 0n ? "--" : own(shownUnits(units, decimals));
  const options = useAccountOptions({
    form,
    products: productsOf(info?.products ?? accounts, pairs) ?? [form.from, form.to],
    statuses: info?.products ?? accounts,
    assets: takenBy,
    decimals,
  });
  const problem = transferProblemOf(form.amount, available);
  const suspended = suspendedSide(form, info?.products ?? accounts);
  const amount = finishedDecimal(form.amount);
  const ask = { ...accountsOf(form), asset: form.asset, amount };
  const preview = usePreview("previewTransfer", problem === undefined && suspended === undefined ? ask : undefined);
  const mayEarn = form.to === productIds.futures_usdt && problem === undefined && !isSimulatedPage;
  const earned = usePreview("bonusAlarm", mayEarn ? alarmAskOf(ask) : undefined);
  const isWhole = problem === undefined && suspended === undefined && !preview.isRefused && !preview.isOld;
  const { confirm, isPending, question, answer, dismiss } = useSendTransfer({
    isWhole,
    tooMuchText: (most, asset) => t(m.tooMuchOut, { amount: own(exactText(most, decimals)), asset: assetText(asset) }),
    doneText: (sent) => t(m.done, { amount: group(sent.amount), asset: assetText(sent.asset) }),
    onDone: () => {
      void queries.invalidateQueries({ queryKey: ["own"] });
      onClose();
      onDone?.();
    },
  });

  if (question !== undefined)
    return (
      <AskDialog
        title={t(question.type === "OUT" ? m.bonusTitle : m.earnTitle)}
        submitLabel={t(m.confirm)}
        isPending={isPending}
        onSubmit={answer}
        onClose={dismiss}
        testId="transfer-bonus"
      >
        <BonusAsk type={question.type} amount={question.amount} asset={question.asset} decimals={decimals} />
      </AskDialog>
    );
  return (
    <FormDialog
      size="wide"
      title={t(m.title)}
      submitLabel={t(m.confirm)}
      isPending={isPending}
      isDisabled={!isWhole}
      onSubmit={() => confirm(ask)}
      onClose={onClose}
      testId="transfer"
    >
      <Select
        label={t(m.asset)}
        size="form"
        items={(takenBy ?? [{ asset: form.asset }]).map(({ asset }) => ({ id: asset, label: assetText(asset) }))}
        selected={form.asset}
        onSelect={(asset) => step({ type: "asset", asset })}
        testId="transfer-asset"
      />
      <TransferAccounts
        form={form}
        accounts={options}
        pairs={pairs}
        available={{ from: printed(available), to: printed(otherAvailable) }}
        step={step}
      />
      <div className="grid gap-1.5">
        <DecimalField
          label={t(m.amount)}
          value={form.amount}
          onChange={(text) => step({ type: "amount", text })}
          decimals={amountDecimals}
          testId="transfer-amount"
          isLarge
          action={
            <span className="flex items-center gap-2 text-12 text-muted">
              {t(m.available)}
              <span className="num text-ink" data-testid="transfer-available">
                {printed(available)} {assetText(form.asset)}
              </span>
              {!isSimulatedPage && (
                <Link to="/personal/deposit" search={{ asset: form.asset }} className="text-brand" onClick={onClose}>
                  {t(m.deposit)}
                </Link>
              )}
            </span>
          }
          problem={
            isBalanceFailed
              ? t(m.balanceFailed)
              : problem?.code !== "balance_short"
                ? undefined
                : t(m.balance_short, {
                    asset: assetText(form.asset),
                    needed: exactUnits(problem.needed, decimals),
                    available: own(exactUnits(problem.available, decimals)),
                  })
          }
        >
          <Unit>{assetText(form.asset)}</Unit>
          <MaxButton
            label={t(m.max)}
            isDisabled={available === undefined || available <= 0n}
            onPress={() => available !== undefined && step({ type: "amount", text: printUnits(available) })}
            testId="transfer-max"
          />
        </DecimalField>
        {available === 0n && form.from === productIds.wallet && (
          <p className="text-12 text-muted">{t(m.nothing, { asset: assetText(form.asset) })}</p>
        )}
      </div>
      {preview.data !== undefined && !preview.isOld && <TransferChanges preview={preview.data} decimals={decimals} />}
      {earned.data?.item.status === 1 && !earned.isOld && (
        <Note tone="brand" icon={<Ticket aria-hidden size={16} />}>
          <span data-testid="transfer-earns">
            <BonusAsk type="IN" {...earned.data.item} decimals={decimals} />
          </span>
        </Note>
      )}
      {preview.refusal !== undefined && preview.isRefused && <RefusalNote text={preview.refusal} />}
      {suspended !== undefined && (
        <Note tone="warn">
          <span role="alert" data-testid="transfer-suspended">
            {t(m.suspended, {
              account: t(accountNames[suspended.product as 1]),
              status: t(m[suspended.suspension]),
            })}
          </span>
        </Note>
      )}
    </FormDialog>
  );
}
