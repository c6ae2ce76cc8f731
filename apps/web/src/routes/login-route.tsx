import { getRouteApi, Link, useNavigate, useRouter } from "@tanstack/react-router";
import { Lock } from "lucide-react";
import { useEffect } from "react";
import { LastPrice } from "../features/market-bar/last-price.tsx";
import { useDayStats } from "../features/market-bar/market-bar-queries.ts";
import { SignInForm } from "../features/sign-in/sign-in-form.tsx";
import { type SpotMarket, useDirectory } from "../lib/directory.ts";
import { shown } from "../lib/number-text.ts";
import { useWords } from "../lib/words.ts";
import { useUser } from "../session/session.ts";
import { Logo } from "../shell/logo.tsx";
import { m } from "./login-messages.ts";

const route = getRouteApi("/bare/auth/login");

export function LoginRoute() {
  const t = useWords();
  const { backurl } = route.useSearch();
  const user = useUser();
  const { history } = useRouter();
  const navigate = useNavigate();
  useEffect(() => {
    document.title = t(m.pageTitle);
  }, [t]);
  const goBack = () => {
    if (backurl === undefined) void navigate({ to: "/", replace: true });
    else history.replace(backurl);
  };
  // Who is already here has nothing to do on this page.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => void (user && goBack()), [user]);

  return (
    <main className="grid min-h-dvh w1024:grid-cols-2">
      <section className="flex flex-col px-4 w768:px-8">
        <header className="flex h-14 flex-none items-center justify-between w768:h-19">
          <Link to="/" className="rounded-control">
            <Logo />
          </Link>
          <span className="flex h-7 items-center gap-1.5 rounded-full px-2.5 text-12 font-medium ring-1 ring-inset ring-line-strong">
            <Lock aria-hidden size={13} className="text-brand" />
            {location.host}
          </span>
        </header>
        <div className="mx-auto grid w-full max-w-95 flex-1 content-center gap-7 py-8 max-w768:content-start">
          <h1 className="text-28 font-semibold tracking-[-0.02em]">{t(m.title)}</h1>
          <SignInForm onDone={goBack} />
        </div>
        <footer className="flex h-14 flex-none items-center justify-center gap-4 text-12 text-muted">
          <Link to="/" className="rounded-control hover:text-ink">
            {t(m.back)}
          </Link>
          <a
            href="https://www.tradingview.com/"
            target="_blank"
            rel="noreferrer"
            className="rounded-control hover:text-ink"
          >
            {t(m.charts)}
          </a>
        </footer>
      </section>
      <TrustPanel />
    </main>
  );
}

function TrustPanel() {
  const t = useWords();
  const { data } = useDirectory();
  const market = data?.spotMarkets[0];
  return (
    <aside className="hidden flex-col justify-end gap-8 border-s border-line bg-surface p-16 w1024:flex">
      <svg viewBox="0 0 480 160" fill="none" aria-hidden className="w-full max-w-120">
        <path d="M0 26h480" stroke="var(--brand)" strokeWidth="1.5" strokeDasharray="2 5" />
        <path
          d="M0 140c40 0 44-28 84-28s44 16 84 4 52-52 96-60 44 30 84 20 52-48 92-50 28 4 40 6"
          stroke="var(--brand)"
          strokeWidth="2"
        />
      </svg>
      <p className="max-w-[14ch] text-40 leading-[1.1] font-semibold tracking-[-0.025em]">{t(m.check)}</p>
      <dl className="grid max-w-110 text-14">
        <div className="flex min-h-12 items-center justify-between border-t border-line">
          <dt className="text-muted">{t(m.official)}</dt>
          <dd className="font-semibold">{location.host}</dd>
        </div>
        {market !== undefined && <MarketFacts market={market} />}
      </dl>
      <p className="max-w-[44ch] text-13 text-muted">{t(m.checkHint)}</p>
    </aside>
  );
}

/** It looks alive because it is: the engine's own price. */
function MarketFacts({ market }: { market: SpotMarket }) {
  const t = useWords();
  const { data } = useDayStats(market.symbol);
  return (
    <>
      <div className="flex min-h-12 items-center justify-between border-t border-line">
        <dt className="text-muted">{t(m.last, { pair: market.title })}</dt>
        <dd>
          <LastPrice market={market} />
        </dd>
      </div>
      <div className="flex min-h-12 items-center justify-between border-y border-line">
        <dt className="text-muted">{t(m.high)}</dt>
        <dd className="num font-semibold">
          {data === undefined || data.high === "" ? "—" : shown(data.high, market.priceDecimals)}
        </dd>
      </div>
    </>
  );
}
