import { Skeleton } from "@tidemark/kit-ui";
import { printUnits, shortText } from "@tidemark/money";
import type { ReactNode } from "react";
import { Countdown } from "../../lib/format/countdown.tsx";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./overview-messages.ts";
import type { Totals } from "./overview-rules.ts";

const asset = "USDT";

/** The exchange as a whole, above its markets. */
export function MarketTotals({ totals, nextFundingAt }: { totals: Totals; nextFundingAt: number | undefined }) {
  const t = useTexts();
  const money = (units: bigint | undefined): ReactNode =>
    units === undefined ? (
      <Skeleton>00.00B USDT</Skeleton>
    ) : (
      <>
        <span className="num">{shortText(printUnits(units))}</span>{" "}
        <span className="text-13 font-normal text-muted">{asset}</span>
      </>
    );
  const figures = [
    { label: m.volumeDay, value: money(totals.volume) },
    { label: m.openInterest, value: money(totals.openValue) },
    {
      label: m.rising,
      value: (
        <span className="num">
          <span className="text-rise">{totals.rising}</span> <span className="font-normal text-muted">/</span>{" "}
          <span className="text-fall">{totals.falling}</span>
        </span>
      ),
    },
    { label: m.nextFunding, value: <Countdown to={nextFundingAt} /> },
  ];
  return (
    <dl className="mt-5 grid grid-cols-2 gap-y-4 w768:grid-cols-4">
      {figures.map(({ label, value }) => (
        <div
          key={t(label)}
          className="min-w-0 border-line w768:border-s w768:ps-5 w768:first:border-s-0 w768:first:ps-0"
        >
          <dt className="text-13 text-muted">{t(label)}</dt>
          <dd className="text-20 leading-7 font-semibold tracking-[-0.01em] whitespace-nowrap">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
