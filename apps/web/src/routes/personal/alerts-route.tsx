import { Alerts } from "../../features/alerts/alerts.tsx";
import { useMarkets } from "../../lib/markets/instruments.ts";
import { PageLoading } from "../markets/page-loading.tsx";
import { PersonalFrame } from "./personal-frame.tsx";

export function AlertsRoute() {
  const { data } = useMarkets();
  if (data === undefined) return <PageLoading />;
  return (
    <PersonalFrame>
      <Alerts markets={data} />
    </PersonalFrame>
  );
}
