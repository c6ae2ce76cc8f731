import { PageTable, Tag } from "@tidemark/kit-ui";
import type { ReactNode } from "react";
import { minutesText } from "../../lib/format/duration-text.ts";
import { percentOfRate, shown } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { currentLang } from "../../lib/i18n/languages.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { m } from "./mark-price-messages.ts";
import { type MarkPart, markPartNames, type MarkParts, medianPartOf } from "./mark-rules.ts";

export type MarkMedianProps = {
  market: ContractMarket;
  /** Undefined until loaded. */
  parts: MarkParts | undefined;
  /** Of the last settlement, as a fraction. */
  lastRate: string | undefined;
  clampRate: number | undefined;
};

const names = { fundingBasis: m.fundingBasis, bookBasis: m.bookBasis, last: m.lastTrade } as const;

/** The three prices with their formula and its numbers; the middle one is marked. */
export function MarkMedian({ market, parts, lastRate, clampRate }: MarkMedianProps) {
  const t = useTexts();
  const median = parts === undefined ? undefined : medianPartOf(parts);
  const price = (text: string | undefined): string =>
    text === undefined || text === "" ? "—" : shown(text, market.priceDecimals);
  const formulaOf = (part: MarkPart): string => {
    if (parts === undefined) return "";
    const index = price(parts.index);
    const samples = String(parts.bookSamples);
    if (part === "last") return t(m.lastTradeFormula);
    if (part === "bookBasis")
      return parts.bookBasis === "" ? t(m.bookBasisMissing, { samples }) : t(m.bookBasisFormula, { index, samples });
    return t(m.fundingBasisFormula, {
      index,
      rate: lastRate === undefined ? "—" : percentOfRate(Number(requireUnits(lastRate))),
      until: minutesText(parts.untilFundingMs, currentLang()),
      interval: minutesText(market.contract.fundingIntervalMs, currentLang()),
    });
  };
  const cellOf = (part: MarkPart, column: string): ReactNode => {
    if (column === "part")
      return (
        <span className="flex items-center gap-2 font-medium">
          {t(names[part])}
          {part === median && <Tag tone="brand">{t(m.isMedian)}</Tag>}
        </span>
      );
    if (column === "formula") return <span className="text-12 text-muted">{formulaOf(part)}</span>;
    return <span className={`num ${part === median ? "font-semibold text-brand" : ""}`}>{price(parts?.[part])}</span>;
  };
  return (
    <section>
      <h2 className="text-16 font-semibold">{t(m.how)}</h2>
      <p className="mt-1 pb-1 text-13 text-muted">
        {t(m.howLead, { clamp: clampRate === undefined ? "—" : percentOfRate(clampRate) })} {t(m.isAlone)}
      </p>
      <PageTable
        isDense
        label={t(m.how)}
        columns={[
          { id: "part", label: t(m.part) },
          { id: "formula", label: t(m.formula), className: "max-w768:hidden" },
          { id: "value", label: t(m.value), align: "end" },
        ]}
        rows={markPartNames}
        keyOf={(part) => part}
        cellOf={cellOf}
        rowTestId="mark-part"
      />
    </section>
  );
}
