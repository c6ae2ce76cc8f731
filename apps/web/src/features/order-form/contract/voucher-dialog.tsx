import type { CouponRow } from "@tidemark/contracts";
import type { AnswerOf } from "@tidemark/kit-client";
import { Receipt, ReceiptLine, Segmented, Select, Skeleton, Slider, toast } from "@tidemark/kit-ui";
import { type ReactNode, useState } from "react";
import { client } from "../../../lib/client/client.ts";
import { usePreview } from "../../../lib/client/use-preview.ts";
import { FormDialog } from "../../../lib/dialogs/form-dialog.tsx";
import { RefusalNote } from "../../../lib/dialogs/refusal-note.tsx";
import { assetText } from "../../../lib/format/asset-text.ts";
import { shown, utcDayText } from "../../../lib/format/number-text.ts";
import { useSubmit } from "../../../lib/forms/use-submit.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { leverageText, type PositionSide, positionSides } from "../../../lib/markets/margin-settings.ts";
import type { ContractMarket } from "../../../lib/markets/market.ts";
import { intentText, m as contractTexts } from "./contract-messages.ts";
import { leverageBounds } from "./voucher-form.ts";
import { m } from "./voucher-messages.ts";

type VoucherDialogProps = {
  market: ContractMarket;
  /** At least one. */
  vouchers: readonly CouponRow[];
  onDone: () => void;
  onClose: () => void;
};

/** These refusals have a sentence about closing a position and about transfers: neither is what stands in the way here. */
const worded = ["VOUCHER_LEG", "INSUFFICIENT_TRANSFERABLE"] as const;
function wordsOf(name: string | undefined) {
  if (name === worded[0]) return m.sideTaken;
  return name === worded[1] ? m.campaignEmpty : undefined;
}

/** Opens the one position of a voucher: which one, which way, at what leverage, and what that is as the engine's preview answers. */
export function VoucherDialog({ market, vouchers, onDone, onClose }: VoucherDialogProps) {
  const t = useTexts();
  const [chosen, setChosen] = useState(vouchers[0]!);
  const [posSide, setPosSide] = useState<PositionSide>("LONG");
  const { min, max } = leverageBounds(chosen, market.contract.maxLeverage);
  const [wanted, setWanted] = useState(max);
  const leverage = Math.min(Math.max(wanted, min), max);
  const ask = { couponId: chosen.id, symbol: market.symbol, posSide, leverage };
  const preview = usePreview("previewVoucher", ask);
  const { submit, isPending, problem, clearProblem } = useSubmit<AnswerOf<"openVoucher">>({
    isWhole: true,
    beside: worded,
    onDone: ({ state }) => {
      if (state === "OPEN") toast.success(t(m.opened, { contract: market.title }));
      else if (state === "SENT") toast.info(t(m.sent));
      else toast.error(t(m.notFilled));
      onDone();
    },
  });
  const words = wordsOf(problem?.refusal ?? preview.refusalName);
  const refusal = words === undefined ? preview.refusal : t(words);
  const amountOf = (row: CouponRow) => `${shown(row.bonusAmount, 2)} ${assetText(row.asset)}`;
  const intent = t(intentText("open", posSide));
  /** What was refused was asked for something else. */
  const changed =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      clearProblem();
      set(value);
    };
  return (
    <FormDialog
      title={t(m.title, { contract: market.title })}
      submitLabel={intent}
      isPending={isPending}
      isDisabled={preview.isRefused || preview.isOld}
      onSubmit={() => void submit(() => client.call("openVoucher", ask), ask)}
      onClose={onClose}
      testId="voucher"
    >
      <Select
        size="form"
        label={t(m.voucher)}
        items={vouchers.map((row) => ({
          id: String(row.id),
          label: t(m.choice, { amount: amountOf(row), day: utcDayText(row.endAt) }),
        }))}
        selected={String(chosen.id)}
        onSelect={changed((id) => setChosen(vouchers.find((row) => String(row.id) === id) ?? chosen))}
        testId="voucher-choice"
      />
      <Segmented<PositionSide>
        label={t(contractTexts.use)}
        items={positionSides.map((id) => ({
          id,
          label: t(intentText("open", id)),
          testId: `voucher-${id.toLowerCase()}`,
        }))}
        selected={posSide}
        onSelect={changed(setPosSide)}
      />
      <div className="grid gap-2">
        <p className="flex justify-between text-13">
          <span className="text-muted">{t(contractTexts.leverage)}</span>
          <span className="num font-medium" data-testid="voucher-leverage">
            {leverageText({ LONG: leverage, SHORT: leverage })}
          </span>
        </p>
        {max > min && (
          <Slider
            label={t(contractTexts.leverage)}
            value={leverage}
            onChange={changed(setWanted)}
            min={min}
            max={max}
            stops={[min, max].map((value) => ({ value, text: `${value}×` }))}
            className="[--slider-ground:var(--layer)]"
          />
        )}
      </div>
      {refusal === undefined ? (
        <VoucherReceipt market={market} data={preview.isOld ? undefined : preview.data} />
      ) : (
        <RefusalNote text={refusal} />
      )}
      <p className="text-12 text-pretty text-muted">{t(m.rule)}</p>
    </FormDialog>
  );
}

type VoucherReceiptProps = { market: ContractMarket; data: AnswerOf<"previewVoucher"> | undefined };

function VoucherReceipt({ market, data }: VoucherReceiptProps) {
  const t = useTexts();
  const decimals = Math.max(4, market.valueDecimals);
  const price = (text: string) => (text === "" ? "—" : shown(text, market.priceDecimals));
  const line = (id: string, label: string, text: string | undefined, unit?: string): ReactNode => (
    <ReceiptLine label={label} testId={`voucher-${id}`}>
      {text === undefined ? (
        <Skeleton>1,046.8100</Skeleton>
      ) : (
        <>
          <span className="num">{text}</span>
          {unit !== undefined && <span className="font-normal text-muted"> {unit}</span>}
        </>
      )}
    </ReceiptLine>
  );
  return (
    <Receipt>
      {line("size", t(m.size), data && shown(data.qty, market.sizeDecimals), market.sizeUnit)}
      {line("entry", t(m.entry), data && price(data.entryPrice))}
      {line("margin", t(contractTexts.margin), data && shown(data.margin, decimals), market.valueUnit)}
      {line("fee", t(contractTexts.fee), data && shown(data.fee, decimals), market.valueUnit)}
      {line("liquidation", t(contractTexts.liquidation), data && price(data.liquidationPrice))}
    </Receipt>
  );
}
