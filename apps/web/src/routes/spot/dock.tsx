import type { BalanceRow, FillRow, OrderRow } from "@tidemark/contracts";
import { Button, Checkbox, EmptyState, IconButton, Tabs } from "@tidemark/kit-ui";
import { LogIn, PanelBottomClose, PanelBottomOpen } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { Assets } from "../../features/assets/assets.tsx";
import { Fills } from "../../features/fills/fills.tsx";
import { CancelAll, OpenOrders, useOpenOrders } from "../../features/open-orders/open-orders.tsx";
import { OrderHistory } from "../../features/order-history/order-history.tsx";
import type { SpotMarket } from "../../lib/markets/instruments.ts";
import type { Live } from "../../lib/client/live.ts";
import { usePreferences } from "../../lib/storage/preferences.ts";
import { useWidthFrom } from "../../lib/device/use-width.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./spot-messages.ts";

export type DockProps = {
  market: SpotMarket;
  markets: readonly SpotMarket[];
  orders: Live<OrderRow> | undefined;
  fills: Live<FillRow> | undefined;
  balances: Live<BalanceRow> | undefined;
  isSignedOut: boolean;
  isCollapsed: boolean;
  onCollapse: () => void;
  onSignIn: () => void;
  onTransfer: (asset: string) => void;
};

type DockTab = "orders" | "history" | "fills" | "assets";

export function Dock(props: DockProps) {
  const { market, markets, orders, fills, balances, isSignedOut, isCollapsed, onCollapse } = props;
  const t = useTexts();
  const [tab, setTab] = useState<DockTab>("orders");
  const isHiding = usePreferences((state) => state.otherPairsHidden);
  const isWide = useWidthFrom(768);
  const only = isHiding ? market.symbol : undefined;
  const count = useOpenOrders(orders, only).length;
  const items = [
    { id: "orders" as const, label: t(m.openOrders), count },
    { id: "history" as const, label: t(m.orderHistory) },
    { id: "fills" as const, label: t(m.trades) },
    { id: "assets" as const, label: t(m.assets) },
  ];
  return (
    <section aria-label={t(m.dock)} className="relative flex h-full min-h-0 flex-col text-12">
      {!isCollapsed && isWide && <Grip />}
      <div className="flex h-(--head-height) flex-none items-stretch gap-3 border-b border-line ps-3 pe-2">
        <Tabs
          label={t(m.dock)}
          items={items}
          selected={tab}
          onSelect={(next) => {
            setTab(next);
            if (isCollapsed) onCollapse();
          }}
          className="overflow-x-auto overflow-y-hidden [scrollbar-width:none]"
        />
        {!isSignedOut && (
          <div className="ms-auto flex flex-none items-center gap-2 max-w768:hidden">
            {tab !== "assets" && (
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
            {tab === "orders" && <CancelAll orders={orders} only={only} />}
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
          {isSignedOut ? (
            <EmptyState
              icon={<LogIn size={24} strokeWidth={1.5} />}
              title={t(m.signedOutTitle)}
              hint={t(m.signedOutHint)}
            >
              <Button onPress={props.onSignIn}>{t(m.signIn)}</Button>
            </EmptyState>
          ) : (
            <>
              {tab === "orders" && (
                <>
                  {!isWide && count > 0 && (
                    <div className="flex justify-end border-b border-line p-2">
                      <CancelAll orders={orders} only={only} />
                    </div>
                  )}
                  <OpenOrders orders={orders} markets={markets} only={only} />
                </>
              )}
              {tab === "history" && <OrderHistory orders={orders} markets={markets} only={only} />}
              {tab === "fills" && <Fills fills={fills} markets={markets} only={only} />}
              {tab === "assets" && <Assets balances={balances} onTransfer={props.onTransfer} />}
            </>
          )}
        </div>
      )}
    </section>
  );
}

const [heightMin, heightMax, heightUsual] = [160, 700, 206];

/** The gutter above the dock is its handle: dragged, or moved with the arrow keys. */
function Grip() {
  const t = useTexts();
  const height = usePreferences((state) => state.dockHeight) ?? heightUsual;
  const set = (next: number) =>
    usePreferences.setState({ dockHeight: Math.round(Math.min(heightMax, Math.max(heightMin, next))) });
  const drag = (event: PointerEvent<HTMLElement>) => {
    const grip = event.currentTarget;
    const [startY, startHeight] = [event.clientY, height];
    grip.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) => set(startHeight + startY - moved.clientY);
    grip.addEventListener("pointermove", move);
    grip.addEventListener("lostpointercapture", () => grip.removeEventListener("pointermove", move), { once: true });
  };
  const nudge = (event: KeyboardEvent) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    set(height + (event.key === "ArrowUp" ? 16 : -16));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator with a value is a control (ARIA 1.2)
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a rule cannot hold a value
      role="separator"
      aria-orientation="horizontal"
      aria-label={t(m.resize)}
      aria-valuenow={height}
      aria-valuemin={heightMin}
      aria-valuemax={heightMax}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={nudge}
      className="absolute inset-x-0 -top-1 z-4 grid h-2 cursor-ns-resize touch-none place-items-center opacity-0 after:h-0.5 after:w-8 after:rounded-[1px] after:bg-brand hover:opacity-100 focus-visible:opacity-100 max-w980:hidden"
    />
  );
}
