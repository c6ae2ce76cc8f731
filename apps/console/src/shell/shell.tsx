import type { MessageDescriptor } from "@lingui/core";
import type { OperatorRole, OperatorSession } from "@tidemark/contracts";
import { Avatar, Button, classNames, Tag, Toaster } from "@tidemark/kit-ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useRouterState } from "@tanstack/react-router";
import {
  Activity,
  AtSign,
  ChartCandlestick,
  FileText,
  IdCard,
  Landmark,
  Link2,
  LogOut,
  type LucideIcon,
  Megaphone,
  MessageSquare,
  Sprout,
  Ticket,
  TicketPercent,
  Upload,
  Users,
  UsersRound,
} from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { answerOf } from "../lib/client.ts";
import { useTexts } from "../lib/texts.ts";
import { timeText } from "../lib/time.ts";
import { openSession } from "../session/session.ts";
import { KeyboardHelp } from "./keyboard-help.tsx";
import { m } from "./shell-messages.ts";

type Page = {
  readonly path:
    | "/identity"
    | "/nicknames"
    | "/withdrawals"
    | "/tickets"
    | "/users"
    | "/markets"
    | "/proposals"
    | "/content"
    | "/articles"
    | "/campaigns"
    | "/coupons"
    | "/treasury"
    | "/growth"
    | "/system"
    | "/audit";
  readonly title: MessageDescriptor;
  readonly Icon: LucideIcon;
  /** Shown to operators with this role; without it to all. */
  readonly role?: OperatorRole;
};

/** The pages that exist, in groups. */
const groups: readonly { readonly title: MessageDescriptor; readonly pages: readonly Page[] }[] = [
  {
    title: m.review,
    pages: [
      { path: "/identity", title: m.identity, Icon: IdCard, role: "support" },
      { path: "/nicknames", title: m.nicknames, Icon: AtSign, role: "support" },
      { path: "/withdrawals", title: m.withdrawals, Icon: Upload, role: "treasury" },
      { path: "/tickets", title: m.tickets, Icon: MessageSquare, role: "support" },
    ],
  },
  {
    title: m.run,
    pages: [
      { path: "/users", title: m.users, Icon: Users, role: "support" },
      { path: "/markets", title: m.markets, Icon: ChartCandlestick },
      { path: "/proposals", title: m.proposals, Icon: UsersRound },
      { path: "/campaigns", title: m.campaigns, Icon: TicketPercent },
      { path: "/coupons", title: m.coupons, Icon: Ticket },
      { path: "/content", title: m.content, Icon: FileText, role: "markets" },
      { path: "/articles", title: m.articles, Icon: Megaphone, role: "support" },
    ],
  },
  {
    title: m.watch,
    pages: [
      { path: "/treasury", title: m.treasury, Icon: Landmark, role: "treasury" },
      { path: "/growth", title: m.growth, Icon: Sprout },
      { path: "/system", title: m.system, Icon: Activity },
      { path: "/audit", title: m.audit, Icon: Link2 },
    ],
  },
];

function Side({ roles }: Pick<OperatorSession, "roles">) {
  const t = useTexts();
  const open = groups
    .map(({ title, pages }) => ({
      title,
      pages: pages.filter(({ role }) => role === undefined || roles.includes(role)),
    }))
    .filter(({ pages }) => pages.length > 0);
  return (
    <nav aria-label={t(m.pages)} className="row-span-2 flex flex-col gap-0.5 border-e border-line px-2 py-2.5">
      <div className="flex items-center justify-center gap-2.5 px-2 pt-1.5 pb-3.5 font-semibold w1200:justify-start">
        <img src="/mark.svg" alt="" className="size-5" />
        <span className="hidden w1200:inline">
          tidemark <span className="font-normal text-muted">console</span>
        </span>
      </div>
      {open.map(({ title, pages }) => (
        <div key={title.id} className="grid gap-0.5">
          <p className="mx-2 mt-3.5 mb-1 hidden text-11 text-muted w1200:block">{t(title)}</p>
          {pages.map(({ path, title: page, Icon }) => (
            <Link
              key={path}
              to={path}
              className="flex h-10 items-center justify-center gap-2.5 rounded-control px-2 font-medium text-muted w1200:h-8 w1200:justify-start"
              activeProps={{ className: "bg-hover text-ink!" }}
            >
              <Icon aria-hidden size={16} />
              <span className="sr-only w1200:not-sr-only">{t(page)}</span>
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}

function Now() {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return <span className="num hidden text-12 text-muted w980:inline">{`${timeText(now)} UTC`}</span>;
}

function Bar({ session }: { session: OperatorSession }) {
  const t = useTexts();
  const queries = useQueryClient();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const page = groups.flatMap(({ pages }) => pages).find((one) => path.startsWith(one.path));
  const signOut = useMutation({
    mutationFn: () => answerOf("signOutOperator", {}),
    onSettled: () => openSession(queries, null),
  });
  const isProduction = session.mode === "production";
  return (
    <header className="flex items-center gap-3 border-b border-line px-5">
      <h1 className="text-14 font-semibold">{page === undefined ? "" : t(page.title)}</h1>
      <span className="flex-1" />
      <Tag tone={isProduction ? "brand" : "warn"}>{t(isProduction ? m.production : m.development)}</Tag>
      <Now />
      <span className="flex items-center gap-2 text-12" data-testid="operator">
        <Avatar name={session.name} />
        <span className="grid leading-4">
          <b className="font-semibold">{session.name}</b>
          <span className="text-11 text-muted">{session.roles.join(", ") || t(m.noRole)}</span>
        </span>
      </span>
      <Button look="quiet" size="sm" aria-label={t(m.signOut)} onPress={() => signOut.mutate()} data-testid="sign-out">
        <LogOut aria-hidden size={16} />
      </Button>
    </header>
  );
}

/** Side of 208 px, a rail of 56 below 1200; a line at the top that says by its colour whether this is production. */
export function Shell({ session, children }: { session: OperatorSession; children: ReactNode }) {
  const t = useTexts();
  return (
    <div
      className={classNames(
        "grid h-dvh grid-cols-[56px_minmax(0,1fr)] grid-rows-[48px_minmax(0,1fr)] border-t-2 bg-canvas text-13 text-ink w1200:grid-cols-[208px_minmax(0,1fr)]",
        session.mode === "production" ? "border-brand" : "border-warn",
      )}
      data-mode={session.mode}
    >
      <Side roles={session.roles} />
      <Bar session={session} />
      <main className="min-h-0 min-w-0 overflow-hidden">{children}</main>
      <KeyboardHelp />
      <Toaster dir="ltr" label={t(m.notices)} closeLabel={t(m.close)} />
    </div>
  );
}
