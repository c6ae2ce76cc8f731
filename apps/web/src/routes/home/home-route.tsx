import { i18n } from "@lingui/core";
import { buttonClassName } from "@tidemark/kit-ui";
import { Link, useRouter } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Hero } from "../../features/home/hero/hero.tsx";
import { first } from "../../features/home/hero/hero-messages.ts";
import { m } from "../../features/home/home-messages.ts";
import { MarketStrip } from "../../features/home/market-strip.tsx";
import { appConfig } from "../../lib/config/app-config.ts";
import { useListed, useMarkets } from "../../lib/markets/instruments.ts";
import { useIdle } from "../../lib/device/use-idle.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { signInPath, useUser } from "../../session/session.ts";
import { waitForFont } from "./wait-for-font.ts";

/** Resolves when the font of the first screen is loaded. */
export const waitForHomeFont = (): Promise<void> => waitForFont(i18n._(first.title) + i18n._(first.lead));

const HomeLower = lazy(async () => ({ default: (await import("./home-lower.tsx")).HomeLower }));

const registerPath = "/auth/register/email";

/** As high as the sections to come, so that the footer does not move. */
const lowerSkeleton = <div className="h-[4100px] w768:h-[3400px] w1024:h-[2900px] w1200:h-[2300px]" />;

/** The home page. The first screen renders alone; the rest is loaded once the page is idle. */
export function HomeRoute() {
  const t = useTexts();
  const { history } = useRouter();
  const user = useUser();
  const isIdle = useIdle();
  // During a retry the query resets its error; the error count stays.
  const { data: instruments, errorUpdateCount } = useMarkets();
  const { data: listed } = useListed();
  const { project, switches } = appConfig();
  const market = instruments?.SPOT[0];
  const spotHref = market?.path ?? "/spot/BTC_USDT";

  // The typed contact is passed in the history state, not in the URL, because URLs are stored and logged.
  const register = (account: string) => history.push(signInPath("/", "", registerPath), { account });

  return (
    <main>
      <Hero
        market={market}
        isUnavailable={instruments === undefined && errorUpdateCount > 0}
        bonus={switches.registerBonus === true ? project.registerBonus : undefined}
        onRegister={register}
        instead={
          user === null ? undefined : (
            <Link to={spotHref} className={buttonClassName("primary", "lg", "mt-8 hover:brightness-106")}>
              {t(m.toMarket, { pair: market?.title ?? "BTC/USDT" })}
            </Link>
          )
        }
      />
      <MarketStrip markets={instruments?.SPOT} />
      <Suspense fallback={lowerSkeleton}>
        {isIdle ? <HomeLower listed={listed} market={market} spotHref={spotHref} /> : lowerSkeleton}
      </Suspense>
    </main>
  );
}
