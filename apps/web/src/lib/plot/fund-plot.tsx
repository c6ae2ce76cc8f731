import { classNames, Skeleton } from "@tidemark/kit-ui";
import { dateText, shown } from "../format/number-text.ts";
import { dayMs } from "../format/utc-days.ts";
import { useTexts } from "../i18n/texts.ts";
import { type FundLine, frameOfFund } from "./fund-line.ts";
import { FigureSkeleton } from "./figure-skeleton.tsx";
import { m } from "./plot-messages.ts";
import { LevelCurve } from "./level-curve.tsx";
import { levelLineOf } from "./level-line.ts";

const headroom = 16;

export type FundPlotProps = {
  line: FundLine | undefined;
  label: string;
  isStale: boolean;
  isUnavailable: boolean;
  heightClassName?: string;
};

/** The course of the fund with its high; below it the start and end of the line. Left to right in every language. */
export function FundPlot(props: FundPlotProps) {
  const { line, label, isStale, isUnavailable, heightClassName = "h-40 w768:h-60" } = props;
  const t = useTexts();
  const shape = line === undefined ? undefined : levelLineOf(line.readings, frameOfFund(line, headroom));
  const to = line?.readings.at(-1)?.at ?? 0;
  // Days are enough where there are many of them.
  const when = (at: number): string => dateText(at).slice(0, to - (line?.from.at ?? 0) > 3 * dayMs ? 10 : 16);
  return (
    <figure dir="ltr" className={classNames("text-11 text-muted transition-opacity", isStale && "opacity-50")}>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn here
        role="img"
        aria-label={label}
        className={classNames("relative", heightClassName)}
      >
        {line === undefined && !isUnavailable && <FigureSkeleton />}
        {line !== undefined && shape !== undefined && (
          <LevelCurve
            shape={shape}
            headroom={headroom}
            highest={t(m.highest, { amount: shown(line.highest.balance, 2) })}
          />
        )}
      </div>
      <figcaption className="flex justify-between gap-4 border-t border-line pt-1.5">
        {[line?.from, line === undefined ? undefined : { ...line.now, at: to }].map((end, index) => (
          <span key={index} className="whitespace-nowrap">
            {end === undefined ? (
              !isUnavailable && <Skeleton>2026-08-16 50,021,730</Skeleton>
            ) : (
              <>
                <span className="date">{when(end.at)}</span>
                <span className="num ms-1.5 font-medium text-ink">{shown(end.balance, 0)}</span>
              </>
            )}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
