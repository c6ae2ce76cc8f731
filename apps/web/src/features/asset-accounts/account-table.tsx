import type { HoldingRow } from "@tidemark/contracts";
import { Button, buttonClassName, EmptyState, PageTable } from "@tidemark/kit-ui";
import { Link } from "@tanstack/react-router";
import { Wallet } from "lucide-react";
import { isSimulatedPage } from "../../lib/client/page-hosts.ts";
import { assetText } from "../../lib/format/asset-text.ts";
import { isZeroText, shown, signedText, sumOf, shownUnits } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { CoinMark } from "../../lib/markets/coin-mark.tsx";
import { useStored, valuationAsset } from "../../lib/storage/choices.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { valueText } from "../../session/holdings.ts";
import { type AccountPlace, isContractPlace } from "./account-places.ts";
import { m } from "./asset-accounts-messages.ts";

type AccountTableProps = {
  account: AccountPlace;
  rows: readonly HoldingRow[];
  /** The account holds nothing, not even what is too small to be listed. */
  isEmpty: boolean;
  decimalsOf: (asset: string) => number;
  onTransfer: (asset: string, pair: string) => void;
  onStatement: (row: HoldingRow, decimals: number) => void;
};

/** What one account holds, a line for each coin. The total opens its ledger lines. */
export function AccountTable({ account, rows, isEmpty, decimalsOf, onTransfer, onStatement }: AccountTableProps) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const counted = useStored(valuationAsset);
  const isContract = isContractPlace(account);
  const isMargin = account.place === "margin";
  // Coins come in and go out here. The statement opens from the total as well, and four buttons have no room.
  const hasChain = account.place === "wallet" && !isSimulatedPage;
  if (isEmpty)
    return (
      <EmptyState icon={<Wallet size={24} strokeWidth={1.5} />} title={t(m.emptyTitle)} hint={t(m.emptyHint)}>
        <Button onPress={() => onTransfer(account.place === "coin" ? "BTC" : "USDT", "")}>{t(m.transfer)}</Button>
      </EmptyState>
    );
  const cellOf = (row: HoldingRow, column: string) => {
    const decimals = decimalsOf(row.asset);
    const amount = (text: string) => own(shown(text, decimals));
    const testId = `holding-${account.product}-${row.asset}-${column}`;
    switch (column) {
      case "asset":
        return (
          <span className="flex items-center gap-2.5">
            <CoinMark coin={row.asset} />
            <span>
              <b className="font-semibold">{assetText(row.asset)}</b>
              {row.sub !== "" && (
                <small className="block text-12 text-muted" data-testid="holding-pair">
                  {row.sub}
                </small>
              )}
            </span>
          </span>
        );
      case "total":
        return (
          <>
            <button
              type="button"
              onClick={() => onStatement(row, decimals)}
              className="num border-b border-dotted border-muted font-medium hover:border-ink"
              data-testid={testId}
            >
              {amount(row.total)}
            </button>
            <small className="block text-11 text-muted w768:hidden">
              {t(m.available)} <span className="num">{amount(row.available)}</span>
            </small>
          </>
        );
      case "available":
        return (
          <span className="num" data-testid={testId}>
            {amount(row.available)}
          </span>
        );
      case "locked":
        return (
          <span className="num" data-testid={testId}>
            {own(shownUnits(sumOf([row.held, row.isolated, row.earn]), decimals))}
          </span>
        );
      case "uPnl":
        return (
          <span className="num" data-testid={testId}>
            {own(signedText(row.uPnl, decimals))}
          </span>
        );
      case "owed":
        return (
          <span className={isZeroText(row.owed) ? "num text-muted" : "num"} data-testid={testId}>
            {amount(row.owed)}
          </span>
        );
      case "value":
        return (
          <span className="num text-muted" data-testid={testId}>
            {own(valueText(row.value, counted))}
          </span>
        );
      default:
        return (
          <span className="inline-flex justify-end gap-1">
            {hasChain && <ChainLinks asset={row.asset} />}
            <Button look="link" size="sm" onPress={() => onTransfer(row.asset, row.sub)}>
              {t(m.transfer)}
            </Button>
            {!hasChain && (
              <Button look="link" size="sm" onPress={() => onStatement(row, decimals)} className="max-w768:hidden">
                {t(m.statement)}
              </Button>
            )}
          </span>
        );
    }
  };
  return (
    <PageTable<HoldingRow>
      label={t(account.title)}
      columns={[
        { id: "asset", label: t(m.asset) },
        { id: "total", label: t(m.total), align: "end" },
        { id: "available", label: t(m.available), align: "end", className: "max-w768:hidden" },
        { id: "locked", label: t(m.locked), align: "end", className: "max-w980:hidden" },
        ...(isContract ? [{ id: "uPnl", label: t(m.uPnl), align: "end" as const, className: "max-w768:hidden" }] : []),
        ...(isMargin ? [{ id: "owed", label: t(m.owed), align: "end" as const, className: "max-w768:hidden" }] : []),
        { id: "value", label: t(m.value, { asset: counted }), align: "end", className: "max-w768:hidden" },
        { id: "actions", label: t(m.actions), align: "end", isLabelHidden: true, className: "max-w768:hidden" },
      ]}
      rows={rows}
      keyOf={({ asset, sub }) => `${asset} ${sub}`}
      cellOf={cellOf}
      rowTestId="holding-row"
    />
  );
}

/** Where the table stands beside a calendar there is room for them on wide screens only; the page's own buttons lead there as well. */
function ChainLinks({ asset }: { asset: string }) {
  const t = useTexts();
  const look = `${buttonClassName("link", "sm")} max-w1200:hidden`;
  return (
    <>
      <Link to="/personal/deposit" search={{ asset }} className={look}>
        {t(m.deposit)}
      </Link>
      <Link to="/personal/withdrawal" search={{ asset }} className={look}>
        {t(m.withdraw)}
      </Link>
    </>
  );
}
