import { lazy, Suspense } from "react";
import { ContractStats } from "../../features/market-bar/contract-stats.tsx";
import { usePositionCount } from "../../features/positions/held-positions.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import type { OrderScope } from "../../lib/order-table/order-scope.ts";
import type { ProductTabs } from "../terminal/dock.tsx";
import type { OwnTopics } from "../terminal/own-topics.ts";
import { useTriggerTab } from "../terminal/trigger-tab.tsx";
import type { AccountProps, TerminalProduct } from "../terminal/terminal-product.ts";
import { m } from "./contract-messages.ts";
import { useContractTopics } from "./contract-topics.ts";
import { TicketWithSettings } from "./ticket-with-settings.tsx";

const MarginBox = lazy(async () => ({
  default: (await import("../../features/assets/margin-box.tsx")).MarginBox,
}));

const CloseAll = lazy(async () => ({
  default: (await import("../../features/positions/close-all.tsx")).CloseAll,
}));

const Positions = lazy(async () => ({
  default: (await import("../../features/positions/positions.tsx")).Positions,
}));

const PositionHistory = lazy(async () => ({
  default: (await import("../../features/position-history/position-history.tsx")).PositionHistory,
}));

const FundingPayments = lazy(async () => ({
  default: (await import("../../features/funding-payments/funding-payments.tsx")).FundingPayments,
}));

function Account({ own, ...props }: AccountProps<ContractMarket>) {
  return <MarginBox userId={own.userId} {...props} />;
}

function useDockTabs(scope: OrderScope, own: OwnTopics | undefined): ProductTabs {
  const t = useTexts();
  const topics = useContractTopics(own);
  const count = usePositionCount(topics?.positions, scope);
  const positions = {
    id: "positions",
    label: t(m.positions),
    count,
    hasMarkets: true,
    ...(topics === undefined
      ? {}
      : {
          actions: (
            <Suspense>
              <CloseAll positions={topics.positions} scope={scope} />
            </Suspense>
          ),
        }),
    body:
      topics === undefined ? null : (
        <Suspense>
          <Positions positions={topics.positions} triggers={topics.triggers} userId={topics.userId} scope={scope} />
        </Suspense>
      ),
  };
  const positionHistory = {
    id: "positionHistory",
    label: t(m.positionHistory),
    hasMarkets: true,
    body:
      topics === undefined ? null : (
        <Suspense>
          <PositionHistory positions={topics.positions} scope={scope} />
        </Suspense>
      ),
  };
  const funding = {
    id: "funding",
    label: t(m.funding),
    hasMarkets: true,
    body: (
      <Suspense>
        <FundingPayments scope={scope} />
      </Suspense>
    ),
  };
  const triggers = useTriggerTab("triggers", scope, own);
  const exits = useTriggerTab("exits", scope, own);
  return { first: [positions], afterOrders: [triggers, exits, positionHistory, funding] };
}

/** Perpetuals: of USDT and of coins alike. */
export const contractProduct: TerminalProduct<ContractMarket> = {
  Ticket: TicketWithSettings,
  Account,
  Stats: ContractStats,
  useDockTabs,
  transferAsset: ({ settleAsset }) => settleAsset.asset,
  transferAssets: (assets, markets) =>
    assets.filter(({ asset }) => markets.some(({ settleAsset }) => settleAsset.asset === asset)),
};
