import { DecimalField, Unit } from "@tidemark/kit-ui";
import { printUnits } from "@tidemark/money";
import { assetText } from "../../lib/format/asset-text.ts";
import { exactUnits, shownUnits } from "../../lib/format/number-text.ts";
import { MaxButton } from "../../lib/forms/max-button.tsx";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { m } from "./earn-messages.ts";
import type { AmountProblem } from "./earn-rules.ts";

type Props = {
  asset: string;
  decimals: number;
  value: string;
  onChange: (text: string) => void;
  available: bigint | undefined;
  minimum: bigint;
  problem: AmountProblem | undefined;
};

/** The amount of a dialog, with what is available and a shortcut for all of it. */
export function AmountField({ asset, decimals, value, onChange, available, minimum, problem }: Props) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const texts = {
    missing: undefined,
    small: t(m.tooSmall, { minimum: exactUnits(minimum, 0), asset: assetText(asset) }),
    much:
      available === undefined
        ? undefined
        : t(m.tooMuch, { available: own(exactUnits(available, decimals)), asset: assetText(asset) }),
  };
  return (
    <DecimalField
      label={t(m.amount)}
      value={value}
      onChange={onChange}
      decimals={8}
      isLarge
      testId="earn-amount"
      problem={problem === undefined || value === "" ? undefined : texts[problem]}
      action={
        <span className="text-12 text-muted">
          {t(m.available)}{" "}
          <span className="num text-ink" data-testid="earn-available">
            {available === undefined ? "--" : own(shownUnits(available, decimals))} {assetText(asset)}
          </span>
        </span>
      }
    >
      <Unit>{assetText(asset)}</Unit>
      <MaxButton
        label={t(m.max)}
        isDisabled={available === undefined || available <= 0n}
        onPress={() => available !== undefined && onChange(printUnits(available))}
        testId="earn-max"
      />
    </DecimalField>
  );
}
