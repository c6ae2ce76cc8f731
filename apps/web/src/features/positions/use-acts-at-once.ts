import { toast } from "@tidemark/kit-ui";
import { client } from "../../lib/client/client.ts";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useTradingSettings } from "../../session/trading-settings.ts";
import type { Held } from "./held-positions.ts";
import { m as dialogTexts } from "./position-dialog-messages.ts";
import type { PositionAct } from "./position-parts.tsx";
import { m } from "./positions-messages.ts";

/** Sends an act that the trader does not want to be asked about; false where its dialog has to be opened. */
export function useActsAtOnce(): (act: PositionAct, held: Held) => boolean {
  const t = useTexts();
  const { asks } = useTradingSettings();
  const { submit } = useSubmit({ isWhole: true, onDone: () => undefined });
  return (act, { market, posSide }) => {
    if ((act !== "flash" && act !== "reverse") || asks[act]) return false;
    const ask = { symbol: market.symbol, posSide };
    const contract = { contract: market.title };
    void submit(
      async (requestId) => {
        const outcome =
          act === "flash"
            ? await client.call("flashClose", { ...ask, requestId })
            : await client.call("reversePosition", { ...ask, requestId });
        if (outcome.ok) toast.success(act === "flash" ? t(m.closed, contract) : t(dialogTexts.reversed, contract));
        return outcome;
      },
      { act, ...ask },
    );
    return true;
  };
}
