import { productIds } from "@tidemark/contracts";
import type { AskOf, Outcome } from "@tidemark/kit-client";
import { toast } from "@tidemark/kit-ui";
import { useEffect, useRef, useState } from "react";
import { client } from "../../lib/client/client.ts";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { afterAlarm } from "./transfer-form.ts";

export type TransferAsk = Omit<AskOf<"transfer">, "requestId">;
/** Bonus money that the transfer forfeits or earns, and the transfer that was asked about: exactly this one is sent after the question. */
export type BonusQuestion = {
  readonly ask: TransferAsk;
  readonly type: "IN" | "OUT";
  readonly amount: string;
  readonly asset: string;
};

/** What the bonus check is asked about a transfer. */
export const alarmAskOf = ({ fromProduct, toProduct, asset, amount }: TransferAsk): AskOf<"bonusAlarm"> => ({
  transferType: fromProduct === productIds.futures_usdt ? "OUT" : "IN",
  toProduct,
  asset,
  amount,
});

type SendOptions = {
  readonly isWhole: boolean;
  readonly doneText: (ask: TransferAsk) => string;
  /** More is asked than can leave derivatives at the moment; `amount` can. */
  readonly tooMuchText: (amount: string, asset: string) => string;
  readonly onDone: () => void;
};

/**
 * Confirm asks whether bonus money is forfeited or earned (OUT of derivatives, else IN) and sends the transfer, as one submission: a second press
 * waits for the first, and a dialog that is closed meanwhile sends nothing. A check that fails is reported and sends nothing either; nor is there a
 * question where the transfer could only be refused.
 */
export function useSendTransfer({ isWhole, doneText, tooMuchText, onDone }: SendOptions) {
  const [question, setQuestion] = useState<BonusQuestion>();
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const { submit, isPending } = useSubmit<TransferAsk>({
    isWhole: isWhole || question !== undefined,
    onDone(ask) {
      toast.success(doneText(ask));
      onDone();
    },
  });
  /** Its outcome is the transfer that was sent, for the message of success. */
  const send = async (ask: TransferAsk, requestId: string): Promise<Outcome<TransferAsk>> => {
    const outcome = await client.call("transfer", { ...ask, requestId });
    return outcome.ok ? { ...outcome, value: ask } : outcome;
  };
  const confirm = (ask: TransferAsk) =>
    submit(async (requestId) => {
      const asked = alarmAskOf(ask);
      const checked = await client.call("bonusAlarm", asked);
      if (!isOpen.current) return undefined;
      if (!checked.ok) return checked;
      const { item } = checked.value;
      const { amount, asset } = item;
      const next = afterAlarm(item);
      if (next === "send") return send(ask, requestId);
      if (next === "refuse") toast.error(tooMuchText(item.mostOut, asset));
      else setQuestion({ ask, type: asked.transferType, amount, asset });
      return undefined;
    }, ask);
  return {
    isPending,
    confirm: (ask: TransferAsk) => void confirm(ask),
    question,
    /** The user has read the question and confirms. */
    answer: () => question !== undefined && void submit((requestId) => send(question.ask, requestId), question.ask),
    dismiss: () => setQuestion(undefined),
  };
}
