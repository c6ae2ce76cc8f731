import { type AssetEntry, productIds } from "@tidemark/contracts";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { LastPrice } from "../../features/market-bar/last-price.tsx";
import { MarketBar } from "../../features/market-bar/market-bar.tsx";
import { OrderBook } from "../../features/order-book/order-book.tsx";
import type { PickedPrice } from "../../features/order-form/shell/picked-price.ts";
import { isMargin, type Market } from "../../lib/markets/market.ts";
import { useIdle } from "../../lib/device/use-idle.ts";
import { useSizeFrom, useWidthFrom } from "../../lib/device/use-width.ts";
import { useUser } from "../../session/session.ts";
import { lazyPart, useLazyPart } from "../../shell/loading/lazy-part.ts";
import { LazyView } from "../../shell/loading/lazy-view.tsx";
import { BookAndTrades } from "./book-and-trades.tsx";
import { frameClass } from "./frame.ts";
import { MarketList } from "./market-list-part.tsx";
import { MarketSwitcher } from "./market-switcher.tsx";
import { useOwnTopics } from "./own-topics.ts";
import { panelPart } from "./panel-part.tsx";
import { SimulatedMark } from "./simulated-mark.tsx";
import { frameStyle, panelLayouts } from "./panels/panel-layout.ts";
import type { TerminalProduct } from "./terminal-product.ts";
import { usePageTitle } from "./use-page-title.ts";
import { usePriceTicks } from "./use-price-ticks.ts";

const TerminalChart = panelPart(async () => (await import("./terminal-chart.tsx")).TerminalChart);
const MarketInfo = panelPart(async () => (await import("../../features/market-bar/market-info.tsx")).MarketInfo);
const PhoneChart = panelPart(async () => (await import("./phone-chart.tsx")).PhoneChart, <div className="h-73" />);
const Dock = panelPart(async () => (await import("./dock.tsx")).Dock);
const liquidationNotices = lazyPart(
  async () => (await import("../../features/order-notices/liquidation-notices.ts")).LiquidationNotices,
);
const separators = lazyPart(async () => (await import("./panels/separators.tsx")).Separators);
const terminalTools = lazyPart(async () => (await import("./tools/terminal-tools.tsx")).TerminalTools);
const orderNotices = lazyPart(async () => (await import("../../features/order-notices/order-notices.ts")).OrderNotices);
const transferDialog = lazyPart(
  async () => (await import("../../features/transfer/transfer-dialog.tsx")).TransferDialog,
);

export type TerminalProps<M extends Market> = {
  product: TerminalProduct<M>;
  market: M;
  /** The markets of the product. */
  markets: readonly M[];
  /** Those of all products. */
  allMarkets: readonly Market[];
  assets: readonly AssetEntry[];
  onSignIn: () => void;
};

/** The trade screen of one market. What its product has of its own is a parameter. */
export function Terminal<M extends Market>(props: TerminalProps<M>) {
  const { product, market, markets, allMarkets, assets, onSignIn } = props;
  const { Ticket, Account, Stats } = product;
  const navigate = useNavigate();
  const own = useOwnTopics(useUser()?.userId);
  // The ticket and the book render first; chart and dock follow once these are interactive.
  const isIdle = useIdle();
  const [picked, setPicked] = useState<PickedPrice>();
  const [transferring, setTransferring] = useState<string>();
  const layout = panelLayouts.use(own?.userId);
  const foldDock = (isDockFolded: boolean) => panelLayouts.change(own?.userId, { isDockFolded });
  const [isPhone, isWide] = [!useWidthFrom(768), useWidthFrom(1600)];
  // On a low screen four levels and three trades would be left.
  const isBookStacked = useSizeFrom(1200, 800);
  const priceTicks = usePriceTicks(market);
  usePageTitle(market);

  const transferAssets = product.transferAssets(assets, markets);
  const { Part: TransferDialog, open: openTransfer, close: closeTransfer } = useLazyPart(transferDialog);
  const transferAsset = (asset: string) => {
    setTransferring(asset);
    openTransfer();
  };
  const transfer = () => transferAsset(product.transferAsset(market));
  const info = <MarketInfo market={market} />;
  const book = (
    <OrderBook
      market={market}
      orders={own?.orders}
      priceTicks={priceTicks}
      onPick={(price) => setPicked({ price })}
      hasTitle={isBookStacked}
      mid={<LastPrice market={market} hasArrow className="text-16 tracking-[-0.01em]" />}
    />
  );

  return (
    <main className={frameClass} style={frameStyle(layout)}>
      {own !== undefined && isIdle && (
        <>
          <LazyView part={orderNotices} with={{ orders: own.orders, markets: allMarkets }} />
          <LazyView part={liquidationNotices} with={{ liquidations: own.liquidations, markets: allMarkets }} />
        </>
      )}
      <div className="panel relative z-bar overflow-visible [grid-area:bar]">
        <MarketBar
          market={market}
          stats={<Stats market={market} />}
          tools={isIdle && <LazyView part={terminalTools} with={{ market, layout, userId: own?.userId }} />}
          switcher={(pair) => (
            <MarketSwitcher market={market} markets={allMarkets}>
              {pair}
            </MarketSwitcher>
          )}
        />
      </div>
      {isWide && layout.hasMarkets && (
        <div className="panel [grid-area:markets]" data-cell="markets">
          {isIdle && (
            <MarketList
              markets={allMarkets}
              current={market}
              onChoose={(chosen) => void navigate({ to: chosen.path })}
            />
          )}
        </div>
      )}
      {isPhone ? (
        <div className="relative bg-surface text-13 [grid-area:chart]">
          <PhoneChart market={market} own={own} onPick={setPicked} />
          <SimulatedMark />
        </div>
      ) : (
        <div className="panel relative [grid-area:chart]">
          {isIdle && <TerminalChart market={market} markets={allMarkets} own={own} info={info} onPick={setPicked} />}
          <SimulatedMark />
        </div>
      )}
      {isPhone ? (
        <div className="relative bg-surface [grid-area:book]">
          <div className="absolute inset-0 @container">{book}</div>
        </div>
      ) : (
        <BookAndTrades market={market} own={own} book={book} isStacked={isBookStacked} />
      )}
      <div
        data-cell="side"
        className="flex min-h-0 flex-col rounded-panel bg-surface [grid-area:side] max-w768:contents w980:overflow-x-hidden w980:overflow-y-auto"
      >
        <div className="flex-1 max-w768:bg-surface max-w768:[grid-area:ticket]">
          <Ticket
            market={market}
            own={own}
            picked={picked}
            onSignIn={onSignIn}
            onTransfer={transfer}
            onTransferOf={transferAsset}
          />
        </div>
        {own !== undefined && (
          <div className="max-w768:bg-surface max-w768:[grid-area:account]">
            <Account market={market} own={own} onTransfer={transfer} />
          </div>
        )}
      </div>
      <div className="panel [grid-area:dock] max-w980:min-h-65" data-cell="dock">
        {isIdle && (
          <Dock
            market={market}
            markets={markets}
            own={own}
            useProductTabs={product.useDockTabs}
            transferable={transferAssets.map(({ asset }) => asset)}
            isCollapsed={layout.isDockFolded}
            onCollapse={() => foldDock(!layout.isDockFolded)}
            onSignIn={onSignIn}
            onTransfer={transferAsset}
          />
        )}
      </div>
      {isIdle && <LazyView part={separators} with={{ layout, onFoldDock: () => foldDock(true) }} />}
      {TransferDialog !== null && transferring !== undefined && own !== undefined && (
        <TransferDialog
          assets={assets}
          pairs={allMarkets.filter(isMargin)}
          start={{
            asset: transferring,
            from: productIds.wallet,
            to: market.product,
            pair: isMargin(market) ? market.symbol : undefined,
            turns: true,
          }}
          onClose={closeTransfer}
        />
      )}
    </main>
  );
}
