import { classNames } from "@tidemark/kit-ui";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./positions-messages.ts";

/** From this rank on the position is among the first to be deleveraged. */
const warnRank = 4;
const ranks = [1, 2, 3, 4, 5] as const;

/** five lights; the more of them, the earlier the position is deleveraged. */
export function AdlLights({ rank }: { rank: number }) {
  const t = useTexts();
  return (
    <span title={t(m.adlRank, { rank })} className="inline-flex gap-0.5">
      <span className="sr-only">{t(m.adlRank, { rank })}</span>
      {ranks.map((at) => (
        <i
          key={at}
          className={classNames(
            "h-3 w-1 rounded-[1px]",
            at > rank ? "bg-line-strong" : rank >= warnRank ? "bg-warn" : "bg-muted",
          )}
        />
      ))}
    </span>
  );
}
