import { useNavigate, useSearch } from "@tanstack/react-router";
import { DepositCouponNote } from "../../features/coupons/coupon-bank.tsx";
import { Deposit } from "../../features/deposit/deposit.tsx";
import { useMarkets } from "../../lib/markets/instruments.ts";
import { PageLoading } from "../markets/page-loading.tsx";
import { coinOf } from "./coin-search.ts";

export function DepositRoute() {
  const { asset: wanted } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { data } = useMarkets();
  const asset = coinOf(data?.assets, wanted);
  if (data === undefined || asset === undefined) return <PageLoading />;
  return (
    <Deposit
      key={asset.asset}
      asset={asset}
      assets={data.assets}
      note={asset.asset === "USDT" ? <DepositCouponNote /> : undefined}
      onAsset={(chosen) => void navigate({ to: "/personal/deposit", search: { asset: chosen }, replace: true })}
    />
  );
}
