import { ChoiceRows, DecimalField, TextField, Unit } from "@tidemark/kit-ui";
import { cutText, printUnits } from "@tidemark/money";
import { exactText, shown } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { FormRow } from "../../lib/forms/form-row.tsx";
import { MaxButton } from "../../lib/forms/max-button.tsx";
import type { WithdrawalInfo, WithdrawalNetwork } from "./withdrawal-form.ts";
import { m } from "./withdrawal-messages.ts";
import type { AssetLook } from "./withdrawal-receipt.tsx";

type NetworkRowProps = {
  info: WithdrawalInfo;
  selected: WithdrawalNetwork | undefined;
  onSelect: (network: WithdrawalNetwork["network"]) => void;
  isDisabled: boolean;
};

export function NetworkRow({ info, selected, onSelect, isDisabled }: NetworkRowProps) {
  const t = useTexts();
  return (
    <FormRow title={t(m.network)} hint={t(m.networkHint)}>
      {info.networks.length === 0 ? (
        <p className="rounded-control px-3 py-3.5 text-13 text-muted ring-1 ring-line-strong ring-inset">
          {t(m.noNetwork, { asset: info.asset })}
        </p>
      ) : (
        <ChoiceRows
          label={t(m.network)}
          selected={selected?.network}
          onSelect={onSelect}
          isDisabled={isDisabled}
          items={info.networks.map(({ network, name, fee, minWithdrawal }) => ({
            id: network,
            title: <bdi>{name}</bdi>,
            figures: [
              { label: t(m.fee), text: <span className="num">{exactText(fee, 2)}</span> },
              { label: t(m.minimum), text: <span className="num">{exactText(minWithdrawal, 2)}</span> },
            ],
            testId: `network-${network}`,
          }))}
        />
      )}
    </FormRow>
  );
}

type AmountRowProps = {
  info: WithdrawalInfo;
  decimals: number;
  of: AssetLook;
  value: string;
  onChange: (text: string) => void;
  problem: string | undefined;
  isDisabled: boolean;
};

export function AmountRow({ info, decimals, of, value, onChange, problem, isDisabled }: AmountRowProps) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const most = printUnits(requireUnits(cutText(info.available, decimals), decimals), decimals);
  return (
    <FormRow title={t(m.amount)}>
      <DecimalField
        label={t(m.amount)}
        isLabelHidden
        value={value}
        onChange={onChange}
        decimals={decimals}
        isLarge
        isDisabled={isDisabled}
        problem={problem}
        testId="withdrawal-amount"
        action={
          <>
            <span>{t(m.available)}</span>
            <span className="text-ink" data-testid="withdrawal-available">
              <span className="num">{own(shown(info.available, of.displayDecimals))}</span> {of.asset}
            </span>
          </>
        }
      >
        <Unit>{of.asset}</Unit>
        <MaxButton
          label={t(m.max)}
          isDisabled={isDisabled || !/[1-9]/.test(most)}
          onPress={() => onChange(most)}
          testId="withdrawal-max"
        />
      </DecimalField>
    </FormRow>
  );
}

type ReceiverRowProps = { value: string; onChange: (text: string) => void; problem: string | undefined };

/** Only where the law of the user's country asks for it. */
export function ReceiverRow({ value, onChange, problem }: ReceiverRowProps) {
  const t = useTexts();
  return (
    <FormRow title={t(m.receiver)} hint={t(m.receiverHint)}>
      <TextField
        label={t(m.receiverField)}
        value={value}
        onChange={onChange}
        maxLength={60}
        problem={problem}
        testId="withdrawal-receiver"
      />
    </FormRow>
  );
}
