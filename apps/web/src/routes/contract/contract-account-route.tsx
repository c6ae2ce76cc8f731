import { productIds } from "@tidemark/contracts";
import { Button, buttonClassName, Tabs } from "@tidemark/kit-ui";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { FundingPayments } from "../../features/funding-payments/funding-payments.tsx";
import { type AccountPosition, HeldTable } from "../../features/margin-account/held-table.tsx";
import { MarginAccount, MarginRatio } from "../../features/margin-account/margin-account.tsx";
import { PositionHistory } from "../../features/position-history/position-history.tsx";
import { heldIn } from "../../features/positions/held-positions.ts";
import { Positions } from "../../features/positions/positions.tsx";
import { useLive } from "../../lib/client/live.ts";
import { isSimulatedPage } from "../../lib/client/page-hosts.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { type ListedMarkets, useMarkets } from "../../lib/markets/instruments.ts";
import type { OrderScope } from "../../lib/order-table/order-scope.ts";
import { useMarginAccount } from "../../session/margin-account.ts";
import { useEngineFigures } from "../../session/position-figures.ts";
import { useUser } from "../../session/session.ts";
import { lazyPart, useLazyPart } from "../../shell/loading/lazy-part.ts";
import { NotFound } from "../../shell/pages/not-found.tsx";
import { PageLoading } from "../markets/page-loading.tsx";
import { useOwnTopics } from "../terminal/own-topics.ts";
import { AccountHead } from "./account-head.tsx";
import { m } from "./account-messages.ts";
import {
  accountLists,
  accountMarkets,
  type AccountList,
  type AccountSearch,
  readAccountSearch,
} from "./account-search.ts";
import { type ContractTopics, useContractTopics } from "./contract-topics.ts";

const transferDialog = lazyPart(
  async () => (await import("../../features/transfer/transfer-dialog.tsx")).TransferDialog,
);

/** One contract account, of the real or the simulated exchange: what it is worth, what binds it, and what happened in it. */
export function ContractAccountRoute() {
  const search = readAccountSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const topics = useContractTopics(useOwnTopics(useUser()?.userId));
  const { data } = useMarkets();
  if (topics === undefined || data === undefined) return <PageLoading />;
  return (
    <ContractAccount
      search={search}
      listed={data}
      topics={topics}
      onOpen={(next) => void navigate({ to: ".", search: next, replace: true })}
    />
  );
}

type ContractAccountProps = {
  search: AccountSearch;
  listed: ListedMarkets;
  topics: ContractTopics;
  onOpen: (search: AccountSearch) => void;
};

function ContractAccount({ search, listed, topics, onOpen }: ContractAccountProps) {
  const t = useTexts();
  const { product } = search;
  const { assets, settle, markets } = accountMarkets(listed, search);
  const scope: OrderScope = { product, markets, only: undefined };
  const held = heldIn(scope, useLive(topics.positions).rows);
  const figuresFor = useEngineFigures(topics.userId, held.length > 0);
  const { Part: TransferDialog, open: openTransfer, close: closeTransfer } = useLazyPart(transferDialog);
  const account = useMarginAccount({ product, settleAsset: settle ?? listed.assets[0]! }, topics.userId);
  if (settle === undefined) return <NotFound />;
  const positions = held.map(({ market, posSide, position }): AccountPosition => ({
    market,
    posSide,
    isoMargin: position.isoMargin,
    figures: figuresFor(position.symbol, posSide),
  }));
  return (
    <main className="wrap grid grid-cols-[minmax(0,1fr)] gap-8 pt-8 pb-20">
      <AccountHead title={t(m.title)} search={search} assets={assets} asset={settle.asset} onOpen={onOpen}>
        <Button look="primary" onPress={openTransfer} data-testid="account-transfer">
          {t(m.transfer)}
        </Button>
        {!isSimulatedPage && (
          <Link
            to="/contract/account/pnl"
            search={{ product, asset: settle.asset, range: "month" }}
            className={buttonClassName("ghost")}
          >
            {t(m.pnl)}
          </Link>
        )}
        <Link to={markets[0]!.path as string} className={buttonClassName("ghost")}>
          {t(m.trade)}
        </Link>
      </AccountHead>
      <MarginAccount account={account} settle={settle} positions={positions} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 w1024:grid-cols-[minmax(0,1fr)_320px]">
        <HeldTable positions={positions} settle={settle} />
        <MarginRatio account={account} settle={settle} />
      </div>
      <AccountLists
        list={search.list ?? "positions"}
        scope={scope}
        topics={topics}
        onList={(list) => onOpen({ ...search, list })}
      />
      {TransferDialog !== null && (
        <TransferDialog
          assets={listed.assets}
          pairs={listed.MARGIN}
          start={{ asset: settle.asset, from: productIds.wallet, to: product, turns: true }}
          onClose={closeTransfer}
        />
      )}
    </main>
  );
}

type AccountListsProps = {
  list: AccountList;
  scope: OrderScope;
  topics: ContractTopics;
  onList: (list: AccountList) => void;
};

function AccountLists({ list, scope, topics, onList }: AccountListsProps) {
  const t = useTexts();
  return (
    <section>
      <Tabs
        isPage
        label={t(m.lists)}
        items={accountLists.map((id) => ({ id, label: t(m[id]) }))}
        selected={list}
        onSelect={onList}
        panelId="account-list"
        className="mb-3"
      />
      <div id="account-list" className="panel overflow-x-auto">
        {list === "positions" && (
          <Positions positions={topics.positions} triggers={topics.triggers} userId={topics.userId} scope={scope} />
        )}
        {list === "history" && <PositionHistory positions={topics.positions} scope={scope} />}
        {list === "funding" && <FundingPayments scope={scope} />}
      </div>
    </section>
  );
}
