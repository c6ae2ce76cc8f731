import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { useLocation } from "@tanstack/react-router";
import { type AlertForm, newForm } from "../../features/alerts/alert-form.ts";
import { alertsKey } from "../../features/alerts/alert-queries.ts";
import { MarketOverview, type OverviewTab } from "../../features/market-overview/market-overview.tsx";
import { useMarkets } from "../../lib/markets/instruments.ts";
import { isMargin } from "../../lib/markets/market.ts";
import { useUser } from "../../session/user.ts";

const AlertDialog = lazy(async () => ({
  default: (await import("../../features/alerts/alert-dialog.tsx")).AlertDialog,
}));

/** Tabs as they are written in the path's query. */
const tabs: Readonly<Record<string, OverviewTab>> = {
  lists: "lists",
  spot: "SPOT",
  derivatives: "LINEAR",
  coin: "INVERSE",
};

export function MarketsRoute() {
  const { searchStr } = useLocation();
  const { data } = useMarkets();
  const tab = tabs[new URLSearchParams(searchStr).get("tab") ?? ""] ?? "SPOT";
  // A margin pair is its spot market with borrowed funds: it is listed once.
  const markets = useMemo(() => data?.all.filter((market) => !isMargin(market)), [data]);
  const [alert, setAlert] = useState<AlertForm>();
  const queries = useQueryClient();
  const isSignedIn = useUser() !== null;
  return (
    <>
      <MarketOverview
        markets={markets}
        firstTab={tab}
        // The trader writes the level; the market and its last price are known.
        onAlert={isSignedIn ? (symbol, last) => setAlert(newForm(symbol, last)) : undefined}
      />
      {alert !== undefined && data !== undefined && (
        <Suspense>
          <AlertDialog
            markets={data}
            start={alert}
            onDone={() => void queries.invalidateQueries({ queryKey: alertsKey })}
            onClose={() => setAlert(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
