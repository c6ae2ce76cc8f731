import { type BalanceRow, productIds } from "@tidemark/contracts";
import { Button, Cell, EmptyState, Row, Table } from "@tidemark/kit-ui";
import { Wallet } from "lucide-react";
import { type Live, useLive } from "../../lib/client/live.ts";
import { shownUnits } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./assets-messages.ts";
import { holdingsOf } from "./balances.ts";

export type AssetsProps = {
  balances: Live<BalanceRow> | undefined;
  /** The account that trades here, by its product number, and the coins that it takes. */
  product: number;
  transferable: readonly string[];
  onTransfer: (asset: string) => void;
};

const productTexts = { 1: m.wallet, 2: m.spot, 3: m.futures_btc, 4: m.futures_usdt, 5: m.margin } as const;

export function Assets({ balances, product: trading, transferable, onTransfer }: AssetsProps) {
  const t = useTexts();
  const { state, rows } = useLive(balances);
  const holdings = holdingsOf(rows);
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
        { id: "actions", label: t(m.actions) },
      ]}
    >
      {holdings.map(({ product, asset, avail, hold }) => (
        <Row key={`${product} ${asset}`} testId="asset-row">
          <Cell align="start">
            <b className="font-semibold">{asset}</b>
          </Cell>
          <Cell align="start">{t(productTexts[product as 1] ?? m.wallet)}</Cell>
          <Cell testId={`asset-${product}-${asset}-avail`}>
            <span className="num">{shownUnits(avail, 8)}</span>
            <small className="block text-11 text-muted w768:hidden">
              {t(m.inOrders)} <span className="num">{shownUnits(hold, 8)}</span>
            </small>
          </Cell>
          <Cell testId={`asset-${product}-${asset}-hold`} className="max-w768:hidden">
            <span className="num text-muted">{shownUnits(hold, 8)}</span>
          </Cell>
          <Cell className="max-w768:hidden">
            <span className="num">{shownUnits(avail + hold, 8)}</span>
          </Cell>
          <Cell>
            {(product === productIds.wallet || product === trading) && transferable.includes(asset) && (
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
