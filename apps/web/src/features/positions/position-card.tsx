import { classNames, Tag } from "@tidemark/kit-ui";
import { useTexts } from "../../lib/i18n/texts.ts";
import { AdlLights } from "./adl-lights.tsx";
import type { LineProps } from "./position-line.tsx";
import { ExitTexts, Known, PositionActions } from "./position-parts.tsx";
import { usePositionTexts } from "./position-texts.ts";
import { m } from "./positions-messages.ts";

/** The phone's shape of a position. */
export function PositionCard({ onAct, isOnItsWay, ...facts }: LineProps) {
  const t = useTexts();
  const texts = usePositionTexts(facts);
  const { market } = facts.held;
  const fields = [
    { label: `${t(m.size)} (${market.sizeUnit})`, text: texts.size, like: "1.840" },
    { label: t(m.margin), text: texts.margin, like: "4,796.97" },
    { label: t(m.liquidation), text: texts.liquidation, like: "99,124.3" },
    { label: t(m.entry), text: texts.entry, like: "103,214.6" },
    { label: t(m.mark), text: texts.mark, like: "104,281.9" },
    { label: t(m.realised), text: texts.realised, like: "−38.31" },
    { label: t(m.value), text: texts.value, like: "191,878.70" },
    { label: t(m.marginRatio), text: texts.ratio ?? "—", like: "8.44%" },
    { label: t(m.openedAt), text: texts.openedAt, like: "11-16 21:40:12" },
  ];
  return (
    <li data-testid="position-row" className="grid gap-3 border-t border-line p-3 first:border-0">
      <div className="flex flex-wrap items-center gap-1.5">
        <b className="text-14 font-semibold">{market.title}</b>
        <span className={texts.tone === "rise" ? "text-rise" : "text-fall"}>{texts.side}</span>
        {texts.settings !== undefined && <Tag>{texts.settings}</Tag>}
        {texts.isVoucher && <Tag tone="brand">{t(m.voucher)}</Tag>}
        <span className="ms-auto">{texts.adlRank !== undefined && <AdlLights rank={texts.adlRank} />}</span>
      </div>
      <div className="flex items-end justify-between gap-3">
        <span className="grid">
          <small className="text-11 text-muted">
            {t(texts.isPnlByLast ? m.pnlByLast : m.pnl)} ({market.valueUnit})
          </small>
          <Known text={texts.pnl} like="+1,963.83" className={classNames("text-20 font-medium", texts.pnlClass)} />
        </span>
        <span className="grid justify-items-end">
          <small className="text-11 text-muted">{t(m.roe)}</small>
          <Known text={texts.roe} like="+41.36%" className={classNames("text-16 font-medium", texts.pnlClass)} />
        </span>
      </div>
      <dl className="grid grid-cols-3 gap-x-3 gap-y-2">
        {fields.map(({ label, text, like }, at) => (
          <div key={label} className={classNames("grid", at % 3 === 2 && "justify-items-end")}>
            <dt className="text-11 text-muted">{label}</dt>
            <dd>
              <Known text={text} like={like} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex items-center justify-between text-muted">
        {t(m.exits)}
        <ExitTexts market={market} side={texts.side} tp={texts.tp} sl={texts.sl} onEdit={() => onAct("exits")} />
      </div>
      <PositionActions
        hasOwnMargin={texts.hasOwnMargin}
        isVoucher={texts.isVoucher}
        onAct={onAct}
        isOnItsWay={isOnItsWay}
        isCard
      />
    </li>
  );
}
