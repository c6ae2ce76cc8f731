import type { StatusIncident } from "@tidemark/contracts";
import { Tag } from "@tidemark/kit-ui";
import { durationText } from "../../lib/format/duration-text.ts";
import { utcDayText } from "../../lib/format/number-text.ts";
import { currentLang } from "../../lib/i18n/languages.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { partsText } from "./status-lines.tsx";
import { m } from "./status-messages.ts";
import { endText, utcTimeText } from "./status-text.ts";

/** The incidents of the shown days, the newest first, with begin, end and length. */
export function StatusIncidents({ list, at }: { list: readonly StatusIncident[]; at: number }) {
  const t = useTexts();
  const lang = currentLang();
  if (list.length === 0) return <p className="border-t border-line py-5 text-14 text-muted">{t(m.nothing)}</p>;
  return (
    <ul className="border-t border-line">
      {list.map(({ component, state, affected, from, until }) => {
        const time = utcTimeText(from);
        const parts = partsText(t, affected);
        return (
          <li
            key={`${component} ${from}`}
            data-testid="incident"
            className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 gap-y-1 border-b border-line py-4 w768:grid-cols-[112px_minmax(0,1fr)_auto]"
          >
            <time className="num justify-self-start text-13 text-muted">{utcDayText(from)}</time>
            <div className="col-span-full row-start-2 min-w-0 w768:col-span-1 w768:row-start-auto">
              <h3 className="text-14 leading-5 font-semibold">
                {t(m.incident, { component: t(m[component]), state: t(m[`state${state}`]) })}
              </h3>
              <p className="text-13 leading-5 break-words text-muted">
                {parts !== "" && <>{parts} · </>}
                <bdi>{until === null ? t(m.since, { time }) : `${time} – ${endText(from, until)} UTC`}</bdi>
              </p>
            </div>
            <div className="flex items-center gap-2 text-13">
              {until === null && <Tag tone="warn">{t(m.lasts)}</Tag>}
              <span className="whitespace-nowrap text-muted">
                {durationText(Math.max(0, (until ?? at) - from), lang)}
              </span>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
