import { useNavigate, useSearch } from "@tanstack/react-router";
import { DepositCouponNote } from "../../features/coupons/coupon-bank.tsx";
import { m } from "../../features/coupons/coupon-messages.ts";
import { Deposit } from "../../features/deposit/deposit.tsx";
import { useMarkets } from "../../lib/markets/instruments.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { hrefOf, PageLink } from "../../shell/page-link.tsx";
import { PageLoading } from "../markets/page-loading.tsx";
import { coinOf } from "./coin-search.ts";

export function DepositRoute() {
  const { asset: wanted } = useSearch({ strict: false });
  const navigate = useNavigate();
  const t = useTexts();
  const { data } = useMarkets();
  const asset = coinOf(data?.assets, wanted);
  if (data === undefined || asset === undefined) return <PageLoading />;
  const toCoupons = (
    <PageLink href={hrefOf("/personal/coupon")} className="text-brand">
      {t(m.title)}
    </PageLink>
  );
  return (
    <Deposit
      key={asset.asset}
      asset={asset}
      assets={data.assets}
      note={asset.asset === "USDT" ? <DepositCouponNote>{toCoupons}</DepositCouponNote> : undefined}
      onAsset={(chosen) => void navigate({ to: "/personal/deposit", search: { asset: chosen }, replace: true })}
    />
  );
}
