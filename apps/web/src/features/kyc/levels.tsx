import type { MessageDescriptor } from "@lingui/core";
import { withdrawalDayLimits } from "@tidemark/contracts";
import { classNames, Tag } from "@tidemark/kit-ui";
import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { shown } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { levels as m } from "./kyc-messages.ts";

type Line = { readonly texts: MessageDescriptor; readonly isNot?: true };

/** What each level takes, and what it gives; the limits are those that withdrawals are refused by. */
const list: readonly { readonly needs: MessageDescriptor; readonly lines: readonly Line[] }[] = [
  { needs: m.contact, lines: [{ texts: m.trade }, { texts: m.transfer }, { texts: m.withdraw, isNot: true }] },
  { needs: m.document, lines: [{ texts: m.everythingOf }, { texts: m.withdrawUpTo }] },
  { needs: m.request, lines: [{ texts: m.everythingOf }, { texts: m.higher }] },
];

type LevelsProps = {
  /** The level that the user has. */
  level: number;
  /** The way to the next one, in its column. */
  action?: ReactNode;
};

/** The levels with their limits, a line in the brand's colour over the own one. */
export function Levels({ level, action }: LevelsProps) {
  const t = useTexts();
  return (
    <ol className="grid border-y border-line w768:grid-cols-3" aria-label={t(m.title)}>
      {list.map(({ needs, lines }, one) => {
        const isOwn = one === level;
        return (
          <li
            key={one}
            data-testid="kyc-level"
            {...(isOwn ? { "aria-current": "true" as const } : {})}
            className={classNames(
              "relative grid content-start gap-1 py-5 not-first:border-line max-w768:not-first:border-t w768:px-5 w768:not-first:border-s w768:first:ps-0",
              isOwn && "before:absolute before:inset-x-0 before:-top-px before:h-0.5 before:bg-brand",
            )}
          >
            <h3 className="flex flex-wrap items-center gap-2 text-14 leading-5 font-semibold">
              {t(m.level, { level: one })}
              {isOwn && <Tag tone="brand">{t(m.here)}</Tag>}
            </h3>
            <p className="text-12 leading-4 text-muted">{t(needs)}</p>
            <p className="mt-2 flex flex-wrap items-baseline gap-x-1.5">
              <span className="num text-28 leading-9 font-semibold tracking-[-0.025em]">
                {shown(withdrawalDayLimits[one]!, 0)}
              </span>
              <span className="text-12 text-muted">{t(m.perDay)}</span>
            </p>
            <ul className="mt-2 grid gap-2 text-13">
              {lines.map(({ texts, isNot = false }) => {
                const Sign = isNot ? Minus : Check;
                return (
                  <li key={texts.id} className={classNames("flex items-start gap-2", isNot && "text-muted")}>
                    <span className={classNames("flex h-[1lh] flex-none items-center", !isNot && "text-brand")}>
                      <Sign aria-hidden size={14} />
                    </span>
                    <span className="min-w-0">
                      {t(texts, { level: one - 1 })}
                      {isNot && <span className="sr-only">: {t(m.no)}</span>}
                    </span>
                  </li>
                );
              })}
            </ul>
            {one === level + 1 && action !== undefined && <div className="mt-4">{action}</div>}
          </li>
        );
      })}
    </ol>
  );
}
