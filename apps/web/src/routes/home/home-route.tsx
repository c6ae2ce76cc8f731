import { buttonClassName } from "@tidemark/kit-ui";
import { Link, useRouter } from "@tanstack/react-router";
import { GetApp } from "../../features/home/get-app.tsx";
import { Hero } from "../../features/home/hero.tsx";
import { m } from "../../features/home/home-messages.ts";
import { useListed } from "../../features/home/home-queries.ts";
import { InsuranceFund } from "../../features/home/insurance-fund.tsx";
import { MarketStrip } from "../../features/home/market-strip.tsx";
import { ProofOfFunds } from "../../features/home/proof-of-funds.tsx";
import { RegisterBonus } from "../../features/home/register-bonus.tsx";
import { Ways } from "../../features/home/ways.tsx";
import { appConfig } from "../../lib/app-config.ts";
import { type SpotMarket, useDirectory } from "../../lib/directory.ts";
import { pathOfSite } from "../../lib/place.ts";
import { useWords } from "../../lib/words.ts";
import { signInAddress, useUser } from "../../session/session.ts";

const registerPath = "/auth/register/email";
const spotPath = ({ pair }: Pick<SpotMarket, "pair">): string => `/spot/${pair}`;

/** The front of the house. */
export function HomeRoute() {
  const t = useWords();
  const { history } = useRouter();
  const user = useUser();
  const { data: directory } = useDirectory();
  const { data: listed } = useListed();
  const { project, switches, website } = appConfig();
  const market = directory?.spotMarkets[0];
  const contractOf = (kind: "LINEAR" | "INVERSE"): string =>
    listed?.markets.find((entry) => entry.kind === kind)?.symbol ?? "";
  const bonus = switches.registerBonus === true ? project.registerBonus : undefined;

  // What was typed goes along in the history, not in the address: addresses are kept and logged.
  const register = (account: string) => history.push(signInAddress("/", "", registerPath), { account });

  return (
    <main>
      <Hero
        market={market}
        bonus={bonus}
        onRegister={register}
        instead={
          user === null ? undefined : (
            <Link
              to={spotPath({ pair: market?.pair ?? "BTC_USDT" })}
              className={buttonClassName("primary", "lg", "mt-8")}
            >
              {t(m.toMarket, { pair: market?.title ?? "BTC/USDT" })}
            </Link>
          )
        }
      />
      <MarketStrip markets={directory?.spotMarkets} addressOf={spotPath} />
      {bonus !== undefined && <RegisterBonus bonus={bonus} couponsAddress="/personal/coupon" />}
      <Ways
        listed={listed}
        spotMarket={market}
        addresses={{
          spot: spotPath({ pair: market?.pair ?? "BTC_USDT" }),
          derivatives: `/contract/usdt/${contractOf("LINEAR")}`,
          cryptoContract: `/contract/coin/${contractOf("INVERSE")}`,
        }}
      />
      <InsuranceFund config={project.insuranceFund} fundAddress="/contract/content/fund" />
      <ProofOfFunds proofAddress="/proof" />
      {switches.download === true && (
        <GetApp project={project} downloadUrl={new URL(pathOfSite(project.downloadUrl), website).href} />
      )}
    </main>
  );
}
