import { getRouteApi } from "@tanstack/react-router";
import { isContractProduct, isOrderList } from "../../features/order-filters/orders-search.ts";
import { useMarkets } from "../../lib/markets/instruments.ts";
import { useUser } from "../../session/session.ts";
import { NotFound } from "../../shell/pages/not-found.tsx";
import { PageLoading } from "../markets/page-loading.tsx";
import { OrdersPage } from "./orders-page.tsx";

const route = getRouteApi("/page/personal/orders/$kind");

/** A list of the trader's orders: its kind is in the path, its product and filters in the query. */
export function OrdersRoute() {
  const { kind } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const user = useUser();
  const { data } = useMarkets();
  const isOfContracts = kind === "positions" || kind === "funding";
  if (!isOrderList(kind)) return <NotFound />;
  if (user === null || user === undefined) return null;
  if (data === undefined) return <PageLoading />;
  return (
    <OrdersPage
      // Spot has no positions: a link that says so shows its fills.
      list={isOfContracts && !isContractProduct(search.product) ? "fills" : kind}
      search={search}
      markets={data}
      userId={user.userId}
      onOpen={(list, next) => void navigate({ to: "/personal/orders/$kind", params: { kind: list }, search: next })}
    />
  );
}
