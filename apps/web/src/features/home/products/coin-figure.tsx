import type { InstrumentList } from "@tidemark/contracts";
import { useConnection } from "../../../lib/client/connection.ts";
import { decimalsOf, shown } from "../../../lib/format/number-text.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { coinCurve, figure } from "./coin-curve.ts";
import { FigureText, figureClassName } from "./figure-text.tsx";
import { m } from "../home-messages.ts";
import { useContractsNow } from "../home-queries.ts";

const curve = coinCurve();

/** How a profit counted in the coin bends, from an entry at the mark of now. */
export function CoinFigure({ listed }: { listed: InstrumentList }) {
  const t = useTexts();
  const { data: now } = useContractsNow(true);
  const isStale = useConnection(({ state }) => state === "stale");
  const market = listed.markets.find(({ kind }) => kind === "INVERSE");
  if (market === undefined) return null;
  const mark = now?.rows.find(({ symbol }) => symbol === market.symbol)?.mark ?? "";
  const { width, height, entryX, entryY } = figure;
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn here
      role="img"
      aria-label={t(m.curveLabel)}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMinYMid meet"
      fill="none"
      className={figureClassName(isStale)}
    >
      <path d={`M0 ${entryY}H${width}`} className="stroke-line-strong" />
      <path d={curve.inDollars} strokeDasharray="2 4" className="stroke-muted" />
      <path d={curve.loss} strokeWidth={1.75} className="stroke-fall" />
      <path d={curve.gain} strokeWidth={1.75} className="stroke-rise" />
      <circle cx={entryX} cy={entryY} r={3.5} className="fill-ink" />
      {mark !== "" && (
        <FigureText x={entryX + 8} y={entryY + 18} className="fill-ink">
          {t(m.entryAt, { price: shown(mark, decimalsOf(market.tickSize)) })}
        </FigureText>
      )}
      <FigureText x={width} y={82} isEnd className="fill-ink">
        {t(m.coinProfit, { coin: market.contract?.settle ?? market.base })}
      </FigureText>
      <FigureText x={284} y={42} isEnd>
        {t(m.dollarProfit)}
      </FigureText>
    </svg>
  );
}
