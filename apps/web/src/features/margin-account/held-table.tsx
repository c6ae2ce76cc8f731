import { classNames, type PageColumn, PageTable, Skeleton } from "@tidemark/kit-ui";
import { shown, shownUnits, signedText, signedUnitsText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import type { EngineFigures } from "../../session/position-figures.ts";
import { crossSums } from "./account-sums.ts";
import { m } from "./margin-account-messages.ts";

export type AccountPosition = {
  readonly market: ContractMarket;
  readonly posSide: "LONG" | "SHORT";
  readonly isoMargin: string;
  /** Undefined until the engine has answered. */
  readonly figures: EngineFigures | undefined;
};
export type HeldTableProps = { positions: readonly AccountPosition[]; settle: ContractMarket["settleAsset"] };

/** What each position binds and needs, and what the cross ones come to together. */
export function HeldTable({ positions, settle }: HeldTableProps) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const known = positions.flatMap(({ figures }) => (figures === undefined ? [] : [figures]));
  const decimals = settle.displayDecimals;
  const columns: readonly PageColumn[] = [
    { id: "position", label: t(m.position) },
    ...(["value", "margin", "maintenance", "pnl", "liquidationPrice", "leverage"] as const).map((id) => ({
      id,
      label: t(m[id]),
      align: "end" as const,
      className: id === "value" || id === "leverage" ? "max-w768:hidden" : "",
    })),
  ];
  const sums = crossSums(known);
  const together = {
    value: shownUnits(sums.value, decimals),
    margin: shownUnits(sums.margin, decimals),
    maintenance: shownUnits(sums.maintenance, decimals),
    pnl: signedUnitsText(sums.pnl, decimals, 8),
  } as Readonly<Record<string, string>>;
  const hasCross = known.filter(({ mode }) => mode === "CROSS").length > 1;
  return (
    <section className="min-w-0">
      <h2 className="text-16 font-semibold">{t(m.holds)}</h2>
      {positions.length === 0 ? (
        <p className="py-4 text-13 text-muted">{t(m.noPositions)}</p>
      ) : (
        <div className="overflow-x-auto">
          <PageTable<AccountPosition | "together">
            label={t(m.holds)}
            columns={columns}
            rows={hasCross ? [...positions, "together"] : positions}
            keyOf={(line) => (line === "together" ? line : `${line.market.symbol} ${line.posSide}`)}
            rowTestId="account-position"
            cellOf={(line, column) =>
              line === "together" ? (
                <b className={column === "position" ? "" : "num"}>
                  {column === "position" ? t(m.together) : own(together[column] ?? "")}
                </b>
              ) : (
                <HeldCell line={line} column={column} decimals={decimals} />
              )
            }
          />
        </div>
      )}
    </section>
  );
}

function HeldCell({ line, column, decimals }: { line: AccountPosition; column: string; decimals: number }) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const { market, posSide, figures } = line;
  if (column === "position")
    return (
      <>
        <b className="block font-semibold">{market.title}</b>
        <small className="text-12 text-muted">
          <span className={posSide === "LONG" ? "text-rise" : "text-fall"}>{t(m[posSide])}</span>
          {figures !== undefined && ` · ${t(m[figures.mode])}`}
        </small>
      </>
    );
  if (figures === undefined) return <Skeleton>1,212.04</Skeleton>;
  switch (column) {
    case "value":
      return <span className="num">{own(shown(figures.markValue, decimals))}</span>;
    case "margin":
      return <span className="num">{own(shown(figures.margin, decimals))}</span>;
    case "maintenance":
      return <span className="num">{own(shown(figures.maintenanceMargin, decimals))}</span>;
    case "pnl":
      return (
        <span className={classNames("num", figures.uPnl.startsWith("-") ? "text-fall" : "text-rise")}>
          {own(signedText(figures.uPnl, decimals))}
        </span>
      );
    case "liquidationPrice":
      return (
        <span className="num">
          {figures.liquidationPrice === "" ? "—" : shown(figures.liquidationPrice, market.priceDecimals)}
        </span>
      );
    default:
      return <span className="num text-muted">{figures.leverage}×</span>;
  }
}
