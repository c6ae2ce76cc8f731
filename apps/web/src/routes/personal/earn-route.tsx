import { useNavigate, useSearch } from "@tanstack/react-router";
import { Earn } from "../../features/earn/earn.tsx";
import { useMarkets } from "../../lib/markets/instruments.ts";
import { PageLoading } from "../markets/page-loading.tsx";

export function EarnRoute() {
  const { data } = useMarkets();
  const { kind } = useSearch({ strict: false });
  const navigate = useNavigate();
  if (data === undefined) return <PageLoading />;
  return (
    <Earn
      assets={data.assets}
      kind={kind === "term" ? "term" : "flexible"}
      onKind={(next) => void navigate({ to: ".", search: next === "term" ? { kind: next } : {}, replace: true })}
    />
  );
}
