import { Cell, Row, Tag } from "@tidemark/kit-ui";
import { Pencil } from "lucide-react";
import { useTexts } from "../../lib/i18n/texts.ts";
import { AdlLights } from "./adl-lights.tsx";
import { type ActsProps, ExitTexts, Known, PositionActions } from "./position-parts.tsx";
import { type LineFacts, usePositionTexts } from "./position-texts.ts";
import { m } from "./positions-messages.ts";

export type LineProps = LineFacts & ActsProps;

export function PositionLine({ onAct, isOnItsWay, ...facts }: LineProps) {
  const t = useTexts();
  const texts = usePositionTexts(facts);
  const { market } = facts.held;
  return (
    <Row testId="position-row" tone={texts.tone}>
      <Cell align="start">
        <b className="block font-semibold">{market.title}</b>
        <small className="text-11 text-muted">
          <span className={texts.tone === "rise" ? "text-rise" : "text-fall"}>{texts.side}</span>
          {texts.settings !== undefined && ` · ${texts.settings}`}
        </small>
        {texts.isVoucher && (
          <span className="ms-1.5">
            <Tag tone="brand">{t(m.voucher)}</Tag>
          </span>
        )}
      </Cell>
      <Cell testId="position-size">
        <span className="num">{texts.size}</span> <span className="text-muted">{market.sizeUnit}</span>
      </Cell>
      <Cell testId="position-value">
        <Known text={texts.value} like="191,878.70" />
      </Cell>
      <Cell>
        <span className="num" data-testid="position-entry">
          {texts.entry}
        </span>
        <small className="num block text-11 text-muted" title={t(m.openedAt)} data-testid="position-opened">
          <span className="sr-only">{t(m.openedAt)} </span>
          {texts.openedAt}
        </small>
      </Cell>
      <Cell>
        <span data-testid="position-mark">
          <Known text={texts.mark} like="104,281.9" />
        </span>
        <small className="block text-11 text-muted" title={t(m.last)} data-testid="position-last">
          <span className="sr-only">{t(m.last)} </span>
          <Known text={texts.last} like="104,281.9" />
        </small>
      </Cell>
      <Cell testId="position-liquidation">
        <Known text={texts.liquidation} like="99,124.3" />
        {texts.liquidationDistance !== undefined && (
          <small className="num block text-11 text-muted">{texts.liquidationDistance}</small>
        )}
      </Cell>
      <Cell testId="position-margin">
        {texts.hasOwnMargin ? (
          <button
            type="button"
            aria-label={t(m.editMargin, { contract: market.title, side: texts.side })}
            onClick={() => onAct("margin")}
            className="group/edit num -mx-1 inline-flex items-center gap-1 rounded-control px-1 hover:bg-line-strong"
          >
            <Pencil aria-hidden size={11} strokeWidth={2} className="text-faint group-hover/edit:text-ink" />
            {texts.margin}
          </button>
        ) : (
          <Known text={texts.margin} like="4,796.97" />
        )}
        {texts.ratio !== undefined && (
          <small className="num block text-11 text-muted" title={t(m.marginRatio)} data-testid="position-ratio">
            <span className="sr-only">{t(m.marginRatio)} </span>
            {texts.ratio}
          </small>
        )}
      </Cell>
      <Cell testId="position-pnl">
        <Known text={texts.pnl} like="+1,963.83" className={texts.pnlClass} />
        <small className="block text-11" data-testid="position-roe">
          <Known text={texts.roe} like="+41.36%" className={texts.pnlClass} />
        </small>
      </Cell>
      <Cell testId="position-realised">
        <span className="num">{texts.realised}</span>
      </Cell>
      <Cell>
        <ExitTexts market={market} side={texts.side} tp={texts.tp} sl={texts.sl} onEdit={() => onAct("exits")} />
      </Cell>
      <Cell testId="position-adl">{texts.adlRank !== undefined && <AdlLights rank={texts.adlRank} />}</Cell>
      <Cell>
        <PositionActions
          hasOwnMargin={texts.hasOwnMargin}
          isVoucher={texts.isVoucher}
          onAct={onAct}
          isOnItsWay={isOnItsWay}
        />
      </Cell>
    </Row>
  );
}
