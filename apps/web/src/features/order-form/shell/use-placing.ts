import { toast } from "@tidemark/kit-ui";
import { isUnknownOutcome } from "../../../lib/client/unknown-outcome.ts";
import type { PosSide } from "@tidemark/contracts";
import type { AskOf } from "@tidemark/kit-client";
import { useRef, useState } from "react";
import { client } from "../../../lib/client/client.ts";
import type { Market } from "../../../lib/markets/market.ts";
import { useOrderName } from "../../../lib/order-table/use-order-name.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { tradingSettingsNow } from "../../../session/trading-settings.ts";
import { m } from "./ticket-messages.ts";

/** The page always names the side. */
type Ask = AskOf<"placeOrder"> & { readonly posSide?: PosSide };
type Doubt = { readonly form: object; readonly button: string; readonly ask: Ask };

/** One press of a trade button. */
export type Placing = {
  /** The form as it is; it does not change until the user changes it. */
  readonly form: object;
  /** Which of the ticket's buttons was pressed. */
  readonly button: string;
  /** The ask under a new key; undefined where something is missing. */
  readonly makeAsk: (clientOrderId: string) => Ask | undefined;
  readonly market: Market;
  /** What has to be done before the order is sent, such as a loan. Undefined stops: the order is not sent. */
  readonly before?: (() => Promise<FirstStep | undefined>) | undefined;
  readonly onPlaced: (orderId: string) => void;
};

/** A step before the order that is done. */
export type FirstStep = {
  /** What stays of it where the order is refused then. */
  readonly keptText: string | undefined;
};

const placedRow = ({ symbol, side, posSide = "NONE", qty = "", price = "" }: Ask) => ({
  symbol,
  side,
  posSide,
  qty,
  price,
});

const nothingFirst: FirstStep = { keptText: undefined };

/** Sends orders. */
export function usePlacing() {
  const t = useTexts();
  const orderName = useOrderName();
  const [sending, setSending] = useState<string>();
  const [asked, setAsked] = useState<string>();
  // A key or a second press can come before the button is drawn as pending: without this, it would send another order or take another loan.
  const isSending = useRef(false);
  /** An order whose outcome is unknown: submitting again sends it under the same key, so that no second order is placed. */
  const inDoubt = useRef<Doubt | undefined>(undefined);

  async function whileSending<T>(button: string, work: () => Promise<T>): Promise<T> {
    isSending.current = true;
    setSending(button);
    try {
      return await work();
    } finally {
      isSending.current = false;
      setSending(undefined);
    }
  }

  async function place({ form, button, makeAsk, market, before, onPlaced }: Placing): Promise<void> {
    if (isSending.current) return;
    const doubted = inDoubt.current;
    const isSame = doubted?.form === form && doubted.button === button;
    const ask = isSame ? doubted.ask : makeAsk(crypto.randomUUID());
    if (ask === undefined) {
      setAsked(button);
      return;
    }
    setAsked(undefined);
    const sent = await whileSending(button, async () => {
      // An order in doubt was sent after its first step, which is not repeated.
      const first = isSame || before === undefined ? nothingFirst : await before();
      return first === undefined ? undefined : { first, outcome: await client.call("placeOrder", ask) };
    });
    if (sent === undefined) return;
    const { first, outcome } = sent;
    const isUnknown = isUnknownOutcome(outcome);
    inDoubt.current = isUnknown ? { ask, form, button } : undefined;
    if (!outcome.ok) {
      if (tradingSettingsNow().hasSounds)
        void import("../../../lib/device/tones.ts").then(({ playTone }) => playTone("refusal"));
      if (isUnknown) toast.error(t(m.unknown), { description: t(m.askAgain) });
      else toast.error(t(m.refused), { description: [outcome.message, first.keptText].filter(Boolean).join(" ") });
      return;
    }
    // Immediate orders are reported by their own notice; only orders that rest or wait need a toast here.
    if ((ask.type === "LIMIT" && ask.tif === "GTC") || ask.type.endsWith("_TRIGGER"))
      toast.success(t(m.placed, { order: orderName(market, placedRow(ask)) }));
    onPlaced(outcome.value.orderId);
  }
  return {
    place: (placing: Placing) => void place(placing),
    /** The button whose order is on its way. */
    sending,
    /** The button that was pressed while something was missing: missing fields are reported then, invalid ones at once. */
    asked,
  };
}
