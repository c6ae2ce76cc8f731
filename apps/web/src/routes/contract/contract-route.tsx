import { getRouteApi } from "@tanstack/react-router";
import { TerminalRoute } from "../terminal/terminal-route.tsx";
import { contractProduct } from "./contract-product.tsx";

const usdt = getRouteApi("/terminal/contract/usdt/$symbol");
const coin = getRouteApi("/terminal/contract/coin/$symbol");

/** The trade screen of one perpetual that settles in USDT. */
export function UsdtContractRoute() {
  const { symbol } = usdt.useParams();
  return <TerminalRoute product={contractProduct} marketsOf={({ LINEAR }) => LINEAR} segment={symbol} />;
}

/** The trade screen of one perpetual that settles in its coin. */
export function CoinContractRoute() {
  const { symbol } = coin.useParams();
  return <TerminalRoute product={contractProduct} marketsOf={({ INVERSE }) => INVERSE} segment={symbol} />;
}
