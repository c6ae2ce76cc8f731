import { createRootRoute, createRoute, createRouter, Navigate, Outlet, useNavigate } from "@tanstack/react-router";
import { Button, EmptyState } from "@tidemark/kit-ui";
import { CloudOff, FileQuestion } from "lucide-react";
import { useState } from "react";
import { ArticlesPage } from "../features/articles/articles-page.tsx";
import { AuditPage } from "../features/audit/audit-page.tsx";
import { CampaignsPage } from "../features/campaigns/campaigns-page.tsx";
import { CouponsPage } from "../features/coupons/coupons-page.tsx";
import { GrowthPage } from "../features/growth/growth-page.tsx";
import { MarketsPage } from "../features/markets/markets-page.tsx";
import { ProposalsPage } from "../features/proposals/proposals-page.tsx";
import { SystemPage } from "../features/system/system-page.tsx";
import { NicknamesPage } from "../features/nicknames/nicknames-page.tsx";
import { TicketsPage } from "../features/tickets/tickets-page.tsx";
import { TreasuryPage } from "../features/treasury/treasury-page.tsx";
import { VerificationsPage } from "../features/verifications/verifications-page.tsx";
import { UsersPage } from "../features/users/users-page.tsx";
import { WithdrawalsPage } from "../features/withdrawals/withdrawals-page.tsx";
import { ContentPage } from "../features/content/content-page.tsx";
import { Invitation } from "../features/invitation/invitation.tsx";
import { SignIn } from "../features/sign-in/sign-in.tsx";
import { useTexts } from "../lib/texts.ts";
import { useSession } from "../session/session.ts";
import { m } from "../shell/shell-messages.ts";
import { Shell } from "../shell/shell.tsx";

/** The console for who is signed in, the sign-in for all others. */
function SignedIn() {
  const t = useTexts();
  const session = useSession();
  if (session.isPending) return null;
  if (session.isError)
    return (
      <EmptyState icon={<CloudOff size={24} />} title={t(m.network)} hint={session.error.message}>
        <Button onPress={() => void session.refetch()}>{t(m.again)}</Button>
      </EmptyState>
    );
  if (session.data === null) return <SignIn />;
  return (
    <Shell session={session.data}>
      <Outlet />
    </Shell>
  );
}

function InvitationRoute() {
  const navigate = useNavigate();
  // Read once: the address is left with the token behind it.
  const [token] = useState(() => location.hash.slice(1));
  return <Invitation token={token} onDone={() => void navigate({ to: "/audit", replace: true })} />;
}

function NotFound() {
  const t = useTexts();
  return <EmptyState icon={<FileQuestion size={24} />} title={t(m.notFound)} hint="" />;
}

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });
const invitation = createRoute({ getParentRoute: () => root, path: "/invitation", component: InvitationRoute });
const inside = createRoute({ getParentRoute: () => root, id: "inside", component: SignedIn });
const home = createRoute({
  getParentRoute: () => inside,
  path: "/",
  component: () => <Navigate to="/audit" replace />,
});
const audit = createRoute({ getParentRoute: () => inside, path: "/audit", component: AuditPage });

const identity = createRoute({ getParentRoute: () => inside, path: "/identity", component: VerificationsPage });
const nicknames = createRoute({ getParentRoute: () => inside, path: "/nicknames", component: NicknamesPage });
const tickets = createRoute({ getParentRoute: () => inside, path: "/tickets", component: TicketsPage });
const articles = createRoute({ getParentRoute: () => inside, path: "/articles", component: ArticlesPage });

const users = createRoute({ getParentRoute: () => inside, path: "/users", component: UsersPage });
const withdrawals = createRoute({ getParentRoute: () => inside, path: "/withdrawals", component: WithdrawalsPage });
const content = createRoute({ getParentRoute: () => inside, path: "/content", component: ContentPage });

const markets = createRoute({ getParentRoute: () => inside, path: "/markets", component: MarketsPage });
const proposals = createRoute({ getParentRoute: () => inside, path: "/proposals", component: ProposalsPage });
const system = createRoute({ getParentRoute: () => inside, path: "/system", component: SystemPage });

const campaigns = createRoute({ getParentRoute: () => inside, path: "/campaigns", component: CampaignsPage });
const coupons = createRoute({ getParentRoute: () => inside, path: "/coupons", component: CouponsPage });
const treasury = createRoute({ getParentRoute: () => inside, path: "/treasury", component: TreasuryPage });
const growth = createRoute({ getParentRoute: () => inside, path: "/growth", component: GrowthPage });

const pages = inside.addChildren([
  home,
  audit,
  identity,
  nicknames,
  users,
  withdrawals,
  content,
  markets,
  proposals,
  system,
  tickets,
  articles,
  campaigns,
  coupons,
  treasury,
  growth,
]);
export const router = createRouter({ routeTree: root.addChildren([invitation, pages]) });

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
