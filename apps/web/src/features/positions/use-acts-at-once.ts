import { toast } from "@tidemark/kit-ui";
import { useState } from "react";
import { client } from "../../lib/client/client.ts";
import { onceAtATime } from "../../lib/forms/once-at-a-time.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useTradingSettings } from "../../session/trading-settings.ts";
import type { Held } from "./held-positions.ts";
import { m as dialogTexts } from "./position-dialog-messages.ts";
import type { PositionAct } from "./position-parts.tsx";
import { m } from "./positions-messages.ts";

type ActsAtOnce = {
  /** Sends an act that the trader does not want to be asked about; false where its dialog has to be opened. */
  readonly send: (act: PositionAct, held: Held) => boolean;
  /** It was sent and is not answered yet. */
  readonly isOnItsWay: (act: PositionAct, held: Held) => boolean;
};

const nameOf = (act: PositionAct, { market, posSide }: Held): string => `${act} ${market.symbol} ${posSide}`;

/** Several positions can be closed or reversed side by side; one position only once at a time. */
export function useActsAtOnce(): ActsAtOnce {
  const t = useTexts();
  const { asks } = useTradingSettings();
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set());
  const [acts] = useState(() => onceAtATime(setRunning));
  async function sendNow(act: "flash" | "reverse", held: Held): Promise<void> {
    const { market, posSide } = held;
    const ask = { symbol: market.symbol, posSide };
    const outcome = await acts.run<unknown>(nameOf(act, held), (requestId) =>
      act === "flash"
        ? client.call("flashClose", { ...ask, requestId })
        : client.call("reversePosition", { ...ask, requestId }),
    );
    if (outcome === undefined) return;
    if (!outcome.ok) toast.error(outcome.message);
    else toast.success(t(act === "flash" ? m.closed : dialogTexts.reversed, { contract: market.title }));
  }
  return {
    send: (act, held) => {
      if ((act !== "flash" && act !== "reverse") || asks[act]) return false;
      void sendNow(act, held);
      return true;
    },
    isOnItsWay: (act, held) => running.has(nameOf(act, held)),
  };
}
