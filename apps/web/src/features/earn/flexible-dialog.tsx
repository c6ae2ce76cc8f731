import type { FlexibleProduct } from "@tidemark/contracts";
import { earnInterest, group } from "@tidemark/money";
import { useState } from "react";
import { client } from "../../lib/client/client.ts";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import { assetText } from "../../lib/format/asset-text.ts";
import { exactUnits, utcDayText } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { dayMs } from "../../lib/format/utc-days.ts";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { FactList } from "../../lib/markets/fact-list.tsx";
import { AmountField } from "./amount-field.tsx";
import { m } from "./earn-messages.ts";
import { nextMidnight } from "./earn-rules.ts";
import { useAmount } from "./use-amount.ts";
import { useEarning, useRefresh } from "./use-earn.ts";

type Props = {
  product: FlexibleProduct;
  /** Put in, or take out. */
  isIn: boolean;
  /** What terms hold of the coin. */
  bound: bigint;
  decimals: number;
  onClose: () => void;
};

/** Money of the Capital Account into flexible Earn, or back. */
export function FlexibleDialog({ product, isIn, bound, decimals, onClose }: Props) {
  const t = useTexts();
  const [now] = useState(Date.now);
  const { free, earning } = useEarning();
  const refresh = useRefresh();
  const { asset } = product;
  const all = earning(asset);
  const available = isIn ? free(asset) : all === undefined ? undefined : all > bound ? all - bound : 0n;
  const minimum = isIn ? requireUnits(product.minimum) : 1n;
  const { field, isWhole, sent, units } = useAmount(asset, minimum, available);
  const values = { amount: group(sent), asset: assetText(asset) };
  const { submit, isPending } = useSubmit({
    isWhole,
    doneText: t(isIn ? m.joined : m.takenOut, values),
    onDone: () => {
      refresh();
      onClose();
    },
  });
  const ask = { asset, amount: sent };
  const daily = earnInterest(units, requireUnits(product.yearRate), 1);
  return (
    <FormDialog
      title={t(isIn ? m.joinFlexible : m.takeOutOf, { asset: assetText(asset) })}
      submitLabel={t(isIn ? m.join : m.takeOut)}
      isPending={isPending}
      isDisabled={!isWhole}
      onSubmit={() =>
        void submit(
          (requestId) =>
            isIn
              ? client.call("earnSubscribe", { ...ask, requestId })
              : client.call("earnRedeem", { ...ask, requestId }),
          ask,
        )
      }
      onClose={onClose}
      testId="earn-flexible"
    >
      <AmountField {...field} decimals={decimals} />
      {isIn && (
        <FactList
          facts={[
            { label: t(m.dayInterest), value: `${exactUnits(daily, decimals)} ${assetText(asset)}` },
            { label: t(m.firstInterest), value: `${utcDayText(nextMidnight(now) + dayMs)} UTC` },
          ]}
        />
      )}
      {!isIn && bound > 0n && (
        <p className="text-12 text-muted">
          {t(m.boundNote, { amount: exactUnits(bound, 0), asset: assetText(asset) })}
        </p>
      )}
    </FormDialog>
  );
}
