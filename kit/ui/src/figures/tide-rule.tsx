import { classNames } from "../theme/class-names.ts";
import { tideLayout, type TidePrice, type TideTone } from "./tide-layout.ts";

const ticks: Readonly<Record<TideTone, string>> = {
  liquidation: "bg-warn",
  exit: "bg-brand",
  entry: "bg-brand",
  mark: "bg-ink",
  plain: "bg-muted",
};
const inks: Readonly<Record<TideTone, string>> = {
  liquidation: "text-warn",
  exit: "text-ink",
  entry: "text-ink",
  mark: "text-ink",
  plain: "text-muted",
};

export type TideRuleProps = {
  /** Names the figure. */
  label: string;
  /** The most important first. */
  prices: readonly TidePrice[];
};

/** The prices of one position on one line, from low to high in every language. What a change moves is a coloured stretch. */
export function TideRule({ label, prices }: TideRuleProps) {
  const layout = tideLayout(prices);
  if (layout === undefined) return null;
  return (
    <figure aria-label={label} dir="ltr" className="relative h-14 text-11" data-testid="tide-rule">
      <span aria-hidden className="absolute inset-x-0 top-7 h-px bg-line-strong" />
      {layout.stretches.map(({ id, tone, from, to }) => (
        <span
          key={id}
          aria-hidden
          className={classNames("absolute top-[27px] h-0.75 opacity-80", ticks[tone])}
          // sides of the screen: prices run from left to right in every language
          style={{ left: `${from}%`, width: `${to - from}%` }}
        />
      ))}
      {layout.marks.map(({ id, label: name, text, tone, isOld, at, labelAt, isAbove }) => (
        <span key={id} className={isOld ? "opacity-70" : undefined}>
          <span
            aria-hidden
            // sides of the screen: prices run from left to right in every language
            className={classNames("absolute top-[22px] h-3 w-0.5 -translate-x-1/2 rounded-[1px]", ticks[tone])}
            // sides of the screen: prices run from left to right in every language
            style={{ left: `${at}%` }}
          />
          <span
            className={classNames("absolute whitespace-nowrap text-muted", isAbove ? "top-0" : "bottom-0")}
            // sides of the screen: prices run from left to right in every language
            style={{ left: `${labelAt}%` }}
          >
            {name} <b className={classNames("num font-medium", inks[tone])}>{text}</b>
          </span>
        </span>
      ))}
    </figure>
  );
}
