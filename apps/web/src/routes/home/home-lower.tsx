import type { Directory } from "@tidemark/contracts";
import { GetApp } from "../../features/home/get-app.tsx";
import { InsuranceFund } from "../../features/home/insurance-fund.tsx";
import { ProofOfFunds } from "../../features/home/proof-of-funds.tsx";
import { RegisterBonus } from "../../features/home/register-bonus.tsx";
import { Ways } from "../../features/home/ways.tsx";
import { appConfig } from "../../lib/app-config.ts";
import type { SpotMarket } from "../../lib/directory.ts";
import { pathOfSite } from "../../lib/place.ts";

export type HomeLowerProps = { listed: Directory | undefined; market: SpotMarket | undefined; spotAddress: string };

/** What lies below the first screen. */
export function HomeLower({ listed, market, spotAddress }: HomeLowerProps) {
  const { project, switches, website } = appConfig();
  const contractOf = (kind: "LINEAR" | "INVERSE"): string =>
    listed?.markets.find((entry) => entry.kind === kind)?.symbol ?? "";
  return (
    <>
      {switches.registerBonus === true && (
        <RegisterBonus bonus={project.registerBonus} couponsAddress="/personal/coupon" />
      )}
      <Ways
        listed={listed}
        spotMarket={market}
        addresses={{
          spot: spotAddress,
          derivatives: `/contract/usdt/${contractOf("LINEAR")}`,
          cryptoContract: `/contract/coin/${contractOf("INVERSE")}`,
        }}
      />
      <InsuranceFund config={project.insuranceFund} fundAddress="/contract/content/fund" />
      <ProofOfFunds proofAddress="/proof" />
      {switches.download === true && (
        <GetApp project={project} downloadUrl={new URL(pathOfSite(project.downloadUrl), website).href} />
      )}
    </>
  );
}
