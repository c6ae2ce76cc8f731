import { useRouterState } from "@tanstack/react-router";
import { Proof } from "../features/proof/proof.tsx";
import { useMarkets } from "../lib/markets/instruments.ts";

/** Until the listing is loaded, and for coins that are no longer listed. */
const usualDecimals = 2;

export function ProofRoute() {
  const here = useRouterState({ select: (state) => state.location.href });
  const { data } = useMarkets();
  return (
    <Proof
      signIn={{ to: "/auth/login", backurl: here }}
      decimalsOf={(code) => data?.assets.find(({ asset }) => asset === code)?.displayDecimals ?? usualDecimals}
    />
  );
}
