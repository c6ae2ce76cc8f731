import type { Pnl } from "@tidemark/contracts";
import { classNames, type PageColumn, PageTable } from "@tidemark/kit-ui";
import { negated, signedText } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { Market } from "../../lib/markets/market.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { FigureLink, NetPanel, type PnlScope, toneOf } from "./pnl-figures.tsx";
import { m } from "./pnl-messages.ts";
import {
  basisPoints,
  largestOf,
  type MarketLine,
  marketLinesOf,
  type PnlList,
  shareOf,
  together,
  unassigned,
} from "./pnl-model.ts";

export const percentText = (points: number | undefined): string =>
  points === undefined ? "—" : `${(points / 100).toFixed(1)}%`;

export function PnlMarkets({ pnl, scope, markets }: { pnl: Pnl; scope: PnlScope; markets: readonly Market[] }) {
  const t = useTexts();
  const lines = marketLinesOf(pnl);
  const ofMarkets = pnl.markets.filter(({ symbol }) => symbol !== "");
  const most = largestOf(ofMarkets.map(({ net }) => requireUnits(net)));
  const end = { align: "end" } as const;
  const columns: readonly PageColumn[] = [
    { id: "market", label: t(m.market) },
    { id: "closed", label: t(m.closed), ...end, className: "max-w768:hidden" },
    { id: "won", label: t(m.won), ...end },
    { id: "pricePnl", label: t(m.pricePnl), ...end, className: "max-w768:hidden" },
    { id: "fees", label: t(m.fees), ...end },
    { id: "funding", label: t(m.funding), ...end, className: "max-w768:hidden" },
    { id: "net", label: t(m.netPnl), ...end },
    { id: "bar", label: t(m.netPnl), isLabelHidden: true, className: "w-32 max-w1024:hidden" },
  ];
  return (
    <section className="min-w-0 overflow-x-auto">
      <h2 className="text-16 font-semibold">{t(m.byMarket)}</h2>
      <PageTable<MarketLine>
        label={t(m.byMarket)}
        columns={columns}
        rows={lines}
        keyOf={({ id }) => id}
        rowTestId="pnl-market"
        isDense
        cellOf={(line, column) => (
          <MarketCell
            line={line}
            column={column}
            scope={scope}
            title={markets.find(({ symbol }) => symbol === line.symbol)?.title ?? line.symbol ?? ""}
            share={line.symbol === undefined ? 0 : shareOf(requireUnits(line.net), most)}
          />
        )}
      />
    </section>
  );
}

type MarketCellProps = { line: MarketLine; column: string; scope: PnlScope; title: string; share: number };

function MarketCell({ line, column, scope, title, share }: MarketCellProps) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const isSum = line.symbol === undefined;
  const face = classNames("num hover:underline", isSum && "font-semibold");
  const name = line.id === together || line.id === unassigned ? t(m[line.id]) : title;
  const figure = (list: PnlList, text: string) => (
    <FigureLink scope={scope} list={list} symbol={line.symbol} className={face}>
      {text}
    </FigureLink>
  );
  const money = (text: string) => own(signedText(text, scope.decimals));
  switch (column) {
    case "market":
      return <b className="font-semibold">{name}</b>;
    case "closed":
      return figure("positions", String(line.closed));
    case "won":
      return figure("positions", percentText(basisPoints(line.won, line.closed)));
    case "pricePnl":
      return figure("fills", money(line.pricePnl));
    case "fees":
      return figure("fills", money(negated(line.fees)));
    case "funding":
      return figure("funding", money(line.funding));
    case "net":
      return (
        <NetPanel
          sums={line}
          scope={scope}
          symbol={line.symbol}
          label={`${name}: ${money(line.net)}`}
          face={money(line.net)}
          faceClassName={classNames(face, toneOf(line.net))}
          testId="pnl-market-net"
        />
      );
    default:
      return <NetBar isLoss={line.net.startsWith("-")} share={share} />;
  }
}

/** From the middle: losses to the left, gains to the right, in every language. */
function NetBar({ isLoss, share }: { isLoss: boolean; share: number }) {
  if (share === 0) return null;
  return (
    <span aria-hidden dir="ltr" className="relative block h-2">
      <span
        className={classNames(
          "absolute inset-y-0 rounded-tag",
          isLoss ? "end-1/2 bg-fall-solid" : "start-1/2 bg-rise-solid",
        )}
        style={{ width: `${share * 50}%` }}
      />
    </span>
  );
}
