import type { AssetEntry } from "@tidemark/contracts";
import type { ComponentType } from "react";
import type { PickedPrice } from "../../features/order-form/shell/picked-price.ts";
import type { Market } from "../../lib/markets/market.ts";
import type { OrderScope } from "../../lib/order-table/order-scope.ts";
import type { ProductTabs } from "./dock.tsx";
import type { OwnTopics } from "./own-topics.ts";

export type TicketProps<M extends Market> = {
  market: M;
  /** Undefined for signed-out users. */
  own: OwnTopics | undefined;
  /** A price chosen in the book or chart; a new object each time. */
  picked: PickedPrice | undefined;
  onSignIn: () => void;
  onTransfer: () => void;
  /** Opens the transfer of another asset than the usual one. */
  onTransferOf: (asset: string) => void;
};
export type AccountProps<M extends Market> = { market: M; own: OwnTopics; onTransfer: () => void };

/** What the terminal of one product has that others do not. Everything else is the same for all. */
export type TerminalProduct<M extends Market> = {
  readonly Ticket: ComponentType<TicketProps<M>>;
  /** The balances below the ticket. */
  readonly Account: ComponentType<AccountProps<M>>;
  /** Figures of the market bar before those of the day. */
  readonly Stats: ComponentType<{ market: M }>;
  /** Lists of the dock besides the shared ones. A hook: they follow topics of their own. */
  readonly useDockTabs: (scope: OrderScope, own: OwnTopics | undefined) => ProductTabs;
  /** What a transfer from the ticket moves. */
  readonly transferAsset: (market: M) => string;
  /** What the product's account takes. */
  readonly transferAssets: (assets: readonly AssetEntry[], markets: readonly M[]) => readonly AssetEntry[];
};
