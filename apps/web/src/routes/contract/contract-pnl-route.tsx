import { buttonClassName } from "@tidemark/kit-ui";
import { getRouteApi, Link } from "@tanstack/react-router";
import { PnlAnalysis } from "../../features/pnl/pnl-analysis.tsx";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useMarkets } from "../../lib/markets/instruments.ts";
import { NotFound } from "../../shell/pages/not-found.tsx";
import { PageLoading } from "../markets/page-loading.tsx";
import { AccountHead } from "./account-head.tsx";
import { m } from "./account-messages.ts";
import { accountMarkets } from "./account-search.ts";

const route = getRouteApi("/page/contract/account/pnl");

/** What a contract account came to. */
export function ContractPnlRoute() {
  const t = useTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useMarkets();
  if (data === undefined) return <PageLoading />;
  const { assets, settle, markets } = accountMarkets(data, search);
  if (settle === undefined) return <NotFound />;
  const { product, range } = search;
  return (
    <main className="wrap grid grid-cols-[minmax(0,1fr)] gap-8 pt-8 pb-20">
      <AccountHead
        title={t(m.pnl)}
        search={search}
        assets={assets}
        asset={settle.asset}
        onOpen={(next) => void navigate({ search: { ...next, range }, replace: true })}
      >
        <Link to="/contract/account" search={{ product, asset: settle.asset }} className={buttonClassName("ghost")}>
          {t(m.account)}
        </Link>
      </AccountHead>
      <PnlAnalysis
        product={product}
        settle={settle}
        markets={markets}
        range={range}
        onRange={(next) => void navigate({ search: { ...search, range: next }, replace: true })}
      />
    </main>
  );
}
