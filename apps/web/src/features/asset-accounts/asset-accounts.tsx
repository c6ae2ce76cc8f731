import type { AssetEntry, HoldingRow } from "@tidemark/contracts";
import { Button, buttonClassName, Checkbox, EmptyState, Skeleton } from "@tidemark/kit-ui";
import { Link } from "@tanstack/react-router";
import { Wallet } from "lucide-react";
import { type ReactNode, useState } from "react";
import { isSimulatedPage } from "../../lib/client/page-hosts.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { useStored, valuationAsset } from "../../lib/storage/choices.ts";
import { useHoldings } from "../../session/holdings.ts";
import { type AccountPlace, accountPlaces, isContractPlace } from "./account-places.ts";
import { AccountSplit, isSmall } from "./account-split.tsx";
import { partsOf } from "./total-parts.ts";
import { AccountTable } from "./account-table.tsx";
import { m } from "./asset-accounts-messages.ts";
import { ContractAccount } from "./contract-account.tsx";
import { StatementDrawer, type StatementOf } from "./statement/statement-drawer.tsx";
import { TaxExport } from "./statement/tax-export.tsx";
import { TotalDrawer } from "./total-drawer.tsx";
import { TotalHead } from "./total-head.tsx";
import { ValueChart } from "./value/value-chart.tsx";

export type TransferWish = { readonly asset: string; readonly product: number; readonly pair: string };
export type AssetAccountsProps = {
  /** The account whose page it is; the overview has none. */
  account: AccountPlace | undefined;
  assets: readonly AssetEntry[];
  /** The contracts whose positions the accounts secure. */
  contracts: readonly ContractMarket[];
  onTransfer: (wish: TransferWish) => void;
  /** Beside the coins of the overview: the calendar of profit and loss. */
  aside?: ReactNode;
};

/** The user's money: all accounts together, or one of them with its coins. Every total opens the ledger lines behind it. */
export function AssetAccounts({ account, assets, contracts, onTransfer, aside }: AssetAccountsProps) {
  const t = useTexts();
  const { data, isFailed } = useHoldings();
  const [opened, setOpened] = useState<"tax" | "total">();
  const shown = account ?? accountPlaces[0];
  const value = account === undefined ? data?.totalPreestimate : valueIn(data?.products, account.product);
  const decimalsOf = (asset: string) => assets.find((entry) => entry.asset === asset)?.displayDecimals ?? 8;
  const transfer = (asset: string, product: number, pair = "") => onTransfer({ asset, product, pair });
  return (
    <main className="wrap grid grid-cols-[minmax(0,1fr)] content-start gap-8 pt-4 pb-20">
      <Places />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 w1024:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <TotalHead
          title={account === undefined ? t(m.totalValue) : t(account.title)}
          value={value}
          onOpen={() => setOpened("total")}
          {...(account === undefined ? {} : { hint: t(account.hint) })}
        >
          {!isSimulatedPage && <MoneyLinks />}
          <Button
            look={isSimulatedPage ? "primary" : "ghost"}
            onPress={() => transfer(shown.place === "coin" ? "BTC" : "USDT", shown.product)}
            data-testid="assets-transfer"
          >
            {t(m.transfer)}
          </Button>
          <Button look="ghost" onPress={() => setOpened("total")} data-testid="history-open">
            {t(m.history)}
          </Button>
          {account === undefined && !isSimulatedPage && (
            <Button look="ghost" onPress={() => setOpened("tax")} data-testid="tax-open">
              {t(m.taxExport)}
            </Button>
          )}
        </TotalHead>
        <ValueChart key={account?.place ?? ""} {...(account === undefined ? {} : { product: account.product })} />
      </div>
      {account === undefined && <AccountSplit parts={partsOf(data)} />}
      {isFailed && (
        <EmptyState icon={<Wallet size={24} strokeWidth={1.5} />} title={t(m.failedTitle)} hint={t(m.failedHint)} />
      )}
      {data === undefined && !isFailed && <Skeleton className="h-60! w-full">.</Skeleton>}
      <div
        className={
          aside === undefined
            ? "grid grid-cols-[minmax(0,1fr)] gap-8"
            : "grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 w1024:grid-cols-[minmax(0,1fr)_340px]"
        }
      >
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-8">
          {data !== undefined && (
            <Tables account={account} data={data} decimalsOf={decimalsOf} contracts={contracts} onTransfer={transfer} />
          )}
        </div>
        {aside}
      </div>
      {opened === "tax" && <TaxExport onClose={() => setOpened(undefined)} />}
      {opened === "total" && data !== undefined && (
        <TotalDrawer account={account} data={data} decimalsOf={decimalsOf} onClose={() => setOpened(undefined)} />
      )}
    </main>
  );
}

const valueIn = (products: readonly { product: number; value: string }[] | undefined, product: number) =>
  products?.find((one) => one.product === product)?.value;

/** The pages of the accounts, as a row above all of them. */
function Places() {
  const t = useTexts();
  const look =
    "flex-none border-b-2 border-transparent px-1 py-3 text-14 font-medium whitespace-nowrap text-muted hover:text-ink";
  const active = { className: "border-brand! text-ink!" };
  return (
    <nav
      aria-label={t(m.pages)}
      className="-mx-(--gutter) flex gap-4 overflow-x-auto border-b border-line px-(--gutter) [scrollbar-width:none]"
    >
      <Link to="/personal/assets" className={look} activeProps={active} activeOptions={{ exact: true }}>
        {t(m.overview)}
      </Link>
      {accountPlaces.map(({ place, title }) => (
        <Link
          key={place}
          to="/personal/assets/$account"
          params={{ account: place }}
          className={look}
          activeProps={active}
        >
          {t(title)}
        </Link>
      ))}
    </nav>
  );
}

function MoneyLinks() {
  const t = useTexts();
  return (
    <>
      <Link to="/personal/deposit" className={buttonClassName("primary")}>
        {t(m.deposit)}
      </Link>
      <Link to="/personal/withdrawal" className={buttonClassName("ghost")}>
        {t(m.withdraw)}
      </Link>
    </>
  );
}

type TablesProps = {
  account: AccountPlace | undefined;
  data: NonNullable<ReturnType<typeof useHoldings>["data"]>;
  decimalsOf: (asset: string) => number;
  contracts: readonly ContractMarket[];
  onTransfer: (asset: string, product: number, pair: string) => void;
};

/** The coins of the account, or of every account that holds any. */
function Tables({ account, data, decimalsOf, contracts, onTransfer }: TablesProps) {
  const t = useTexts();
  const counted = useStored(valuationAsset);
  const [hidesSmall, setHidesSmall] = useState(false);
  const [statement, setStatement] = useState<StatementOf>();
  const rowsOf = (product: number) =>
    data.rows.filter((row) => row.product === product && !(hidesSmall && isSmall(row.value, counted)));
  /** Its unrealised part moves while the statement is open. */
  const rowNow = (opened: HoldingRow) =>
    data.rows.find(
      ({ product, sub, asset }) => product === opened.product && sub === opened.sub && asset === opened.asset,
    ) ?? opened;
  const filled = accountPlaces.filter(({ product }) => rowsOf(product).length > 0);
  const places = account !== undefined ? [account] : filled.length === 0 ? [accountPlaces[0]] : filled;
  return (
    <>
      {account !== undefined && isContractPlace(account) && (
        <ContractAccount
          product={account.product}
          rows={data.rows.filter(({ product }) => product === account.product)}
          markets={contracts.filter(({ product }) => product === account.product)}
          decimalsOf={decimalsOf}
          onStatement={(row, part) => setStatement({ account, row, decimals: decimalsOf(row.asset), part })}
        />
      )}
      <div className="flex items-center justify-end">
        <Checkbox checked={hidesSmall} onChange={setHidesSmall}>
          {t(m.hideSmall)}
        </Checkbox>
      </div>
      {places.map((place) => (
        <section
          key={place.place}
          className="grid grid-cols-[minmax(0,1fr)] gap-2"
          data-testid={`table-${place.place}`}
        >
          {account === undefined && <h2 className="text-16 font-semibold">{t(place.title)}</h2>}
          <AccountTable
            account={place}
            rows={rowsOf(place.product)}
            isEmpty={data.rows.every(({ product }) => product !== place.product)}
            decimalsOf={decimalsOf}
            onTransfer={(asset, pair) => onTransfer(asset, place.product, pair)}
            onStatement={(row, decimals) => setStatement({ account: place, row, decimals })}
          />
        </section>
      ))}
      <p className="text-12 text-muted">
        <span className="num">{t(m.atSeq, { seq: String(data.seq) })}</span>
        {data.unpriced.length > 0 && <> · {t(m.unpriced, { assets: data.unpriced.join(", ") })}</>}
      </p>
      {statement !== undefined && (
        <StatementDrawer {...statement} row={rowNow(statement.row)} onClose={() => setStatement(undefined)} />
      )}
    </>
  );
}
