import type { PositionNowRow } from "@tidemark/contracts";
import { Gauge, PageTable } from "@tidemark/kit-ui";
import { Link } from "@tanstack/react-router";
import { isZeroText, shown, shownUnits, signedText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { m } from "./contract-messages.ts";
import { liquidationDistance } from "./liquidation-distance.ts";

type Held = { readonly position: PositionNowRow; readonly market: ContractMarket };
type AccountPositionsProps = { positions: readonly PositionNowRow[]; markets: readonly ContractMarket[] };

/** The open positions of a contract account, each with the way that is left to its liquidation. */
export function AccountPositions({ positions, markets }: AccountPositionsProps) {
  const t = useTexts();
  const held: readonly Held[] = positions.flatMap((position) => {
    const market = markets.find(({ symbol }) => symbol === position.symbol);
    return market === undefined ? [] : [{ position, market }];
  });
  const terminal = held[0]?.market ?? markets[0];
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2" data-testid="account-positions">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-16 font-semibold">{t(m.positions)}</h2>
        {terminal !== undefined && (
          <Link to={terminal.path} className="text-13 font-medium text-brand">
            {t(m.openTerminal)}
          </Link>
        )}
      </div>
      {held.length === 0 ? (
        <p className="border-t border-line pt-3 text-13 text-muted">{t(m.noPositions)}</p>
      ) : (
        <PageTable<Held>
          label={t(m.positions)}
          columns={[
            { id: "contract", label: t(m.contract) },
            { id: "size", label: t(m.size), align: "end", className: "max-w768:hidden" },
            { id: "entry", label: t(m.entryMark), align: "end", className: "max-w768:hidden" },
            { id: "pnl", label: t(m.uPnl), align: "end" },
            { id: "margin", label: t(m.margin), align: "end", className: "max-w980:hidden" },
            { id: "liquidation", label: t(m.liquidation), align: "end", className: "w-32 w1024:w-64" },
          ]}
          rows={held}
          keyOf={({ position }) => `${position.symbol} ${position.posSide}`}
          cellOf={(row, column) => <PositionCell {...row} column={column} />}
          rowTestId="account-position"
        />
      )}
    </section>
  );
}

const small = "block text-12 text-muted";

function PositionCell({ position, market, column }: Held & { column: string }) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const { figures, posSide } = position;
  const amount = (text: string) => own(shown(text, market.valueDecimals));
  switch (column) {
    case "contract":
      return (
        <>
          <b className="font-semibold">{market.title}</b>
          <small className="block text-12">
            <span className={posSide === "LONG" ? "text-rise" : "text-fall"}>
              {t(m[posSide === "LONG" ? "LONG" : "SHORT"])}
            </span>{" "}
            <span className="text-muted">
              {t(m[figures.mode])} <span className="num">{figures.leverage}×</span>
            </span>
          </small>
        </>
      );
    case "size":
      return (
        <>
          <span className="num" data-testid="account-position-size">
            {own(shown(position.qty, market.sizeDecimals))}
          </span>{" "}
          {market.sizeUnit}
          <small className={small}>
            <span className="num" data-testid="account-position-value">
              {amount(figures.markValue)}
            </span>
          </small>
        </>
      );
    case "entry":
      return (
        <>
          <span className="num" data-testid="account-position-entry">
            {shown(position.entryPrice, market.priceDecimals)}
          </span>
          <small className={small}>
            <span className="num" data-testid="account-position-mark">
              {figures.markPrice === "" ? "—" : shown(figures.markPrice, market.priceDecimals)}
            </span>
          </small>
        </>
      );
    case "pnl":
      return <Result figures={figures} decimals={market.valueDecimals} />;
    case "margin":
      return (
        <span className="num" data-testid="account-position-margin">
          {amount(figures.margin)}
        </span>
      );
    default:
      return <Liquidation figures={figures} decimals={market.priceDecimals} />;
  }
}

type FiguresProps = { figures: PositionNowRow["figures"]; decimals: number };

function Result({ figures: { uPnl, roe }, decimals }: FiguresProps) {
  const { own } = useOwnAmounts();
  const tone = isZeroText(uPnl) ? "text-muted" : uPnl.startsWith("-") ? "text-fall" : "text-rise";
  return (
    <span className={tone}>
      <span className="num" data-testid="account-position-pnl">
        {uPnl === "" ? "—" : own(signedText(uPnl, decimals))}
      </span>
      <small className="block text-12">
        <span className="num" data-testid="account-position-roe">
          {roe === "" ? "" : `${signedText(roe, 2)}%`}
        </span>
      </small>
    </span>
  );
}

function Liquidation({ figures: { liquidationPrice, markPrice }, decimals }: FiguresProps) {
  const t = useTexts();
  const distance = liquidationDistance(liquidationPrice, markPrice);
  if (distance === undefined) return <span className="text-muted">{t(m.noLiquidation)}</span>;
  const away = `${shownUnits(distance.basisPoints, 1, 2)}%`;
  return (
    <span className="grid gap-1.5">
      <span className="flex flex-wrap justify-between gap-x-2">
        <span className="num font-medium" data-testid="account-position-liquidation">
          {shown(liquidationPrice, decimals)}
        </span>
        <span className="num text-muted">{away}</span>
      </span>
      <Gauge isPlain label={t(m.nearness)} share={distance.nearness} valueText={away} />
    </span>
  );
}
