import { MarkPricePage } from "../../features/mark-price/mark-price-page.tsx";
import { isSimulatedPage } from "../../lib/client/page-hosts.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { hrefOf, PageLink } from "../../shell/page-link.tsx";
import { m } from "./market-pages-messages.ts";
import { PageLoading } from "./page-loading.tsx";
import { useContractChoice } from "./use-contract-choice.ts";

export function MarkPriceRoute() {
  const t = useTexts();
  const choice = useContractChoice();
  if (choice === undefined) return <PageLoading />;
  return (
    <MarkPricePage {...choice}>
      {/* The rules are one page of the real exchange. */}
      {!isSimulatedPage && (
        <PageLink
          href={hrefOf(`/contract/content/rules?symbol=${choice.market.symbol}`)}
          className="text-13 text-brand hover:underline"
        >
          {t(m.rules)}
        </PageLink>
      )}
    </MarkPricePage>
  );
}
