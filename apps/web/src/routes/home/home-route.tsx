import { i18n } from "@lingui/core";
import { buttonClassName } from "@tidemark/kit-ui";
import { Link, useRouter } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Hero } from "../../features/home/hero.tsx";
import { first } from "../../features/home/hero-messages.ts";
import { m } from "../../features/home/home-messages.ts";
import { MarketStrip } from "../../features/home/market-strip.tsx";
import { appConfig } from "../../lib/app-config.ts";
import { type SpotMarket, useDirectory, useListed } from "../../lib/directory.ts";
import { useIdle } from "../../lib/use-idle.ts";
import { useWords } from "../../lib/words.ts";
import { signInAddress, useUser } from "../../session/session.ts";
import { lettersStand } from "./letters.ts";

/** Until the letters of the first screen have their font. */
export const homeStands = (): Promise<void> => lettersStand(i18n._(first.title) + i18n._(first.lead));

const HomeLower = lazy(async () => ({ default: (await import("./home-lower.tsx")).HomeLower }));

const registerPath = "/auth/register/email";
const spotPath = ({ pair }: Pick<SpotMarket, "pair">): string => `/spot/${pair}`;

/** As high as what will stand there: the footer waits at the foot of the page. */
const lowerPlace = <div className="h-[4100px] w768:h-[3400px] w1024:h-[2900px] w1200:h-[2300px]" />;

/** The front of the house. Its first screen stands alone; the rest is fetched once that can be used. */
export function HomeRoute() {
  const t = useWords();
  const { history } = useRouter();
  const user = useUser();
  const isIdle = useIdle();
  // While it is asked again after a failure, the query forgets that it failed: the count does not.
  const { data: directory, errorUpdateCount } = useDirectory();
  const { data: listed } = useListed();
  const { project, switches } = appConfig();
  const market = directory?.spotMarkets[0];
  const spotAddress = spotPath({ pair: market?.pair ?? "BTC_USDT" });

  // What was typed goes along in the history, not in the address: addresses are kept and logged.
  const register = (account: string) => history.push(signInAddress("/", "", registerPath), { account });

  return (
    <main>
      <Hero
        market={market}
        isSilent={directory === undefined && errorUpdateCount > 0}
        bonus={switches.registerBonus === true ? project.registerBonus : undefined}
        onRegister={register}
        instead={
          user === null ? undefined : (
            <Link to={spotAddress} className={buttonClassName("primary", "lg", "mt-8 hover:brightness-106")}>
              {t(m.toMarket, { pair: market?.title ?? "BTC/USDT" })}
            </Link>
          )
        }
      />
      <MarketStrip markets={directory?.spotMarkets} addressOf={spotPath} />
      <Suspense fallback={lowerPlace}>
        {isIdle ? <HomeLower listed={listed} market={market} spotAddress={spotAddress} /> : lowerPlace}
      </Suspense>
    </main>
  );
}
