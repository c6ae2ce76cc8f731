import { buttonClassName } from "@tidemark/kit-ui";
import { CouponCenter } from "../../features/coupons/coupon-center.tsx";
import { m } from "../../features/coupons/coupon-messages.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useMarkets } from "../../lib/markets/instruments.ts";
import { hrefOf, PageLink } from "../../shell/page-link.tsx";
import { PageLoading } from "../markets/page-loading.tsx";
import { CouponTaskLink } from "./coupon-task-link.tsx";

/** The Coupon Center, as a page and in the mobile entry. */
export function CouponRoute() {
  const t = useTexts();
  const { data } = useMarkets();
  if (data === undefined) return <PageLoading />;
  const contractOf = (symbol: string | undefined) =>
    data.LINEAR.find((market) => market.symbol === symbol) ?? data.LINEAR[0];
  const spotPath = data.SPOT[0]?.path ?? "/spot/BTC_USDT";
  return (
    <CouponCenter
      symbols={[...data.LINEAR, ...data.SPOT].map(({ symbol }) => symbol)}
      deposit={
        <PageLink href={hrefOf("/personal/deposit")} className={buttonClassName("plain", "sm")}>
          {t(m.deposit)}
        </PageLink>
      }
      tradeLink={(product, symbols) => {
        const markets = data.all.filter((market) => market.product === product);
        const market = markets.find(({ symbol }) => symbols.includes(symbol)) ?? markets[0];
        return (
          <PageLink href={hrefOf(market?.path ?? "/spot/BTC_USDT")} className={buttonClassName("plain", "sm")}>
            {t(m.trade)}
          </PageLink>
        );
      }}
      taskLink={(act) => (
        <CouponTaskLink act={act} spotPath={spotPath} contractPath={contractOf(undefined)?.path ?? spotPath} />
      )}
      contractLink={(symbol, text) => {
        const market = contractOf(symbol);
        if (market === undefined) return null;
        return (
          <PageLink
            href={hrefOf(market.path)}
            className={buttonClassName("primary", "sm")}
            data-testid="coupon-use-link"
          >
            {text}
          </PageLink>
        );
      }}
    />
  );
}
