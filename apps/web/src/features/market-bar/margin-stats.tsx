import { Skeleton } from "@tidemark/kit-ui";
import { shortText } from "@tidemark/money";
import { percentOfRate } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { usePairTerms } from "../../lib/margin/use-margin-pair.ts";
import type { MarginMarket } from "../../lib/markets/market.ts";
import { IndexStat } from "./index-stat.tsx";
import { m } from "./margin-stats-messages.ts";
import { Stat } from "./stat.tsx";

/** The index that levels are measured at, what a loan costs, and what is left to lend. */
export function MarginStats({ market }: { market: MarginMarket }) {
  const t = useTexts();
  const terms = usePairTerms(market.symbol);
  const figure = (text: string | undefined, width: string, testId: string) =>
    text === undefined ? (
      <Skeleton>{width}</Skeleton>
    ) : (
      <span className="num" data-testid={testId}>
        {text}
      </span>
    );
  const rate = (hourly: number | undefined) =>
    hourly === undefined ? undefined : t(m.anHour, { rate: percentOfRate(hourly) });
  return (
    <>
      <IndexStat market={market} />
      <Stat label={t(m.interest, { asset: market.quote })}>
        {figure(rate(terms?.quoteRate), "0.00092% / h", "interest-quote")}
      </Stat>
      <Stat label={t(m.interest, { asset: market.base })}>
        {figure(rate(terms?.baseRate), "0.00041% / h", "interest-base")}
      </Stat>
      <Stat label={t(m.pool, { asset: market.quote })}>
        {figure(terms === undefined ? undefined : shortText(terms.quotePool), "4.18M", "pool-quote")}
      </Stat>
      <Stat label={t(m.pool, { asset: market.base })}>
        {figure(terms === undefined ? undefined : shortText(terms.basePool), "100.00", "pool-base")}
      </Stat>
    </>
  );
}
