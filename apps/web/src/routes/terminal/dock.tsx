import { Button, Checkbox, EmptyState, IconButton, Tabs } from "@tidemark/kit-ui";
import { LogIn, PanelBottomClose, PanelBottomOpen } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Assets } from "../../features/assets/assets.tsx";
import { Fills } from "../../features/fills/fills.tsx";
import { CancelAll } from "../../features/open-orders/cancel-all.tsx";
import { CancelAllKey } from "../../features/open-orders/cancel-all-key.tsx";
import { OpenOrders, useOpenOrders } from "../../features/open-orders/open-orders.tsx";
import { OrderHistory } from "../../features/order-history/order-history.tsx";
import { isMargin, type Market } from "../../lib/markets/market.ts";
import { usePreferences } from "../../lib/storage/preferences.ts";
import { useWidthFrom } from "../../lib/device/use-width.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { OrderScope } from "../../lib/order-table/order-scope.ts";
import type { OwnTopics } from "./own-topics.ts";
import { m } from "./terminal-messages.ts";

/** One list of the dock. */
export type DockTab = {
  readonly id: string;
  readonly label: string;
  readonly count?: number;
  /** Lists of several markets can be narrowed to this one. */
  readonly hasMarkets: boolean;
  /** Buttons for the whole list. */
  readonly actions?: ReactNode;
  readonly body: ReactNode;
};

/** Lists that only this product has: before the open orders, and between these and the order history. */
export type ProductTabs = { readonly first: readonly DockTab[]; readonly afterOrders: readonly DockTab[] };

export type DockProps = {
  market: Market;
  /** The markets of the product. */
  markets: readonly Market[];
  own: OwnTopics | undefined;
  useProductTabs: (scope: OrderScope, own: OwnTopics | undefined) => ProductTabs;
  /** The coins that the product's account takes. */
  transferable: readonly string[];
  isCollapsed: boolean;
  onCollapse: () => void;
  onSignIn: () => void;
  onTransfer: (asset: string) => void;
};

type SharedTabsProps = Pick<DockProps, "market" | "own" | "transferable" | "onTransfer">;

/** The lists that every product has; the open orders come first. */
function useSharedTabs(scope: OrderScope, props: SharedTabsProps): readonly [DockTab, ...DockTab[]] {
  const { market, own, transferable, onTransfer } = props;
  const t = useTexts();
  const count = useOpenOrders(own?.orders, scope).length;
  return [
    {
      id: "orders",
      label: t(m.openOrders),
      count,
      hasMarkets: true,
      actions: <CancelAll orders={own?.orders} scope={scope} market={market} />,
      body: <OpenOrders orders={own?.orders} scope={scope} />,
    },
    {
      id: "history",
      label: t(m.orderHistory),
      hasMarkets: true,
      body: <OrderHistory orders={own?.orders} scope={scope} />,
    },
    { id: "fills", label: t(m.trades), hasMarkets: true, body: <Fills fills={own?.fills} scope={scope} /> },
    {
      id: "assets",
      label: t(m.assets),
      hasMarkets: false,
      body: (
        <Assets
          balances={own?.balances}
          product={scope.product}
          pair={isMargin(market) ? market.symbol : undefined}
          coins={[market.base, market.quote]}
          transferable={transferable}
          onTransfer={onTransfer}
        />
      ),
    },
  ];
}

export function Dock(props: DockProps) {
  const { market, markets, own, useProductTabs, transferable, isCollapsed, onCollapse, onSignIn, onTransfer } = props;
  const t = useTexts();
  const isHiding = usePreferences((state) => state.otherPairsHidden);
  const isWide = useWidthFrom(768);
  const scope: OrderScope = { product: market.product, markets, only: isHiding ? market.symbol : undefined };
  const productTabs = useProductTabs(scope, own);
  const [openOrders, ...sharedTabs] = useSharedTabs(scope, { market, own, transferable, onTransfer });
  const tabs = [...productTabs.first, openOrders, ...productTabs.afterOrders, ...sharedTabs];
  const [selected, setSelected] = useState(tabs[0]!.id);
  const tab = tabs.find(({ id }) => id === selected) ?? tabs[0]!;
  return (
    <section aria-label={t(m.dock)} className="relative flex h-full min-h-0 flex-col text-12">
      {own !== undefined && <CancelAllKey orders={own.orders} scope={scope} market={market} />}
      <div className="flex h-(--head-height) flex-none items-stretch gap-3 border-b border-line ps-3 pe-2">
        <Tabs
          label={t(m.dock)}
          items={tabs.map(({ id, label, count }) => ({ id, label, ...(count === undefined ? {} : { count }) }))}
          selected={tab.id}
          onSelect={(next) => {
            setSelected(next);
            if (isCollapsed) onCollapse();
          }}
          className="overflow-x-auto overflow-y-hidden [scrollbar-width:none]"
        />
        {own !== undefined && (
          <div className="ms-auto flex flex-none items-center gap-2 max-w768:hidden">
            {tab.hasMarkets && (
              <span className="max-w1024:hidden">
                <Checkbox
                  quiet
                  checked={isHiding}
                  onChange={(otherPairsHidden) => usePreferences.setState({ otherPairsHidden })}
                >
                  {t(m.hideOther)}
                </Checkbox>
              </span>
            )}
            {tab.actions}
            <IconButton
              size="sm"
              aria-label={t(isCollapsed ? m.expand : m.collapse)}
              aria-expanded={!isCollapsed}
              onPress={onCollapse}
              className="max-w980:hidden"
            >
              {isCollapsed ? <PanelBottomOpen size={16} /> : <PanelBottomClose size={16} />}
            </IconButton>
          </div>
        )}
      </div>
      {!isCollapsed && (
        <div className="min-h-0 flex-1 overflow-auto">
          {own === undefined ? (
            <EmptyState
              icon={<LogIn size={24} strokeWidth={1.5} />}
              title={t(m.signedOutTitle)}
              hint={t(m.signedOutHint)}
            >
              <Button onPress={onSignIn}>{t(m.signIn)}</Button>
            </EmptyState>
          ) : (
            <>
              {!isWide && tab.actions !== undefined && (tab.count ?? 0) > 0 && (
                <div className="flex justify-end border-b border-line p-2">{tab.actions}</div>
              )}
              {tab.body}
            </>
          )}
        </div>
      )}
    </section>
  );
}
