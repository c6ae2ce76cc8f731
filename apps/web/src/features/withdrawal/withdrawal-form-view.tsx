import type { AssetEntry } from "@tidemark/contracts";
import { finishedDecimal, Skeleton } from "@tidemark/kit-ui";
import { exactText, exactUnits } from "../../lib/format/number-text.ts";
import { FormRow } from "../../lib/forms/form-row.tsx";
import { FormBody, SubmitButton } from "../../lib/forms/form-shell.tsx";
import { type Translate, useTexts } from "../../lib/i18n/texts.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { CoinChoice } from "../../lib/wallet/coin-choice.tsx";
import { LoadFailed } from "../../lib/wallet/load-failed.tsx";
import { AddressChoice } from "./address-choice.tsx";
import type { WithdrawalForm } from "./use-withdrawal-form.ts";
import { AmountRow, NetworkRow, ReceiverRow } from "./withdrawal-fields.tsx";
import { type AmountProblem, isUsable, type ReceiverProblem, type Reviewed } from "./withdrawal-form.ts";
import { m } from "./withdrawal-messages.ts";
import { WithdrawalReceipt } from "./withdrawal-receipt.tsx";

type FormFieldsProps = {
  form: WithdrawalForm;
  formId: string;
  asset: AssetEntry;
  assets: readonly AssetEntry[];
  onAsset: (asset: string) => void;
  onReview: () => void;
};

function problemText(
  t: Translate,
  problem: AmountProblem | undefined,
  { asset, scale, displayDecimals }: AssetEntry,
  own: (printed: string) => string,
): string | undefined {
  if (problem === undefined) return undefined;
  const printed = (units: bigint) => exactUnits(units, displayDecimals, scale);
  switch (problem.code) {
    case "missing":
      return t(m.amountNeeded);
    case "small":
      return t(m.tooSmall, { needed: exactText(problem.needed, 0), asset });
    case "short":
      return t(m.short, { needed: printed(problem.needed), available: own(printed(problem.available)), asset });
    case "limit":
      return t(m.limit, { value: exactUnits(problem.value, 2), rest: exactUnits(problem.rest, 2) });
  }
}

const receiverSigns = ". , & ' ( ) -";

/** A wrong character is named at once, a missing name only after the form was submitted. */
function receiverText(t: Translate, problem: ReceiverProblem | undefined, showsProblems: boolean): string | undefined {
  if (problem === "characters") return t(m.receiverWrong, { signs: receiverSigns });
  return problem === "missing" && showsProblems ? t(m.receiverNeeded) : undefined;
}

/** Coin, network, address, amount and, where the law asks for it, the receiving provider. */
export function FormFields({ form, formId, asset, assets, onAsset, onReview }: FormFieldsProps) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const { info, network, book, showsProblems } = form;
  const isDisabled = form.obstacle !== undefined;
  // One that was chosen may have left the allow list since.
  const isAddressMissing = showsProblems && (form.address === undefined || !isUsable(form.address, form.now));
  return (
    <FormBody id={formId} gap="rows" onSubmit={onReview}>
      <FormRow title={t(m.coin)}>
        <CoinChoice assets={assets} selected={asset.asset} onSelect={onAsset} />
      </FormRow>
      {info === undefined ? (
        [m.network, m.to, m.amount].map((title) => (
          <FormRow key={title.id} title={t(title)}>
            <Skeleton className="h-12! w-full">.</Skeleton>
          </FormRow>
        ))
      ) : (
        <>
          <NetworkRow info={info} selected={network} onSelect={form.setNetwork} isDisabled={isDisabled} />
          {network !== undefined && (
            <>
              <FormRow title={t(m.to)} hint={t(m.toHint)}>
                {form.isBookFailed ? (
                  <LoadFailed text={t(m.bookFailed)} onRetry={form.retryBook} />
                ) : book === undefined ? (
                  <Skeleton className="h-12! w-full">.</Skeleton>
                ) : (
                  <AddressChoice
                    list={book}
                    networkName={network.name}
                    now={form.now}
                    selected={form.address?.id}
                    onSelect={form.setAddress}
                    isDisabled={isDisabled}
                    problem={isAddressMissing ? t(m.addressNeeded) : undefined}
                  />
                )}
              </FormRow>
              <AmountRow
                info={info}
                decimals={network.decimals}
                of={asset}
                value={form.amount}
                onChange={form.setAmount}
                isDisabled={isDisabled}
                problem={form.amount === "" && !showsProblems ? undefined : problemText(t, form.problem, asset, own)}
              />
              {info.asksReceiver && (
                <ReceiverRow
                  value={form.receiver}
                  onChange={form.setReceiver}
                  problem={receiverText(t, form.receiverProblem, showsProblems)}
                />
              )}
            </>
          )}
        </>
      )}
    </FormBody>
  );
}

/** What is to be reviewed; undefined while something is missing or wrong. */
export function reviewedOf(form: WithdrawalForm): Reviewed | undefined {
  const { info, network, address, counted } = form;
  if (!form.isWhole || address === undefined || network === undefined || counted === undefined) return undefined;
  const receiver = info?.asksReceiver === true ? form.receiver.trim() : "";
  return { address, network, counted, amount: finishedDecimal(form.amount), receiver };
}

type FormResultProps = { form: WithdrawalForm; formId: string; asset: AssetEntry };

/** What it comes to, and the one button. */
export function FormResult({ form, formId, asset }: FormResultProps) {
  const t = useTexts();
  const { info, network, counted } = form;
  return (
    <div className="grid gap-4">
      <WithdrawalReceipt info={info} counted={counted} fee={network?.fee} of={asset} />
      <SubmitButton
        label={t(m.review)}
        form={formId}
        isPending={false}
        isDisabled={info === undefined || form.obstacle !== undefined || network === undefined}
        testId="withdrawal-review-open"
      />
      <p className="text-12 text-pretty text-muted">{t(m.calm)}</p>
    </div>
  );
}
