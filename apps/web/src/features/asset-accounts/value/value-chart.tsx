import { useQuery } from "@tanstack/react-query";
import { classNames, Segmented, Skeleton } from "@tidemark/kit-ui";
import { useState } from "react";
import { answerOf } from "../../../lib/client/answer.ts";
import { browserTimeZone } from "../../../lib/exports/use-csv-export.ts";
import { lastDays } from "../../../lib/format/number-text.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { FigureSkeleton } from "../../../lib/plot/figure-skeleton.tsx";
import { LevelCurve } from "../../../lib/plot/level-curve.tsx";
import { levelLineOf } from "../../../lib/plot/level-line.ts";
import { useStored, valuationAsset } from "../../../lib/storage/choices.ts";
import { useOwnAmounts } from "../../../lib/storage/own-amounts.ts";
import { valueText } from "../../../session/holdings.ts";
import { useUser } from "../../../session/user.ts";
import { m as accounts } from "../asset-accounts-messages.ts";
import { frameOfValues, rangeLength, valueLineOf, type ValueLine, type ValueRange, valueRanges } from "./value-line.ts";
import { m } from "./value-messages.ts";

/** Days that have ended stay as they are: a long range, which reads all lines of a year, is asked for more rarely. */
const askEveryMs: Readonly<Record<ValueRange, number>> = {
  "7D": 30_000,
  "30D": 30_000,
  "90D": 2 * 60_000,
  "1Y": 10 * 60_000,
};
const headroom = 16;

function useValueDays(product: number | undefined, range: ValueRange) {
  const userId = useUser()?.userId ?? "";
  const counted = useStored(valuationAsset);
  const of = { valuationAsset: counted, ...(product === undefined ? {} : { product }) };
  return useQuery({
    queryKey: ["own", "value-days", userId, of, range],
    queryFn: ({ signal }) => {
      const days = lastDays(rangeLength[range], new Date());
      return answerOf("valueDays", { ...of, ...days, timeZone: browserTimeZone }, signal);
    },
    enabled: userId !== "",
    // Only another range of the same user, coin and account may stand until the answer is there.
    placeholderData: (before, query) => {
      const [, , user, asked] = query?.queryKey ?? [];
      return user === userId && JSON.stringify(asked) === JSON.stringify(of) ? before : undefined;
    },
    refetchInterval: askEveryMs[range],
    staleTime: askEveryMs[range],
    meta: { isQuiet: true },
  });
}

/** What an account, or all of them, was worth on each day, below the tidemark. Time runs from left to right in every language. */
export function ValueChart({ product }: { product?: number }) {
  const t = useTexts();
  const [range, setRange] = useState<ValueRange>("30D");
  const { data, isError, isPlaceholderData } = useValueDays(product, range);
  const line = data === undefined ? undefined : valueLineOf(data.days);
  const failure =
    data === undefined ? (isError ? t(m.failed) : undefined) : line === undefined ? t(m.noCourse) : undefined;
  const texts = {
    "7D": t(m.days, { count: 7 }),
    "30D": t(m.days, { count: 30 }),
    "90D": t(m.days, { count: 90 }),
    "1Y": t(m.year),
  };
  return (
    <section aria-label={t(m.title)} className="min-w-0" data-testid="value-chart" data-seq={data?.seq}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-13 text-muted">{t(m.title)}</h2>
        <Segmented
          label={t(m.range)}
          size="switch"
          items={valueRanges.map((id) => ({ id, label: texts[id], testId: `value-range-${id}` }))}
          selected={range}
          onSelect={setRange}
        />
      </div>
      <Course line={line} failure={failure} isStale={isPlaceholderData} />
      {data !== undefined && data.unpriced.length > 0 && (
        <p className="mt-2 text-11 text-muted">{t(accounts.unpriced, { assets: data.unpriced.join(", ") })}</p>
      )}
      <p className="mt-2 text-11 text-pretty text-muted">{t(m.hint)}</p>
    </section>
  );
}

type CourseProps = { line: ValueLine | undefined; failure: string | undefined; isStale: boolean };

function Course({ line, failure, isStale }: CourseProps) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const counted = useStored(valuationAsset);
  const shape = line === undefined ? undefined : levelLineOf(line.readings, frameOfValues(line, headroom));
  const print = (value: string): string => own(valueText(value, counted));
  const label =
    line === undefined ? t(m.title) : t(m.course, { from: print(line.from.value), to: print(line.now.value) });
  return (
    <figure dir="ltr" className={classNames("mt-2 text-11 text-muted transition-opacity", isStale && "opacity-50")}>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn here
        role="img"
        aria-label={label}
        className="relative h-35"
      >
        {line === undefined && failure === undefined && <FigureSkeleton />}
        {failure !== undefined && (
          <p className="grid size-full place-items-center text-12 [unicode-bidi:plaintext]">{failure}</p>
        )}
        {line !== undefined && shape !== undefined && (
          <LevelCurve
            shape={shape}
            headroom={headroom}
            highest={
              <span data-testid="value-highest">
                {t(m.highest, { amount: print(line.highest.value), day: line.highest.day.slice(5) })}
              </span>
            }
          />
        )}
      </div>
      <figcaption className="flex min-h-6 justify-between gap-4 border-t border-line pt-1.5">
        {(["from", "now"] as const).map((end) => (
          <span key={end} className="whitespace-nowrap">
            {line === undefined ? (
              failure === undefined && <Skeleton>11-14 48,216.94</Skeleton>
            ) : (
              <>
                <span className="date">{line[end].day.slice(5)}</span>
                <span className="num ms-1.5 font-medium text-ink" data-testid={`value-${end}`}>
                  {print(line[end].value)}
                </span>
              </>
            )}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
