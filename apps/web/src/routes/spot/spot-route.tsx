import { getRouteApi } from "@tanstack/react-router";
import { TerminalRoute } from "../terminal/terminal-route.tsx";
import { spotProduct } from "./spot-product.tsx";

const route = getRouteApi("/terminal/spot/$pair");

/** The trade screen of one spot market. */
export function SpotRoute() {
  const { pair } = route.useParams();
  return <TerminalRoute product={spotProduct} marketsOf={({ SPOT }) => SPOT} segment={pair} />;
}
