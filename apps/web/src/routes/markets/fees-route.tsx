import { FeeTable } from "../../features/fee-table/fee-table.tsx";
import { appConfig } from "../../lib/config/app-config.ts";
import { useMarkets } from "../../lib/markets/instruments.ts";

/** The same page at /fees and in the mobile entry. */
export function FeesRoute() {
  const { data } = useMarkets();
  return <FeeTable needs={appConfig().project.feeLevels ?? []} pairs={data?.SPOT ?? []} />;
}
