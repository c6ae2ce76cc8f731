import { IndexStat } from "../../features/market-bar/index-stat.tsx";
import { SpotTicket } from "../../features/order-form/spot/spot-ticket.tsx";
import type { SpotMarket } from "../../lib/markets/market.ts";
import type { AccountProps, TerminalProduct, TicketProps } from "../terminal/terminal-product.ts";
import { panelPart } from "../terminal/panel-part.tsx";

const AccountBox = panelPart(async () => (await import("../../features/assets/account-box.tsx")).AccountBox);

const noTabs = [] as const;

export const spotProduct: TerminalProduct<SpotMarket> = {
  Ticket: ({ own, ...props }: TicketProps<SpotMarket>) => <SpotTicket balances={own?.balances} {...props} />,
  Account: ({ own, ...props }: AccountProps<SpotMarket>) => <AccountBox balances={own.balances} {...props} />,
  Stats: IndexStat,
  useDockTabs: () => noTabs,
  transferAsset: ({ quote }) => quote,
  transferAssets: (assets) => assets,
};
