import type { AffectedPart, ComponentState, StatusLine } from "@tidemark/contracts";
import { classNames } from "@tidemark/kit-ui";
import { utcDayText } from "../../lib/format/number-text.ts";
import { dayMs } from "../../lib/format/utc-days.ts";
import { type Translate, useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./status-messages.ts";
import { partText, uptimeText } from "./status-text.ts";

const partsShown = 3;

/** Green and red are directions of prices: a state is the brand's colour, amber, or as dark as text. */
export const stateLooks: Readonly<Record<ComponentState, string>> = {
  OPERATIONAL: "bg-brand/55",
  DEGRADED: "bg-warn",
  HALTED: "bg-ink/85",
  DOWN: "bg-ink/85",
  NOT_MEASURED: "bg-line-strong",
};
const stateInks: Readonly<Record<ComponentState, string>> = {
  OPERATIONAL: "text-muted",
  DEGRADED: "text-warn",
  HALTED: "text-ink",
  DOWN: "text-ink",
  NOT_MEASURED: "text-muted",
};

/** "BTC/USDT halted, ETH/USDT halted, 4 more"; empty where the component as a whole is meant and its state says all. */
export function partsText(t: Translate, affected: readonly AffectedPart[]): string {
  const texts = affected
    .slice(0, partsShown)
    .map(({ part, problem }) => t(m[`part${problem}`], { part: partText(part) }));
  const left = affected.length - partsShown;
  return [...texts, ...(left > 0 ? [t(m.more, { count: left })] : [])].join(", ");
}

function Days({ line, lastDayAt }: { line: StatusLine; lastDayAt: number }) {
  const t = useTexts();
  const { days, uptime } = line;
  return (
    <div>
      <p className="sr-only">{t(m.daysLabel, { count: days.length, uptime: uptimeText(uptime) })}</p>
      {/* Time runs from left to right in every language, as in charts. */}
      <div dir="ltr" aria-hidden data-testid="days" className="flex h-7 gap-px w768:gap-0.5">
        {days.map((day, place) => {
          const at = lastDayAt - (days.length - 1 - place) * dayMs;
          const parts = [
            utcDayText(at),
            t(m[`state${day.state}`]),
            ...(day.uptime === null ? [] : [uptimeText(day.uptime)]),
          ];
          return (
            <span
              key={at}
              title={parts.join(" · ")}
              className={classNames("min-w-0 flex-1 rounded-[1px] hover:opacity-70", stateLooks[day.state])}
            />
          );
        })}
      </div>
    </div>
  );
}

/** One line for each component: its state now, its last days and the share of them in which it worked. */
export function StatusLines({ lines, at }: { lines: readonly StatusLine[]; at: number }) {
  const t = useTexts();
  return (
    <ul>
      {lines.map((line) => {
        const parts = partsText(t, line.affected);
        const state = t(m[`state${line.state}`]);
        return (
          <li
            key={line.component}
            data-testid="status-line"
            data-component={line.component}
            data-state={line.state}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-2 border-b border-line py-3 w768:grid-cols-[minmax(0,220px)_minmax(0,1fr)_76px] w1024:grid-cols-[minmax(0,260px)_minmax(0,1fr)_76px]"
          >
            <div className="min-w-0">
              <h3 className="text-14 leading-5 font-semibold">{t(m[line.component])}</h3>
              <p className={classNames("text-12 leading-4 break-words", stateInks[line.state])}>
                {parts === "" ? state : `${state}: ${parts}`}
              </p>
            </div>
            <div className="col-span-full row-start-2 w768:col-span-1 w768:row-start-auto">
              <Days line={line} lastDayAt={at} />
            </div>
            <p className="num self-start text-end text-14 leading-5 text-muted w768:self-center">
              {uptimeText(line.uptime)}
            </p>
          </li>
        );
      })}
    </ul>
  );
}
