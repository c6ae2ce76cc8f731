import { lazy, Suspense, useState } from "react";
import { useLoanCount } from "../../features/loans/loan-count.ts";
import { MarginStats } from "../../features/market-bar/margin-stats.tsx";
import { MarginTicket } from "../../features/order-form/margin/margin-ticket.tsx";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { MarginMarket } from "../../lib/markets/market.ts";
import type { OrderScope } from "../../lib/order-table/order-scope.ts";
import type { DockTab, ProductTabs } from "../terminal/dock.tsx";
import type { OwnTopics } from "../terminal/own-topics.ts";
import { panelPart } from "../terminal/panel-part.tsx";
import type { AccountProps, TerminalProduct, TicketProps } from "../terminal/terminal-product.ts";
import { useTriggerTab } from "../terminal/trigger-tab.tsx";
import { m } from "./margin-messages.ts";

const PairBox = panelPart(async () => (await import("../../features/assets/pair-box.tsx")).PairBox);
const Loans = panelPart(async () => (await import("../../features/loans/loans.tsx")).Loans);
const LoanHistory = panelPart(async () => (await import("../../features/loans/loan-history.tsx")).LoanHistory);
const LoanDialog = lazy(async () => ({ default: (await import("../../features/loans/loan-dialog.tsx")).LoanDialog }));

/** The account of the pair, and the dialog of its loans. */
function Account({ market, own, onTransfer }: AccountProps<MarginMarket>) {
  const [act, setAct] = useState<"borrow" | "repay">();
  return (
    <>
      <PairBox market={market} owner={own} onLoan={setAct} onTransfer={onTransfer} />
      {act !== undefined && (
        <Suspense>
          <LoanDialog market={market} owner={own} act={act} onClose={() => setAct(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function useDockTabs(scope: OrderScope, own: OwnTopics | undefined): ProductTabs {
  const t = useTexts();
  const loans: DockTab = {
    id: "loans",
    label: t(m.loans),
    count: useLoanCount(own?.balances, scope),
    hasMarkets: true,
    body: own === undefined ? null : <Loans owner={own} scope={scope} />,
  };
  const history: DockTab = {
    id: "loanHistory",
    label: t(m.loanHistory),
    hasMarkets: true,
    body: own === undefined ? null : <LoanHistory balances={own.balances} scope={scope} />,
  };
  return { first: [], afterOrders: [loans, history, useTriggerTab("triggers", scope, own)] };
}

/** Spot markets with borrowed funds: the books and orders of spot, an account of its own for each pair. */
export const marginProduct: TerminalProduct<MarginMarket> = {
  Ticket: ({ own, ...props }: TicketProps<MarginMarket>) => <MarginTicket owner={own} {...props} />,
  Account,
  Stats: MarginStats,
  useDockTabs,
  transferAsset: ({ quote }) => quote,
  transferAssets: (assets, markets) =>
    assets.filter(({ asset }) => markets.some(({ base, quote }) => asset === base || asset === quote)),
};
