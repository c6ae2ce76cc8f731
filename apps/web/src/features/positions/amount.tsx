import { Skeleton } from "@tidemark/kit-ui";
import { shown, shownUnits } from "../../lib/format/number-text.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { averageOf } from "../../lib/markets/market-value.ts";

type AmountProps = { text: string | undefined; decimals: number; unit: string };

/** A number and its unit, or a bar until it is known. */
export function Amount({ text, decimals, unit }: AmountProps) {
  if (text === undefined) return <Skeleton>1,234.56 USDT</Skeleton>;
  return (
    <>
      <span className="num">{shown(text, decimals)}</span> <span className="font-normal text-muted">{unit}</span>
    </>
  );
}

/** Fees and profits of one act are small: more decimals than a balance has. */
export function ActMoney({ market, text }: { market: ContractMarket; text: string | undefined }) {
  return <Amount text={text} decimals={Math.max(4, market.valueDecimals)} unit={market.valueUnit} />;
}

type Filled = { readonly filledQty: string; readonly filledValue: string };

/** The average price of what an act would fill; nothing filled has none. */
export function AveragePrice({ market, filled }: { market: ContractMarket; filled: Filled | undefined }) {
  if (filled === undefined) return <Skeleton>104,286.4</Skeleton>;
  const average = averageOf(market, filled.filledValue, filled.filledQty);
  return <span className="num">{average === undefined ? "—" : shownUnits(average, market.priceDecimals)}</span>;
}
