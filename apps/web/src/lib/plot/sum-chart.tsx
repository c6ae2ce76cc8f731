import { Segmented } from "@tidemark/kit-ui";
import { type ReactNode, useState } from "react";
import { utcDayText } from "../format/number-text.ts";
import { dayStart } from "../format/utc-days.ts";
import { LevelCurve } from "./level-curve.tsx";
import { levelLineOf } from "./level-line.ts";
import { type DaySum, sumCourse, type SumRange, sumRanges } from "./sum-course.ts";

const headroom = 16;

type SumChartProps = {
  title: string;
  days: readonly DaySum[];
  /** The sum of the range in words. */
  sumText: (units: bigint) => string;
  rangeLabel: string;
  rangeTexts: Readonly<Record<SumRange, string>>;
  /** Between the title and the chart. */
  children?: ReactNode;
  /** Further choices beside the range. */
  choices?: ReactNode;
  /** In place of the chart where nothing has come in yet. */
  empty: ReactNode;
  testId: string;
};

/** What came in, added up over a range. Time runs from left to right in every language. */
export function SumChart(props: SumChartProps) {
  const { title, days, sumText, rangeLabel, rangeTexts, children, choices, empty, testId } = props;
  const [now] = useState(Date.now);
  const [range, setRange] = useState<SumRange>("30D");
  const course = sumCourse(days, range, now);
  if (course === undefined) return empty;
  const readings = course.levels.map((level, at) => ({ at, level: Number(level) }));
  const shape = levelLineOf(readings, { from: 0, to: readings.length - 1, low: 0, high: Number(course.sum), headroom });
  const sum = sumText(course.sum);
  return (
    <section aria-label={title} className="min-w-0" data-testid={testId}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-13 text-muted">{title}</h2>
        <span className="flex flex-wrap gap-3">
          {choices}
          <Segmented
            label={rangeLabel}
            size="switch"
            items={sumRanges.map((id) => ({ id, label: rangeTexts[id] }))}
            selected={range}
            onSelect={setRange}
          />
        </span>
      </div>
      {children}
      <figure dir="ltr" className="mt-2 text-11 text-muted">
        <div
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn here
          role="img"
          aria-label={sum}
          className="relative h-30"
        >
          {shape !== undefined && <LevelCurve shape={shape} headroom={headroom} highest={sum} />}
        </div>
        <figcaption className="flex justify-between gap-4 border-t border-line pt-1.5">
          {[course.from, course.to].map((day) => (
            <span key={day} className="date">
              {utcDayText(dayStart(day))}
            </span>
          ))}
        </figcaption>
      </figure>
    </section>
  );
}
