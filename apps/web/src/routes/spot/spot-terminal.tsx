import type { AssetEntry } from "@tidemark/contracts";
import { IconButton, Tabs } from "@tidemark/kit-ui";
import { useNavigate } from "@tanstack/react-router";
import { ChevronDown, ChevronUp } from "lucide-react";
import { type CSSProperties, lazy, Suspense, useMemo, useState } from "react";
import { LastPrice } from "../../features/market-bar/last-price.tsx";
import { MarketBar } from "../../features/market-bar/market-bar.tsx";
import { OrderBook } from "../../features/order-book/order-book.tsx";
import { useOrderActions } from "../../features/open-orders/use-order-actions.ts";
import type { PickedPrice } from "../../features/order-form/use-order-form.ts";
import { OrderTicket } from "../../features/order-form/order-ticket.tsx";
import type { SpotMarket } from "../../lib/markets/instruments.ts";
import { userLive } from "../../lib/client/live.ts";
import { usePreferences } from "../../lib/storage/preferences.ts";
import { useIdle } from "../../lib/device/use-idle.ts";
import { useWidthFrom } from "../../lib/device/use-width.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useUser } from "../../session/session.ts";
import type { DockProps } from "./dock.tsx";
import { frameClass } from "./frame.ts";
import { MarketSwitcher } from "./market-switcher.tsx";
import { m } from "./spot-messages.ts";
import { usePageTitle } from "./use-page-title.ts";
import { usePriceTicks } from "./use-price-ticks.ts";

const ChartPanel = lazy(async () => ({
  default: (await import("../../features/chart/chart-panel.tsx")).ChartPanel,
}));
const AccountBox = lazy(async () => ({
  default: (await import("../../features/assets/account-box.tsx")).AccountBox,
}));
const MarketInfo = lazy(async () => ({
  default: (await import("../../features/market-bar/market-info.tsx")).MarketInfo,
}));
const MarketList = lazy(async () => ({
  default: (await import("../../features/market-list/market-list.tsx")).MarketList,
}));
const MarketTrades = lazy(async () => ({
  default: (await import("../../features/market-trades/market-trades.tsx")).MarketTrades,
}));
const OrderNotices = lazy(async () => ({
  default: (await import("../../features/order-notices/order-notices.ts")).OrderNotices,
}));
const Dock = lazy(async () => ({ default: (await import("./dock.tsx")).Dock }));
const TransferDialog = lazy(() =>
  import("../../features/transfer/transfer-dialog.tsx").then((file) => ({ default: file.TransferDialog })),
);

export type SpotTerminalProps = {
  market: SpotMarket;
  markets: readonly SpotMarket[];
  assets: readonly AssetEntry[];
  onSignIn: () => void;
};

export function SpotTerminal({ market, markets, assets, onSignIn }: SpotTerminalProps) {
  const navigate = useNavigate();
  const user = useUser();
  const isSignedOut = user === null;
  const userId = user?.userId;
  const own = useMemo(
    () =>
      userId === undefined
        ? undefined
        : {
            orders: userLive("orders", userId),
            fills: userLive("fills", userId),
            balances: userLive("balances", userId),
          },
    [userId],
  );
  // The ticket and the book render first; chart and dock follow once these are interactive.
  const isIdle = useIdle();
  const [picked, setPicked] = useState<PickedPrice>();
  const [transferring, setTransferring] = useState<string>();
  const [isDockCollapsed, setIsDockCollapsed] = useState(false);
  const dockHeight = usePreferences((state) => state.dockHeight);
  const [isPhone, hasMarkets] = [!useWidthFrom(768), useWidthFrom(1600)];
  const priceTicks = usePriceTicks(market);
  usePageTitle(market);

  const { cancel } = useOrderActions();
  const pick = (price: string) => setPicked({ price });
  const transfer = () => setTransferring(market.quote);
  const dock = isDockCollapsed
    ? "var(--head-height)"
    : dockHeight === undefined
      ? "var(--dock-usual)"
      : `${dockHeight}px`;
  const info = (
    <Suspense>
      <MarketInfo market={market} />
    </Suspense>
  );
  const book = (
    <OrderBook
      market={market}
      orders={own?.orders}
      priceTicks={priceTicks}
      onPick={pick}
      hasTitle={useWidthFrom(1200)}
      mid={<LastPrice market={market} hasArrow className="text-16 tracking-[-0.01em]" />}
    />
  );

  return (
    <main className={frameClass} style={{ "--dock-height": dock } as CSSProperties}>
      {own !== undefined && isIdle && (
        <Suspense>
          <OrderNotices orders={own.orders} markets={markets} />
        </Suspense>
      )}
      <div className="panel relative z-bar overflow-visible [grid-area:bar]">
        <MarketBar
          market={market}
          switcher={(pair) => (
            <MarketSwitcher market={market} markets={markets}>
              {pair}
            </MarketSwitcher>
          )}
        />
      </div>
      {hasMarkets && (
        <div className="panel [grid-area:markets]">
          {isIdle && (
            <Suspense>
              <MarketList
                markets={markets}
                current={market.symbol}
                onChoose={(chosen) => void navigate({ to: "/spot/$pair", params: { pair: chosen.pair } })}
              />
            </Suspense>
          )}
        </div>
      )}
      {isPhone ? (
        <PhoneChart market={market} own={own} onCancel={cancel} />
      ) : (
        <div className="panel [grid-area:chart]">
          {isIdle && (
            <Suspense>
              <ChartPanel market={market} orders={own?.orders} info={info} onCancel={cancel} />
            </Suspense>
          )}
        </div>
      )}
      {isPhone ? (
        <div className="relative bg-surface [grid-area:book]">
          <div className="absolute inset-0">{book}</div>
        </div>
      ) : (
        <BookAndTrades market={market} own={own} book={book} />
      )}
      <div className="flex min-h-0 flex-col rounded-panel bg-surface [grid-area:side] max-w768:contents w980:overflow-x-hidden w980:overflow-y-auto">
        <div className="flex-1 max-w768:bg-surface max-w768:[grid-area:ticket]">
          <OrderTicket
            market={market}
            balances={own?.balances}
            isSignedOut={isSignedOut}
            picked={picked}
            onSignIn={onSignIn}
            onTransfer={transfer}
          />
        </div>
        {!isSignedOut && (
          <div className="max-w768:bg-surface max-w768:[grid-area:account]">
            <Suspense>
              <AccountBox balances={own?.balances} market={market} onTransfer={transfer} />
            </Suspense>
          </div>
        )}
      </div>
      <div className="panel overflow-visible! [grid-area:dock] max-w980:min-h-65">
        {isIdle && (
          <Suspense>
            <Dock
              market={market}
              markets={markets}
              orders={own?.orders}
              fills={own?.fills}
              balances={own?.balances}
              isSignedOut={isSignedOut}
              isCollapsed={isDockCollapsed}
              onCollapse={() => setIsDockCollapsed(!isDockCollapsed)}
              onSignIn={onSignIn}
              onTransfer={setTransferring}
            />
          </Suspense>
        )}
      </div>
      {transferring !== undefined && own !== undefined && (
        <Suspense>
          <TransferDialog
            balances={own.balances}
            assets={assets}
            asset={transferring}
            onClose={() => setTransferring(undefined)}
          />
        </Suspense>
      )}
    </main>
  );
}

type Own = Pick<DockProps, "orders" | "fills" | "balances"> | undefined;

/** Book above trades; below 1200 px they share one column as tabs. */
function BookAndTrades({ market, own, book }: { market: SpotMarket; own: Own; book: React.ReactNode }) {
  const t = useTexts();
  const isWide = useWidthFrom(1200);
  const [tab, setTab] = useState<"book" | "trades">("book");
  const isIdle = useIdle();
  if (isWide)
    return (
      <div className="grid min-h-0 grid-rows-[minmax(0,7fr)_minmax(0,3fr)] gap-1 [grid-area:bt]">
        <div className="panel">{book}</div>
        <div className="panel">
          {isIdle && (
            <Suspense>
              <MarketTrades market={market} fills={own?.fills} hasHeader />
            </Suspense>
          )}
        </div>
      </div>
    );
  return (
    <div className="panel flex flex-col [grid-area:bt]">
      <div className="flex h-(--head-height) flex-none border-b border-line px-3 text-12">
        <Tabs
          label={t(m.bookOrTrades)}
          items={[
            { id: "book", label: t(m.book) },
            { id: "trades", label: t(m.trades) },
          ]}
          selected={tab}
          onSelect={setTab}
        />
      </div>
      <div className="min-h-0 flex-1 w768:max-w980:relative">
        <div className="h-full w768:max-w980:absolute w768:max-w980:inset-0">
          {tab === "book" ? (
            book
          ) : (
            <Suspense>
              <MarketTrades market={market} fills={own?.fills} hasHeader={false} />
            </Suspense>
          )}
        </div>
      </div>
    </div>
  );
}

/** On a phone the chart shares its space with trades and market info, and can be collapsed. */
function PhoneChart({ market, own, onCancel }: { market: SpotMarket; own: Own; onCancel: (orderId: string) => void }) {
  const t = useTexts();
  const [tab, setTab] = useState<"chart" | "trades" | "info">("chart");
  const [isFolded, setIsFolded] = useState(false);
  const isIdle = useIdle();
  return (
    <div className="bg-surface text-13 [grid-area:chart]">
      <div className="flex h-(--head-height) items-stretch border-b border-line ps-3 pe-1">
        <Tabs
          label={t(m.chartTabs)}
          items={[
            { id: "chart", label: t(m.chart) },
            { id: "trades", label: t(m.trades) },
            { id: "info", label: t(m.info) },
          ]}
          selected={tab}
          onSelect={(next) => {
            setTab(next);
            setIsFolded(false);
          }}
        />
        <IconButton
          aria-label={t(isFolded ? m.expand : m.collapse)}
          aria-expanded={!isFolded}
          onPress={() => setIsFolded(!isFolded)}
          className="ms-auto self-center"
        >
          {isFolded ? <ChevronDown size={16} /> : <ChevronUp size={16} />}
        </IconButton>
      </div>
      {!isFolded && (
        <div className={tab === "info" ? "" : "h-63"}>
          {tab === "chart" && isIdle && (
            <Suspense>
              <ChartPanel market={market} orders={own?.orders} info={undefined} onCancel={onCancel} />
            </Suspense>
          )}
          {tab === "trades" && (
            <Suspense>
              <MarketTrades market={market} fills={own?.fills} hasHeader={false} />
            </Suspense>
          )}
          {tab === "info" && (
            <Suspense>
              <MarketInfo market={market} />
            </Suspense>
          )}
        </div>
      )}
    </div>
  );
}
