import { Button, toast } from "@tidemark/kit-ui";
import { useState } from "react";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./deposit-messages.ts";

/** Only where `pnpm dev` runs local chains. */
const hasFaucet: boolean = import.meta.env?.VITE_FAUCET === "yes";
export const isGivenOn = (network: string): boolean =>
  hasFaucet && (network === "LOCAL_EVM" || network === "BITCOIN_REGTEST");

const amounts: Readonly<Record<string, string>> = { ETH: "5", BTC: "0.1" };

/** Coins of the local chain, which have no worth: a developer's way to make a deposit. */
export function FaucetButton({ asset, address }: { asset: string; address: string }) {
  const t = useTexts();
  const [isPending, setPending] = useState(false);
  const amount = amounts[asset] ?? "1000";
  async function ask(): Promise<void> {
    setPending(true);
    const query = new URLSearchParams({ asset, to: address, amount });
    const isDone = await fetch(`/faucet?${query}`, { method: "POST" }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!isDone) toast.error(t(m.faucetFailed));
    setPending(false);
  }
  return (
    <Button size="sm" isPending={isPending} onPress={() => void ask()} data-testid="faucet">
      {t(m.faucet, { amount, asset })}
    </Button>
  );
}
