import type { FillRow } from "@tidemark/contracts";
import { Cell, EmptyState, Row, Table } from "@tidemark/kit-ui";
import { ArrowLeftRight } from "lucide-react";
import type { SpotMarket } from "../../lib/markets/instruments.ts";
import { type Live, useLive } from "../../lib/client/live.ts";
import { clockText, dateText, shown, shownUnits } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./fills-messages.ts";
import { requireUnits } from "../../lib/format/require-units.ts";

export type FillsProps = { fills: Live<FillRow> | undefined; markets: readonly SpotMarket[]; only: string | undefined };

export function Fills({ fills, markets, only }: FillsProps) {
  const t = useTexts();
  const { state, rows } = useLive(fills);
  const listed = rows.filter((fill) => only === undefined || fill.symbol === only);
  if (state !== "loading" && listed.length === 0)
    return (
      <EmptyState icon={<ArrowLeftRight size={24} strokeWidth={1.5} />} title={t(m.emptyTitle)} hint={t(m.emptyHint)} />
    );
  return (
    <Table
      label={t(m.title)}
      columns={[
        { id: "market", label: t(m.market) },
        { id: "side", label: t(m.side), align: "start" },
        { id: "role", label: t(m.role), align: "start", className: "max-w768:hidden" },
        { id: "price", label: t(m.price) },
        { id: "size", label: t(m.size) },
        { id: "value", label: t(m.value), className: "max-w768:hidden" },
        { id: "fee", label: t(m.fee), className: "max-w768:hidden" },
        { id: "time", label: t(m.time) },
      ]}
    >
      {listed.map((fill) => {
        const market = markets.find(({ symbol }) => symbol === fill.symbol);
        const value = (requireUnits(fill.price) * requireUnits(fill.qty)) / 100_000_000n;
        return (
          <Row key={`${fill.tradeId}:${fill.role}`} testId="fill-row" tone={fill.side === "BUY" ? "rise" : "fall"}>
            <Cell align="start">
              <b className="font-semibold">{market?.title ?? fill.symbol}</b>
            </Cell>
            <Cell align="start" className={fill.side === "BUY" ? "text-rise" : "text-fall"}>
              {t(fill.side === "BUY" ? m.buy : m.sell)}
            </Cell>
            <Cell align="start" className="text-muted max-w768:hidden">
              {t(m[fill.role])}
            </Cell>
            <Cell>
              <span className="num">{shown(fill.price, market?.priceDecimals ?? 8)}</span>
            </Cell>
            <Cell>
              <span className="num">{shown(fill.qty, market?.sizeDecimals ?? 8)}</span>
            </Cell>
            <Cell className="max-w768:hidden">
              <span className="num">{shownUnits(value, market?.quoteDecimals ?? 2)}</span>{" "}
              <span className="text-muted">{market?.quote}</span>
            </Cell>
            <Cell className="max-w768:hidden">
              <span className="num">{fill.fee}</span> <span className="text-muted">{fill.feeAsset}</span>
            </Cell>
            <Cell>
              <span className="num text-muted">
                <span className="max-w768:hidden">{dateText(fill.at)}</span>
                <span className="w768:hidden">{clockText(fill.at)}</span>
              </span>
            </Cell>
          </Row>
        );
      })}
    </Table>
  );
}
