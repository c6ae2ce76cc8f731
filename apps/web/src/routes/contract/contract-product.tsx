import { useMemo } from "react";
import { ContractStats } from "../../features/market-bar/contract-stats.tsx";
import { ContractTicket } from "../../features/order-form/contract/contract-ticket.tsx";
import { usePositionCount } from "../../features/positions/held-positions.ts";
import { userLive } from "../../lib/client/live.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import type { OrderScope } from "../../lib/order-table/order-scope.ts";
import type { DockTab } from "../terminal/dock.tsx";
import type { OwnTopics } from "../terminal/own-topics.ts";
import type { AccountProps, TerminalProduct, TicketProps } from "../terminal/terminal-product.ts";
import { panelPart } from "../terminal/panel-part.tsx";
import { m } from "./contract-messages.ts";

const MarginBox = panelPart(async () => (await import("../../features/assets/margin-box.tsx")).MarginBox);

const Positions = panelPart(async () => (await import("../../features/positions/positions.tsx")).Positions);

/** What is followed besides the topics of every terminal. */
function useContractTopics(own: OwnTopics | undefined) {
  return useMemo(
    () =>
      own === undefined
        ? undefined
        : {
            ...own,
            positions: userLive("positions", own.userId),
            marginSettings: userLive("marginSettings", own.userId),
          },
    [own],
  );
}

function Ticket({ own, ...props }: TicketProps<ContractMarket>) {
  return <ContractTicket topics={useContractTopics(own)} {...props} />;
}

function Account({ own, ...props }: AccountProps<ContractMarket>) {
  return <MarginBox userId={own.userId} {...props} />;
}

function useDockTabs(scope: OrderScope, own: OwnTopics | undefined): readonly DockTab[] {
  const t = useTexts();
  const topics = useContractTopics(own);
  const count = usePositionCount(topics?.positions, scope);
  return [
    {
      id: "positions",
      label: t(m.positions),
      count,
      hasMarkets: true,
      body:
        topics === undefined ? null : <Positions positions={topics.positions} userId={topics.userId} scope={scope} />,
    },
  ];
}

/** Perpetuals: of USDT and of coins alike. */
export const contractProduct: TerminalProduct<ContractMarket> = {
  Ticket,
  Account,
  Stats: ContractStats,
  useDockTabs,
  transferAsset: ({ settleAsset }) => settleAsset.asset,
  transferAssets: (assets, markets) =>
    assets.filter(({ asset }) => markets.some(({ settleAsset }) => settleAsset.asset === asset)),
};
