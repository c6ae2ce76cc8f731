import { clockText, dayText, exactText } from "../format/number-text.ts";
import { useOwnAmounts } from "../storage/own-amounts.ts";

/** Day and time, on two lines where there is no room for one. */
export const TimeCell = ({ at }: { at: number }) => (
  <span className="num date inline-flex flex-wrap gap-x-1.5">
    <span className="whitespace-nowrap">{dayText(new Date(at))}</span>{" "}
    <span className="text-muted">{clockText(at)}</span>
  </span>
);

/** An own amount with its coin; hidden with the balances. */
export function AmountCell({ amount, asset, decimals }: { amount: string; asset: string; decimals: number }) {
  const { own } = useOwnAmounts();
  return (
    <span className="whitespace-nowrap">
      <span className="num">{own(exactText(amount, decimals))}</span> <span className="text-muted">{asset}</span>
    </span>
  );
}

/** A phone has room for three columns only if the names of states have most of it. */
export const narrowCell = "max-w768:pe-2 max-w768:text-12";
