import { Button, IconButton, Menu } from "@tidemark/kit-ui";
import { Link, useNavigate, useRouterState } from "@tanstack/react-router";
import { ArrowDownUp, LogOut, Moon, Sun } from "lucide-react";
import { usePreferences } from "../lib/preferences.ts";
import { useWords } from "../lib/words.ts";
import { useSignOut, useUser } from "../session/session.ts";
import { ConnectionDot } from "./connection-dot.tsx";
import { Logo } from "./logo.tsx";
import { m } from "./shell-messages.ts";

export function Nav() {
  const t = useWords();
  const theme = usePreferences((state) => state.theme);
  const rise = usePreferences((state) => state.rise);
  return (
    <header className="sticky top-0 z-nav flex h-(--nav-height) items-center gap-1 bg-canvas ps-4 pe-3 text-13">
      <Link to="/" aria-label={t(m.home)} className="me-5 rounded-control max-w768:me-auto">
        <Logo />
      </Link>
      <nav aria-label={t(m.navigation)} className="flex gap-0.5 max-w768:hidden">
        <Link
          to="/spot/$pair"
          params={{ pair: "BTC_USDT" }}
          className="inline-flex h-8 items-center rounded-control px-2.5 font-medium text-muted transition-colors hover:bg-hover hover:text-ink"
          activeProps={{ className: "text-ink!" }}
        >
          {t(m.spot)}
        </Link>
      </nav>
      <div className="flex items-center gap-0.5 w768:ms-auto">
        <ConnectionDot />
        <IconButton
          aria-label={t(rise === "green" ? m.redUp : m.greenUp)}
          onPress={() => usePreferences.setState({ rise: rise === "green" ? "red" : "green" })}
          data-testid="rise-toggle"
        >
          <ArrowDownUp size={16} className="[&>:nth-child(-n+2)]:stroke-fall [&>:nth-child(n+3)]:stroke-rise" />
        </IconButton>
        <IconButton
          aria-label={t(theme === "dark" ? m.light : m.dark)}
          onPress={() => usePreferences.setState({ theme: theme === "dark" ? "light" : "dark" })}
          data-testid="theme-toggle"
        >
          {theme === "dark" ? <Sun size={16} /> : <Moon size={16} />}
        </IconButton>
        <Account />
      </div>
    </header>
  );
}

function Account() {
  const t = useWords();
  const user = useUser();
  const navigate = useNavigate();
  const signOut = useSignOut(() => void navigate({ to: "/" }));
  const here = useRouterState({ select: (state) => state.location.href });
  if (user === null)
    return (
      <Button
        look="primary"
        className="ms-2"
        onPress={() => void navigate({ to: "/auth/login", search: { backurl: here } })}
        data-testid="sign-in"
      >
        {t(m.signIn)}
      </Button>
    );
  const name = user.currentNickName || user.loginId;
  return (
    <Menu
      label={t(m.account)}
      testId="account-menu"
      face={name.slice(0, 2)}
      faceClassName="ms-2 grid size-7 place-items-center rounded-full bg-brand-soft text-11 font-semibold text-brand uppercase data-hovered:bg-hover"
      entries={[
        {
          id: "sign-out",
          label: t(m.signOut),
          icon: <LogOut size={14} />,
          testId: "sign-out",
          onAction: () => signOut.mutate(),
        },
      ]}
      head={
        <div className="grid border-b border-line px-2.5 pt-1.5 pb-2 text-13">
          <b className="font-semibold" data-testid="account-name">
            {name}
          </b>
          <span className="text-12 text-muted">{user.loginId}</span>
        </div>
      }
    />
  );
}
