import { DecimalField, finishedDecimal, Note, toast, Unit } from "@tidemark/kit-ui";
import type { Outcome } from "@tidemark/kit-client";
import { useState } from "react";
import { client } from "../../lib/client/client.ts";
import { marketLive, useLive } from "../../lib/client/live.ts";
import { distanceText } from "../../lib/exits/distance-text.ts";
import { enteredPart } from "../../lib/exits/entered-part.ts";
import { type ExitEntry, type ExitRole, priceOfTicks, ticksOfEntry } from "../../lib/exits/exit-entry.ts";
import { ExitField, ExitUnits } from "../../lib/exits/exit-field.tsx";
import { type EnteredPosition, exitFigures, type ExitUnit } from "../../lib/exits/exit-price.ts";
import { m as exitTexts } from "../../lib/exits/exits-messages.ts";
import { signedUnitsText } from "../../lib/format/number-text.ts";
import { cancelEach } from "../../lib/order-table/cancel-each.ts";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { entriesIn, entriesOf, type ExitEntries, exitsPlan, type ExitsPlan } from "./exits-form.ts";
import type { Held } from "./held-positions.ts";
import { m } from "./position-dialog-messages.ts";
import type { ExitsDialogProps } from "./position-head.tsx";
import { exitsOf } from "./position-exits.ts";

const none = { TP: undefined, SL: undefined };

/** The fields of one tab and how they are sent. */
export function useTpsl({ held, figures, triggers, onClose }: ExitsDialogProps, isPart: boolean) {
  const t = useTexts();
  const { market, position, posSide } = held;
  // As they stood when the dialog was opened: only what the trader empties is cancelled.
  const [current] = useState(() => (isPart ? none : exitsOf(triggers, position)));
  const [unit, setUnit] = useState<ExitUnit>("PRICE");
  const [entries, setEntries] = useState<ExitEntries>(() => entriesOf(market, current));
  const [typedQty, setQty] = useState(position.qty);
  const qty = finishedDecimal(typedQty);
  const whole = { posSide, qty: position.qty, entryValue: position.entryValue, leverage: figures.leverage };
  const entered = enteredPart(market, whole, isPart && qty !== "" ? qty : undefined);
  const plan = exitsPlan(market, entered, unit, entries, current, isPart ? qty : undefined);
  const hasWork = plan !== undefined && (plan.set !== undefined || plan.cancel.length > 0);
  const isWhole = hasWork && (!isPart || /[1-9]/.test(qty));
  const doneText = t(m.exitsSaved, { contract: market.title });
  const { submit, isPending } = useSubmit({ isWhole, doneText, onDone: onClose });
  // First what is set: if it is refused, nothing is lost.
  const send = async ({ set, cancel }: ExitsPlan, requestId: string): Promise<Outcome<unknown> | undefined> => {
    const outcome = set && (await client.call("setTpsl", { ...set, requestId }));
    if (outcome?.ok === false) return outcome;
    const { cancelled, problem } = await cancelEach(cancel, (orderId) => client.call("cancelOrder", { orderId }));
    if (problem !== undefined) return problem;
    if (outcome !== undefined) return outcome;
    // Nothing was set: what was emptied is cancelled now, or was gone already.
    if (cancelled > 0) toast.success(doneText);
    onClose();
    return undefined;
  };
  return {
    isPart,
    isPending,
    isWhole,
    onSubmit: () => {
      if (plan !== undefined) void submit((key) => send(plan, key), plan);
    },
    entered,
    unit,
    entries,
    qty: typedQty,
    setQty,
    change: (role: ExitRole, entry: ExitEntry) => setEntries({ ...entries, [role]: entry }),
    changeUnit: (next: ExitUnit) => {
      const converted = entriesIn(market, entered, entries, unit, next);
      if (converted === undefined) return;
      setEntries(converted);
      setUnit(next);
    },
  };
}

export function TpslFields({ held, binding }: { held: Held; binding: ReturnType<typeof useTpsl> }) {
  const t = useTexts();
  const { market } = held;
  const { unit, entries, isPart, entered } = binding;
  return (
    <>
      <div className="grid gap-3 text-12">
        {isPart && (
          <DecimalField
            isLabelInside
            label={t(m.size)}
            value={binding.qty}
            onChange={binding.setQty}
            decimals={market.sizeDecimals}
            testId="exits-size"
          >
            <Unit>{market.sizeUnit}</Unit>
          </DecimalField>
        )}
        <div className="flex items-center justify-between text-muted">
          {t(exitTexts.enterAs)}
          <ExitUnits unit={unit} onUnit={binding.changeUnit} />
        </div>
        {(["TP", "SL"] as const).map((role) => (
          <ExitField
            key={role}
            role={role}
            market={market}
            unit={unit}
            entry={entries[role]}
            onChange={(entry) => binding.change(role, entry)}
          >
            <ExitNote
              market={market}
              entered={entered}
              ticks={ticksOfEntry(market, entered, role, unit, entries[role])}
              unit={unit}
            />
          </ExitField>
        ))}
      </div>
      <Note>{t(isPart ? m.partialHint : m.wholeHint)}</Note>
    </>
  );
}

type ExitNoteProps = { market: ContractMarket; entered: EnteredPosition; ticks: number | undefined; unit: ExitUnit };

/** What the entry comes to: price or return, distance from the mark, profit. */
function ExitNote({ market, entered, ticks, unit }: ExitNoteProps) {
  const t = useTexts();
  const mark = useLive(marketLive("contract", market.symbol)).rows[0]?.mark;
  if (ticks === undefined) return null;
  const { pnl, roeBasisPoints } = exitFigures(market, entered, ticks);
  const distance = distanceText(market, priceOfTicks(market, ticks), mark);
  return (
    <>
      <span>
        {unit === "ROE" ? (
          <span className="num">{priceOfTicks(market, ticks)}</span>
        ) : (
          t(m.roe, { roe: `${signedUnitsText(roeBasisPoints, 2, 2)}%` })
        )}
      </span>
      {distance !== undefined && <span>{t(m.fromMark, { percent: distance })}</span>}
      <span>
        {unit === "PNL" ? (
          <span className="num">{priceOfTicks(market, ticks)}</span>
        ) : (
          t(m.exitPnl, { pnl: signedUnitsText(pnl, market.valueDecimals, market.settleAsset.scale) })
        )}
      </span>
    </>
  );
}
