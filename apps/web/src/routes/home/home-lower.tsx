import type { InstrumentList } from "@tidemark/contracts";
import { GetApp } from "../../features/home/get-app.tsx";
import { InsuranceFund } from "../../features/home/insurance-fund/insurance-fund.tsx";
import { ProofOfFunds } from "../../features/home/proof-of-funds.tsx";
import { RegisterBonus } from "../../features/home/register-bonus.tsx";
import { Products } from "../../features/home/products/products.tsx";
import { appConfig } from "../../lib/config/app-config.ts";
import type { Market } from "../../lib/markets/market.ts";
import { pathOfSite } from "../../lib/client/page-hosts.ts";

export type HomeLowerProps = {
  listed: InstrumentList | undefined;
  market: Market | undefined;
  spotHref: string;
};

/** The sections below the first screen. */
export function HomeLower({ listed, market, spotHref }: HomeLowerProps) {
  const { project, switches, website } = appConfig();
  const contractOf = (kind: "LINEAR" | "INVERSE"): string =>
    listed?.markets.find((entry) => entry.kind === kind)?.symbol ?? "";
  return (
    <>
      {switches.registerBonus === true && (
        <RegisterBonus bonus={project.registerBonus} couponsPath="/personal/coupon" />
      )}
      <Products
        listed={listed}
        spotMarket={market}
        paths={{
          spot: spotHref,
          derivatives: `/contract/usdt/${contractOf("LINEAR")}`,
          cryptoContract: `/contract/coin/${contractOf("INVERSE")}`,
        }}
      />
      <InsuranceFund config={project.insuranceFund} fundPath="/contract/content/fund" />
      <ProofOfFunds proofPath="/proof" />
      {switches.download === true && (
        <GetApp project={project} downloadUrl={new URL(pathOfSite(project.downloadUrl), website).href} />
      )}
    </>
  );
}
