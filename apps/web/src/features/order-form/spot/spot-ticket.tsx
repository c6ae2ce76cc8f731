import type { BalanceRow } from "@tidemark/contracts";
import type { Live } from "../../../lib/client/live.ts";
import type { SpotMarket } from "../../../lib/markets/market.ts";
import type { PickedPrice } from "../shell/picked-price.ts";
import { SpotTicketForm } from "./spot-ticket-form.tsx";
import { useSpotForm } from "./use-spot-form.ts";

export type SpotTicketProps = {
  market: SpotMarket;
  /** Absent for signed-out users. */
  balances: Live<BalanceRow> | undefined;
  picked: PickedPrice | undefined;
  onSignIn: () => void;
  onTransfer: () => void;
  onTransferOf: (asset: string) => void;
};

export function SpotTicket({ market, balances, picked, ...acts }: SpotTicketProps) {
  const binding = useSpotForm({ market, balances, picked });
  return <SpotTicketForm market={market} binding={binding} isSignedOut={balances === undefined} {...acts} />;
}
