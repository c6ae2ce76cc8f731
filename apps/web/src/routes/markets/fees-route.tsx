import { FeeTable } from "../../features/fee-table/fee-table.tsx";
import { m } from "../../features/fee-table/fee-messages.ts";
import { appConfig } from "../../lib/config/app-config.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useMarkets } from "../../lib/markets/instruments.ts";
import { hrefOf, PageLink } from "../../shell/page-link.tsx";

/** The same page at /fees and in the mobile entry. */
export function FeesRoute() {
  const t = useTexts();
  const { data } = useMarkets();
  return (
    <FeeTable
      needs={appConfig().project.feeLevels ?? []}
      pairs={data?.SPOT ?? []}
      vipLink={
        <PageLink href={hrefOf("/m/#/vip")} className="text-brand underline-offset-3 hover:underline">
          {t(m.vipPage)}
        </PageLink>
      }
    />
  );
}
