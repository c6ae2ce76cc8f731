import { buttonClassName } from "@tidemark/kit-ui";
import { m } from "../../features/fee-table/vip-messages.ts";
import { VipPage } from "../../features/fee-table/vip-page.tsx";
import { appConfig } from "../../lib/config/app-config.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useMarkets } from "../../lib/markets/instruments.ts";
import { hrefOf, PageLink } from "../../shell/page-link.tsx";
import { useSignInPaths } from "../../shell/sign-in-paths.ts";

/** The VIP programme, in the mobile entry. */
export function VipRoute() {
  const t = useTexts();
  const { data } = useMarkets();
  const { signIn } = useSignInPaths();
  return (
    <VipPage
      needs={appConfig().project.feeLevels ?? []}
      signIn={
        <PageLink href={hrefOf(signIn)} className={buttonClassName("primary", "sm")} data-testid="vip-sign-in">
          {t(m.logIn)}
        </PageLink>
      }
      links={
        <PageLink href={hrefOf("/m/#/fees")} className="text-brand underline-offset-3 hover:underline">
          {t(m.fees)}
        </PageLink>
      }
      verb={
        <PageLink
          href={hrefOf(data?.SPOT[0]?.path ?? "/spot/BTC_USDT")}
          className={buttonClassName("primary", "lg", "w-full")}
          data-testid="vip-trade"
        >
          {t(m.trade)}
        </PageLink>
      }
    />
  );
}
