import { percentOfRate, shownUnits } from "../../../lib/format/number-text.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import type { MarketFill } from "./market-fill.ts";
import { m } from "./ticket-messages.ts";

type FillMarket = { readonly priceDecimals: number; readonly priceUnit: string };

/** Slippage is read in hundredths of a percent. */
const slippageStep = 10_000;
export const slippageText = ({ slippage }: MarketFill): string =>
  percentOfRate(Math.ceil(slippage / slippageStep) * slippageStep);

/** Lines of a receipt: at which average price the book would fill a market order, and how far that is from the best price. */
export function MarketFillLines({ fill, market }: { fill: MarketFill; market: FillMarket }) {
  const t = useTexts();
  return (
    <>
      <div className="flex justify-between gap-3">
        <dt className="text-muted">{t(m.averagePrice)}</dt>
        <dd className="font-medium">
          <span className="num" data-testid="receipt-average">
            ≈ {shownUnits(fill.average, market.priceDecimals)}
          </span>{" "}
          <span className="font-normal text-muted">{market.priceUnit}</span>
        </dd>
      </div>
      <div className="flex justify-between gap-3">
        <dt className="text-muted">{t(m.slippage)}</dt>
        <dd className="num font-medium" data-testid="receipt-slippage">
          {slippageText(fill)}
        </dd>
      </div>
    </>
  );
}
