import { useLocation, useRouter } from "@tanstack/react-router";
import { pathOfSite } from "../../lib/client/page-hosts.ts";
import { useMarkets } from "../../lib/markets/instruments.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";

export type ContractChoice = {
  readonly contracts: readonly ContractMarket[];
  readonly market: ContractMarket;
  readonly onSelect: (market: ContractMarket) => void;
};

/** The contract that the query of a page names, the first where it names none; undefined until the markets are loaded. */
export function useContractChoice(): ContractChoice | undefined {
  const { pathname, searchStr } = useLocation();
  const { history } = useRouter();
  const { data } = useMarkets();
  if (data === undefined) return undefined;
  const contracts: readonly ContractMarket[] = [...data.LINEAR, ...data.INVERSE];
  const wanted = new URLSearchParams(searchStr).get("symbol");
  const market = contracts.find(({ symbol }) => symbol === wanted) ?? contracts[0];
  if (market === undefined) return undefined;
  return {
    contracts,
    market,
    onSelect: ({ symbol }) => history.replace(pathOfSite(`${pathname}?symbol=${encodeURIComponent(symbol)}`)),
  };
}
