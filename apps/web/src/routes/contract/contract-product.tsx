import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { ContractStats } from "../../features/market-bar/contract-stats.tsx";
import { usePositionCount } from "../../features/positions/held-positions.ts";
import { pathInExchange } from "../../lib/client/page-hosts.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import type { OrderScope } from "../../lib/order-table/order-scope.ts";
import type { ProductTabs } from "../terminal/dock.tsx";
import type { OwnTopics } from "../terminal/own-topics.ts";
import { panelPart } from "../terminal/panel-part.tsx";
import { useTriggerTab } from "../terminal/trigger-tab.tsx";
import type { AccountProps, TerminalProduct } from "../terminal/terminal-product.ts";
import { accountProducts } from "./account-search.ts";
import { m } from "./contract-messages.ts";
import { useContractTopics } from "./contract-topics.ts";
import { TicketWithSettings } from "./ticket-with-settings.tsx";

const MarginBox = panelPart(async () => (await import("../../features/assets/margin-box.tsx")).MarginBox);

const CloseAll = panelPart(async () => (await import("../../features/positions/close-all.tsx")).CloseAll);

const Positions = panelPart(async () => (await import("../../features/positions/positions.tsx")).Positions);

const PositionHistory = panelPart(
  async () => (await import("../../features/position-history/position-history.tsx")).PositionHistory,
);

const FundingPayments = panelPart(
  async () => (await import("../../features/funding-payments/funding-payments.tsx")).FundingPayments,
);

function Account({ own, ...props }: AccountProps<ContractMarket>) {
  const product = accountProducts.find((one) => one === props.market.product) ?? accountProducts[0];
  return (
    <MarginBox
      userId={own.userId}
      {...props}
      accountLink={(title) => (
        <Link
          to={pathInExchange("/contract/account")}
          search={{ product, asset: props.market.settleAsset.asset }}
          className="inline-flex items-center gap-0.5 rounded-control hover:text-brand"
          data-testid="account-link"
        >
          {title}
          <ChevronRight aria-hidden size={14} className="flip text-muted" />
        </Link>
      )}
    />
  );
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
          actions: <CloseAll positions={topics.positions} scope={scope} />,
        }),
    body:
      topics === undefined ? null : (
        <Positions positions={topics.positions} triggers={topics.triggers} userId={topics.userId} scope={scope} />
      ),
  };
  const positionHistory = {
    id: "positionHistory",
    label: t(m.positionHistory),
    hasMarkets: true,
    body: topics === undefined ? null : <PositionHistory positions={topics.positions} scope={scope} />,
  };
  const funding = {
    id: "funding",
    label: t(m.funding),
    hasMarkets: true,
    body: <FundingPayments scope={scope} />,
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
