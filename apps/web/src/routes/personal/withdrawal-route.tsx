import { useNavigate, useSearch } from "@tanstack/react-router";
import { Withdrawal } from "../../features/withdrawal/withdrawal.tsx";
import { useMarkets } from "../../lib/markets/instruments.ts";
import { FactorPrompt } from "../factor-prompt.tsx";
import { PageLoading } from "../markets/page-loading.tsx";
import { coinOf } from "./coin-search.ts";

export function WithdrawalRoute() {
  const { asset: wanted } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { data } = useMarkets();
  const asset = coinOf(data?.assets, wanted);
  if (data === undefined || asset === undefined) return <PageLoading />;
  return (
    <>
      <Withdrawal
        key={asset.asset}
        asset={asset}
        assets={data.assets}
        onAsset={(chosen) => void navigate({ to: "/personal/withdrawal", search: { asset: chosen }, replace: true })}
      />
      <FactorPrompt />
    </>
  );
}
