import { classNames } from "@tidemark/kit-ui";
import type { ReactNode } from "react";
import { shown, shownUnits } from "../../../lib/format/number-text.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import type { ContractMarket } from "../../../lib/markets/market.ts";
import { type ContractForm, type ContractSummary, type PositionSide, positionSides } from "./contract-form.ts";
import { m } from "./contract-messages.ts";
import type { OrderPreview } from "../shell/use-order-preview.ts";

export type ContractReceiptProps = {
  form: ContractForm;
  market: ContractMarket;
  summary: ContractSummary;
  previews: Readonly<Record<PositionSide, OrderPreview>>;
};

const none = "—";

/** What each button would do, as the engine answers: the long position is always the first column. */
export function ContractReceipt({ form, market, summary, previews }: ContractReceiptProps) {
  const t = useTexts();
  const money = (text: string | undefined): string =>
    text === undefined || text === "" ? none : shown(text, Math.max(4, market.valueDecimals));
  const price = (text: string | undefined): string =>
    text === undefined || text === "" ? none : shown(text, market.priceDecimals);
  const lines: readonly { id: string; label: string; of: (side: PositionSide) => string }[] = [
    ...(form.use === "open"
      ? [
          { id: "cost", label: t(m.cost), of: (side: PositionSide) => money(previews[side].data?.reserve) },
          {
            id: "margin",
            label: t(m.margin),
            of: (side: PositionSide) => {
              const margin = previews[side].data === undefined ? undefined : summary[side].reserve?.initialMargin;
              return margin === undefined
                ? none
                : shownUnits(margin, Math.max(4, market.valueDecimals), market.settleAsset.scale);
            },
          },
        ]
      : [{ id: "pnl", label: t(m.realised), of: (side: PositionSide) => money(previews[side].data?.realisedPnl) }]),
    { id: "fee", label: t(m.fee), of: (side) => money(previews[side].data?.fee) },
    {
      id: "liquidation",
      label: t(m.liquidation),
      of: (side) => price(previews[side].data?.position?.liquidationPrice),
    },
  ];
  const cell = (side: PositionSide, text: ReactNode, testId: string) => (
    <td
      key={side}
      data-testid={testId}
      className={classNames("num text-end font-medium transition-opacity", previews[side].isOld && "opacity-50")}
    >
      {text}
    </td>
  );
  return (
    <table className="w-full text-12 [&_td]:py-0.5 [&_th]:py-0.5 [&_th]:font-normal">
      <thead>
        <tr>
          <th scope="col" className="text-start text-muted">
            {t(m.estimate, { asset: market.valueUnit })}
          </th>
          <th scope="col" className="text-end text-rise">
            {t(m.long)}
          </th>
          <th scope="col" className="text-end text-fall">
            {t(m.short)}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ id, label, of }) => (
          <tr key={id}>
            <th scope="row" className="text-start text-muted">
              {label}
            </th>
            {positionSides.map((side) => cell(side, of(side), `receipt-${id}-${side.toLowerCase()}`))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
