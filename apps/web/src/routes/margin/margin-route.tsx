import { getRouteApi } from "@tanstack/react-router";
import { TerminalRoute } from "../terminal/terminal-route.tsx";
import { marginProduct } from "./margin-product.tsx";

const route = getRouteApi("/terminal/margin/$pair");

/** The trade screen of one margin pair. */
export function MarginRoute() {
  const { pair } = route.useParams();
  return <TerminalRoute product={marginProduct} marketsOf={({ MARGIN }) => MARGIN} segment={pair} />;
}
