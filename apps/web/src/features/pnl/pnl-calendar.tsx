import type { Pnl } from "@tidemark/contracts";
import { classNames, IconButton } from "@tidemark/kit-ui";
import { cutText, printUnits } from "@tidemark/money";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { signedUnitsText } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { dayMs } from "../../lib/format/utc-days.ts";
import { currentLang } from "../../lib/i18n/languages.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { NetPanel, type PnlScope, toneOf } from "./pnl-figures.tsx";
import { m } from "./pnl-messages.ts";
import { type CalendarDay, calendarOf, firstWeekday, largestOf, monthAfter, shareOf } from "./pnl-model.ts";

const scale = 8;
/** A Sunday. */
const sunday = Date.UTC(2026, 10, 1);

/** The names of a week's days, the first one first. */
function weekdays(locale: string, first: number): readonly string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" });
  return Array.from({ length: 7 }, (_, at) => format.format(sunday + (first + at) * dayMs));
}

/** The days of a month by what they came to: the fuller the colour, the more. A day opens the parts of its sum. */
export function PnlCalendar({ days, scope, title }: { days: Pnl["days"]; scope: PnlScope; title?: string }) {
  const t = useTexts();
  const [month, setMonth] = useState(scope.to.slice(0, 7));
  const locale = currentLang().replace("_", "-");
  const firstDay = firstWeekday(locale);
  const cells = calendarOf(month, days, firstDay);
  const nets = cells.flatMap((cell) => (cell?.sums === undefined ? [] : [requireUnits(cell.sums.net)]));
  const most = largestOf(nets);
  return (
    <section aria-label={title ?? t(m.calendar)}>
      <div className="flex items-center justify-between">
        <h2 className="text-16 font-semibold">{title ?? t(m.calendar)}</h2>
        <span className="flex items-center gap-1">
          <IconButton
            size="sm"
            aria-label={t(m.before)}
            isDisabled={month <= scope.from.slice(0, 7)}
            onPress={() => setMonth(monthAfter(month, -1))}
          >
            <ChevronLeft size={16} className="rtl:-scale-x-100" />
          </IconButton>
          <span className="num text-13 font-medium">{month}</span>
          <IconButton
            size="sm"
            aria-label={t(m.after)}
            isDisabled={month >= scope.to.slice(0, 7)}
            onPress={() => setMonth(monthAfter(month, 1))}
          >
            <ChevronRight size={16} className="rtl:-scale-x-100" />
          </IconButton>
        </span>
      </div>
      {nets.length > 0 && <MonthSum nets={nets} scope={scope} />}
      <div className="mt-3 grid grid-cols-7 gap-1">
        {weekdays(locale, firstDay).map((name) => (
          <span key={name} className="pb-1 text-center text-11 text-muted">
            {name}
          </span>
        ))}
        {cells.map((cell, at) =>
          cell === undefined ? (
            <span key={`blank ${at}`} />
          ) : (
            <Day
              key={cell.day}
              cell={cell}
              share={cell.sums === undefined ? 0 : shareOf(requireUnits(cell.sums.net), most)}
              scope={scope}
            />
          ),
        )}
      </div>
    </section>
  );
}

/** What the days of the month came to together. */
function MonthSum({ nets, scope: { asset, decimals } }: { nets: readonly bigint[]; scope: PnlScope }) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const sum = nets.reduce((total, net) => total + net, 0n);
  return (
    <p className="mt-1 flex justify-between gap-4 text-13 text-muted">
      {t(m.net, { asset })}
      <b className={classNames("num font-semibold", toneOf(printUnits(sum)))} data-testid="pnl-month-sum">
        {own(signedUnitsText(sum, decimals, scale))}
      </b>
    </p>
  );
}

function Day({ cell: { day, date, sums }, share, scope }: { cell: CalendarDay; share: number; scope: PnlScope }) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const face = "relative grid h-11 content-between rounded-control p-1.5 text-11";
  if (sums === undefined) return <span className={classNames(face, "num text-muted")}>{date}</span>;
  const net = requireUnits(sums.net);
  const amount = signedUnitsText(net, scope.decimals, scale);
  return (
    <NetPanel
      sums={sums}
      scope={scope}
      day={day}
      label={t(m.dayFills, { day, amount: own(amount) })}
      faceClassName={classNames(face, "overflow-hidden text-start hover:ring-1 hover:ring-ink")}
      testId="pnl-day"
      face={
        <>
          <span
            aria-hidden
            className={classNames("absolute inset-0", net < 0n ? "bg-fall-solid" : "bg-rise-solid")}
            style={{ opacity: 0.12 + 0.38 * share }}
          />
          <span className="num relative">{date}</span>
          <span className="num relative text-end font-medium">{own(shortText(amount))}</span>
        </>
      }
    />
  );
}

/** Whole numbers where there is no room for decimals; amounts below ten keep what fits. */
function shortText(amount: string): string {
  const [whole = "", decimals = ""] = amount.split(".");
  return whole.replaceAll(/\D/g, "").length > 1 || decimals === ""
    ? whole
    : cutText(amount.slice(1), 2).padStart(5, amount[0]);
}
