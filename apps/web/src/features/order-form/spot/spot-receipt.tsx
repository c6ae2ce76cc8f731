import type { ReactNode } from "react";
import { exactUnits, percentOfRate, shownUnits } from "../../../lib/format/number-text.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import type { SpotMarket } from "../../../lib/markets/market.ts";
import { VipTag } from "../../../lib/markets/vip-tag.tsx";
import { useOwnFees } from "../../../session/own-fees.ts";
import { MarketFillLines } from "../shell/market-fill-lines.tsx";
import type { SpotForm, SpotSummary } from "./spot-form.ts";
import { m } from "./spot-messages.ts";

export type SpotReceiptProps = {
  form: SpotForm;
  summary: SpotSummary;
  market: SpotMarket;
  /** What is paid stands elsewhere. */
  isShort: boolean;
};

/** What the order costs and brings. */
export function SpotReceipt({ form, summary, market, isShort }: SpotReceiptProps) {
  const t = useTexts();
  const level = useOwnFees()?.level;
  const isBuy = form.side === "BUY";
  const base = { asset: market.base, decimals: market.baseAsset.displayDecimals };
  const quote = { asset: market.quote, decimals: market.quoteDecimals };
  const [pays, receives] = isBuy ? [quote, base] : [base, quote];
  const about = summary.isEstimate && summary.lots > 0 ? "≈ " : "";
  const paysExactly = !isBuy || form.amount.by !== "size";
  const line = (label: ReactNode, units: bigint, { asset, decimals }: typeof base, testId: string, sign = about) => (
    <div className="flex justify-between gap-3">
      <dt className="text-muted">{label}</dt>
      <dd className="font-medium">
        <span className="num" data-testid={testId}>
          {sign}
          {(testId === "receipt-receives" ? shownUnits : exactUnits)(units, decimals)}
        </span>{" "}
        <span className="font-normal text-muted">{asset}</span>
      </dd>
    </div>
  );
  return (
    <dl className="grid gap-1.25" title={summary.isEstimate ? t(m.estimate) : undefined}>
      {summary.fill !== undefined && <MarketFillLines fill={summary.fill} market={market} />}
      {!isShort && line(t(m.youPay), summary.pays, pays, "receipt-pays", paysExactly ? "" : about)}
      {line(
        <>
          {t(m.fee, { rate: percentOfRate(summary.feeRate) })} <VipTag level={level} />
        </>,
        summary.fee,
        isBuy ? { ...base, decimals: 8 } : { ...quote, decimals: Math.max(4, quote.decimals) },
        "receipt-fee",
      )}
      {line(t(m.youReceive), summary.receives, receives, "receipt-receives")}
    </dl>
  );
}
