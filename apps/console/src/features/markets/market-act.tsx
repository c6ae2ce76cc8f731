import type { ExchangeName, WatchedMarket } from "@tidemark/contracts";
import { Button, Dialog, Receipt, ReceiptLine, TextField, toast } from "@tidemark/kit-ui";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { act } from "../../lib/act.ts";
import { useTexts } from "../../lib/texts.ts";
import { m } from "./market-messages.ts";
import type { SwitchState } from "./market-view.ts";

export type MarketAct = { readonly one: WatchedMarket; readonly to: SwitchState } | "stopAll";
type Props = {
  wish: MarketAct;
  exchange: ExchangeName;
  /** Markets that the kill switch halts. */
  stops: number;
  reopenAfterMs: number;
  onClose: () => void;
  onDone: () => void;
  onProblem: (error: Error) => void;
};

const reasonLengthMin = 8;

/** Cancel-only and halt at once; a halted market is set to cancel-only first, and its opening waits for another operator. */
async function carryOut(wish: MarketAct, exchange: ExchangeName, reason: string): Promise<void> {
  if (wish === "stopAll") return void (await act("stopAllMarkets", { exchange, reason }));
  const { one, to } = wish;
  const ask = { exchange, symbol: one.symbol, liquidates: false, reason } as const;
  if (to === "TRADING" && one.status === "HALT") await act("setMarketStatus", { ...ask, status: "CANCEL_ONLY" });
  await act("setMarketStatus", { ...ask, status: to });
}

const titles = { TRADING: m.titleOpen, CANCEL_ONLY: m.titleCancelOnly, HALT: m.titleHalt } as const;
const buttons = { TRADING: m.doOpen, CANCEL_ONLY: m.doCancelOnly, HALT: m.doHalt } as const;
const results = { TRADING: m.isAsked, CANCEL_ONLY: m.isCancelOnly, HALT: m.isHalted } as const;

function Consequences({ wish, stops, reopenAfterMs }: Pick<Props, "wish" | "stops" | "reopenAfterMs">) {
  const t = useTexts();
  const to = wish === "stopAll" ? "HALT" : wish.to;
  if (to === "TRADING")
    return (
      <Receipt isPlain>
        <ReceiptLine label={t(m.way)}>
          {t(m.throughCancelOnly, { count: Math.ceil(reopenAfterMs / 1_000) })}
        </ReceiptLine>
        <ReceiptLine label={t(m.stepIndex)}>{t(m.needed)}</ReceiptLine>
        <ReceiptLine label={t(m.second)}>{t(m.needed)}</ReceiptLine>
      </Receipt>
    );
  return (
    <Receipt isPlain>
      {wish === "stopAll" && (
        <ReceiptLine label={t(m.stopsCount)} testId="stops">
          <span className="num">{stops}</span>
        </ReceiptLine>
      )}
      <ReceiptLine label={t(m.newOrders)}>{t(m.refusedNow)}</ReceiptLine>
      <ReceiptLine label={t(m.cancels)}>{t(m.taken)}</ReceiptLine>
      <ReceiptLine label={t(m.resting)}>{t(m.stay)}</ReceiptLine>
      <ReceiptLine label={t(m.liquidations)}>{t(m.wait)}</ReceiptLine>
      <ReceiptLine label={t(m.marks)}>{t(to === "HALT" ? m.frozen : m.continues)}</ReceiptLine>
      <ReceiptLine label={t(m.second)}>{t(m.notNeeded)}</ReceiptLine>
    </Receipt>
  );
}

/** What will happen, and why it is done. The kill switch also wants the number of markets. */
export function MarketActDialog({ wish, exchange, stops, reopenAfterMs, onClose, onDone, onProblem }: Props) {
  const t = useTexts();
  const [reason, setReason] = useState("");
  const [count, setCount] = useState("");
  const symbol = wish === "stopAll" ? "" : wish.one.symbol;
  const doing = useMutation({
    mutationFn: () => carryOut(wish, exchange, reason.trim()),
    onSuccess() {
      toast.success(wish === "stopAll" ? t(m.areStopped, { count: stops }) : t(results[wish.to], { symbol }));
      onClose();
    },
    onError: onProblem,
    onSettled: onDone,
  });
  const isReady = reason.trim().length >= reasonLengthMin && (wish !== "stopAll" || count.trim() === String(stops));
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isReady && !doing.isPending) doing.mutate();
  }
  return (
    <Dialog
      title={wish === "stopAll" ? t(m.stopAll) : t(titles[wish.to], { symbol })}
      closeLabel={t(m.close)}
      size="wide"
      onClose={onClose}
      testId="market-act"
      footer={
        <>
          <Button look="ghost" onPress={onClose}>
            {t(m.cancel)}
          </Button>
          <Button
            look="primary"
            type="submit"
            form="market-act-form"
            isDisabled={!isReady}
            isPending={doing.isPending}
            data-testid="market-act-confirm"
          >
            {wish === "stopAll" ? t(m.doStop, { count: stops }) : t(buttons[wish.to])}
          </Button>
        </>
      }
    >
      <form id="market-act-form" className="grid gap-5 pb-2" onSubmit={submit}>
        <Consequences wish={wish} stops={stops} reopenAfterMs={reopenAfterMs} />
        <TextField
          label={t(m.reason)}
          hint={t(m.reasonHint)}
          value={reason}
          onChange={setReason}
          maxLength={500}
          testId="market-act-reason"
        />
        {wish === "stopAll" && (
          <TextField
            label={t(m.count)}
            hint={t(m.countHint)}
            value={count}
            onChange={setCount}
            inputMode="numeric"
            maxLength={4}
            testId="market-act-count"
          />
        )}
      </form>
    </Dialog>
  );
}
