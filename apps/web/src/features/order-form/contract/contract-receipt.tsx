import { classNames } from "@tidemark/kit-ui";
import type { ReactNode } from "react";
import { shown, shownUnits } from "../../../lib/format/number-text.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { type PositionSide, positionSides } from "../../../lib/markets/margin-settings.ts";
import type { ContractMarket } from "../../../lib/markets/market.ts";
import type { ContractForm, ContractSummary } from "./contract-form.ts";
import { m } from "./contract-messages.ts";
import type { Preview } from "../../../lib/client/use-preview.ts";

export type ContractReceiptProps = {
  form: ContractForm;
  market: ContractMarket;
  summary: ContractSummary;
  previews: Readonly<Record<PositionSide, Preview<"previewOrder">>>;
};

type Line = { id: string; label: string; before?: string | undefined; of: (side: PositionSide) => string };

const none = "—";

/** The ratio now; undefined where the sides have different ones, as isolated positions do. */
function ratioBefore(previews: ContractReceiptProps["previews"]): string | undefined {
  const [first, second] = positionSides.map((side) => previews[side].data?.marginRatio?.before ?? "");
  const before = first === "" ? second : first;
  return before === "" || before === undefined || (second !== "" && second !== before) ? undefined : `${before}%`;
}

/** What each button would do, as the engine answers: the long position is always the first column. */
export function ContractReceipt({ form, market, summary, previews }: ContractReceiptProps) {
  const t = useTexts();
  const money = (text: string | undefined): string =>
    text === undefined || text === "" ? none : shown(text, Math.max(4, market.valueDecimals));
  const units = (amount: bigint | undefined): string =>
    amount === undefined ? none : shownUnits(amount, Math.max(4, market.valueDecimals), market.settleAsset.scale);
  const price = (text: string | undefined): string =>
    text === undefined || text === "" ? none : shown(text, market.priceDecimals);
  const ratio = (text: string | undefined): string => (text === undefined || text === "" ? none : `${text}%`);
  const lines: readonly Line[] = [
    ...(form.use === "open"
      ? [
          {
            id: "cost",
            // A trigger order reserves nothing while it waits, and may then fail for lack of margin.
            label: t(form.trigger === undefined ? m.cost : m.reservedNow),
            of: (side: PositionSide) => money(previews[side].data?.reserve),
          },
          ...(form.trigger === undefined
            ? []
            : [
                {
                  id: "cost-then",
                  label: t(m.costIfSent),
                  of: (side: PositionSide) => units(summary[side].reserve?.reserve),
                },
              ]),
          {
            id: "margin",
            label: t(m.margin),
            // What a trigger order binds once it is sent is no part of its preview.
            of: (side: PositionSide) =>
              form.trigger === undefined
                ? money(previews[side].data?.initialMargin)
                : units(summary[side].reserve?.initialMargin),
          },
        ]
      : [{ id: "pnl", label: t(m.realised), of: (side: PositionSide) => money(previews[side].data?.realisedPnl) }]),
    { id: "fee", label: t(m.fee), of: (side) => money(previews[side].data?.fee) },
    {
      id: "liquidation",
      label: t(m.liquidation),
      of: (side) => price(previews[side].data?.position?.liquidationPrice),
    },
    {
      id: "ratio",
      label: t(m.marginRatio),
      before: ratioBefore(previews),
      of: (side) => ratio(previews[side].data?.marginRatio?.after),
    },
  ];
  const cell = (side: PositionSide, text: ReactNode, testId: string) => (
    <td
      key={side}
      data-testid={testId}
      data-old={previews[side].isOld || undefined}
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
        {lines.map(({ id, label, before, of }) => (
          <tr key={id}>
            <th scope="row" className="text-start text-muted">
              {label}
              {before !== undefined && (
                <span className="num ps-1.5 text-11" data-testid={`receipt-${id}-before`}>
                  {t(m.from, { before })}
                </span>
              )}
            </th>
            {positionSides.map((side) => cell(side, of(side), `receipt-${id}-${side.toLowerCase()}`))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
