import { useParams } from "@tanstack/react-router";
import { TerminalRoute } from "../terminal/terminal-route.tsx";
import { contractProduct } from "./contract-product.tsx";

/** The trade screen of one perpetual that settles in USDT, of the real or the simulated exchange. */
export function UsdtContractRoute() {
  const { symbol = "" } = useParams({ strict: false });
  return <TerminalRoute product={contractProduct} marketsOf={({ LINEAR }) => LINEAR} segment={symbol} />;
}

/** The trade screen of one perpetual that settles in its coin. */
export function CoinContractRoute() {
  const { symbol = "" } = useParams({ strict: false });
  return <TerminalRoute product={contractProduct} marketsOf={({ INVERSE }) => INVERSE} segment={symbol} />;
}
