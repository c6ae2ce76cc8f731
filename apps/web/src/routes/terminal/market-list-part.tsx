import { Skeleton } from "@tidemark/kit-ui";
import { panelPart } from "./panel-part.tsx";

const rows = ["BTC", "ETH", "DOGE", "SOL", "XRP", "LTC", "USDC", "BNB"];

/** Where the search, the tabs and the rows will be, while the list is loaded. */
const waiting = (
  <div aria-hidden className="flex h-full flex-col text-12">
    <div className="mx-3 mt-2.5 h-8 flex-none rounded-control bg-field" />
    <div className="h-(--head-height) flex-none border-b border-line" />
    {rows.map((coin) => (
      <p key={coin} className="flex h-9 flex-none items-center justify-between ps-10 pe-3">
        <Skeleton>{coin}/USDT</Skeleton>
        <Skeleton>105,596.85</Skeleton>
      </p>
    ))}
  </div>
);

/** The list of markets, as a column of wide screens and as the layer of the pair's button. */
export const MarketList = panelPart(
  async () => (await import("../../features/market-list/market-list.tsx")).MarketList,
  waiting,
);
