import { IndexStat } from "../../features/market-bar/index-stat.tsx";
import { SpotTicket } from "../../features/order-form/spot/spot-ticket.tsx";
import type { SpotMarket } from "../../lib/markets/market.ts";
import type { OrderScope } from "../../lib/order-table/order-scope.ts";
import type { ProductTabs } from "../terminal/dock.tsx";
import type { OwnTopics } from "../terminal/own-topics.ts";
import { useTriggerTab } from "../terminal/trigger-tab.tsx";
import type { AccountProps, TerminalProduct, TicketProps } from "../terminal/terminal-product.ts";
import { panelPart } from "../terminal/panel-part.tsx";

const AccountBox = panelPart(async () => (await import("../../features/assets/account-box.tsx")).AccountBox);

/** Spot has no positions, so nothing has a TP or SL. */
function useDockTabs(scope: OrderScope, own: OwnTopics | undefined): ProductTabs {
  return { first: [], afterOrders: [useTriggerTab("triggers", scope, own)] };
}

export const spotProduct: TerminalProduct<SpotMarket> = {
  Ticket: ({ own, ...props }: TicketProps<SpotMarket>) => <SpotTicket balances={own?.balances} {...props} />,
  Account: ({ own, ...props }: AccountProps<SpotMarket>) => <AccountBox balances={own.balances} {...props} />,
  Stats: IndexStat,
  useDockTabs,
  transferAsset: ({ quote }) => quote,
  transferAssets: (assets) => assets,
};
