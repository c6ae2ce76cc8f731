import { ContractRules } from "../../features/contract-rules/contract-rules.tsx";
import { useTexts } from "../../lib/i18n/texts.ts";
import { hrefOf, PageLink } from "../../shell/page-link.tsx";
import { m } from "./market-pages-messages.ts";
import { PageLoading } from "./page-loading.tsx";
import { useContractChoice } from "./use-contract-choice.ts";

export function RulesRoute() {
  const t = useTexts();
  const choice = useContractChoice();
  if (choice === undefined) return <PageLoading />;
  return (
    <ContractRules {...choice}>
      <PageLink
        href={hrefOf(`/contract/content/markPrice?symbol=${choice.market.symbol}`)}
        className="text-13 text-brand hover:underline"
      >
        {t(m.markPrice)}
      </PageLink>
    </ContractRules>
  );
}
