import { type BalanceRow, productIds } from "@tidemark/contracts";
import { Button, Cell, EmptyState, Row, Table } from "@tidemark/kit-ui";
import { Wallet } from "lucide-react";
import { type Live, sharedLive, useLive } from "../../lib/client/live.ts";
import { assetText } from "../../lib/format/asset-text.ts";
import { shownUnits } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useMarkets } from "../../lib/markets/instruments.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { m } from "./assets-messages.ts";
import { holdingsOf, listedFirst } from "./balances.ts";
import { usdtValueOf } from "./usdt-value.ts";

export type AssetsProps = {
  balances: Live<BalanceRow> | undefined;
  /** The account that trades here, by its product number, and the coins that it takes. */
  product: number;
  /** The margin pair whose account that is. */
  pair?: string | undefined;
  /** The coins of this market; they are listed first. */
  coins: readonly string[];
  transferable: readonly string[];
  onTransfer: (asset: string) => void;
};

const productTexts = { 1: m.wallet, 2: m.spot, 3: m.futures_btc, 4: m.futures_usdt, 5: m.margin } as const;

/** Values at the last prices of the day, printed. The list of days changes once a minute, which is often enough here. */
function useUsdtValues(): (asset: string, units: bigint) => string {
  const { data } = useMarkets();
  const days = useLive(sharedLive("days")).rows;
  return (asset, units) => {
    const value = usdtValueOf(
      asset,
      units,
      data?.SPOT ?? [],
      (symbol) => days.find((day) => day.symbol === symbol)?.last,
    );
    return value === undefined ? "—" : shownUnits(value, 2);
  };
}

export function Assets({ balances, product: trading, pair: here, coins, transferable, onTransfer }: AssetsProps) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const valueOf = useUsdtValues();
  const { state, rows } = useLive(balances);
  const holdings = listedFirst(holdingsOf(rows), { product: trading, pair: here, coins });
  if (state !== "loading" && holdings.length === 0)
    return (
      <EmptyState icon={<Wallet size={24} strokeWidth={1.5} />} title={t(m.emptyTitle)} hint={t(m.emptyHint)}>
        <Button onPress={() => onTransfer(transferable[0] ?? "USDT")}>{t(m.transfer)}</Button>
      </EmptyState>
    );
  return (
    <Table
      label={t(m.title)}
      columns={[
        { id: "asset", label: t(m.asset) },
        { id: "account", label: t(m.account), align: "start" },
        { id: "available", label: t(m.available) },
        { id: "hold", label: t(m.inOrders), className: "max-w768:hidden" },
        { id: "total", label: t(m.total), className: "max-w768:hidden" },
        { id: "value", label: t(m.value), className: "max-w1024:hidden" },
        { id: "actions", label: t(m.actions) },
      ]}
    >
      {holdings.map(({ product, pair, asset, avail, hold }) => (
        <Row key={`${product} ${pair ?? ""} ${asset}`} testId="asset-row">
          <Cell align="start">
            <b className="font-semibold">{assetText(asset)}</b>
          </Cell>
          <Cell align="start">
            {t(productTexts[product as 1] ?? m.wallet)}
            {pair !== undefined && <span className="text-muted"> {pair}</span>}
          </Cell>
          <Cell testId={`asset-${product}-${asset}-avail`}>
            <span className="num">{own(shownUnits(avail, 8))}</span>
            <small className="block text-11 text-muted w768:hidden">
              {t(m.inOrders)} <span className="num">{own(shownUnits(hold, 8))}</span>
            </small>
          </Cell>
          <Cell testId={`asset-${product}-${asset}-hold`} className="max-w768:hidden">
            <span className="num text-muted">{own(shownUnits(hold, 8))}</span>
          </Cell>
          <Cell className="max-w768:hidden">
            <span className="num">{own(shownUnits(avail + hold, 8))}</span>
          </Cell>
          <Cell className="max-w1024:hidden">
            <span className="num text-muted">{own(valueOf(asset, avail + hold))}</span>
          </Cell>
          <Cell>
            {(product === productIds.wallet || (product === trading && pair === here)) &&
              transferable.includes(asset) && (
                <Button size="sm" onPress={() => onTransfer(asset)} className="text-11 group-hover/row:bg-line-strong">
                  {t(m.transfer)}
                </Button>
              )}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
