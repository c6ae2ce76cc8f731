import { Navigate, useParams } from "@tanstack/react-router";
import { useMarkets } from "../../lib/markets/instruments.ts";
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

/** The start of simulated trading: the first perpetual that is listed. Until then, and where none is, what the terminal shows. */
export function SimulatedStartRoute() {
  const { data } = useMarkets();
  const first = data?.LINEAR[0];
  return first === undefined ? <UsdtContractRoute /> : <Navigate to={first.path} replace />;
}
