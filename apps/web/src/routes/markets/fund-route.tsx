import { productIds } from "@tidemark/contracts";
import { useMemo } from "react";
import { FundPage } from "../../features/insurance-fund/fund-page.tsx";
import { fundsOf } from "../../features/insurance-fund/fund-rules.ts";
import { isSimulatedPage } from "../../lib/client/page-hosts.ts";
import { appConfig } from "../../lib/config/app-config.ts";
import { assetText } from "../../lib/format/asset-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useMarkets } from "../../lib/markets/instruments.ts";
import { m } from "./market-pages-messages.ts";

export function FundRoute() {
  const t = useTexts();
  const { data } = useMarkets();
  const funds = useMemo(() => (data === undefined ? undefined : fundsOf(data.all)), [data]);
  return (
    <FundPage
      funds={funds}
      nameOf={({ product, asset }) =>
        t(product === productIds.futures_usdt ? m.derivativesFund : m.coinFund, { asset: assetText(asset) })
      }
      // What the company promises is real money: the simulated fund has no such promise.
      promise={isSimulatedPage ? undefined : appConfig().project.insuranceFund}
    />
  );
}
