import { DecimalField, Note, Unit } from "@tidemark/kit-ui";
import { floorDiv } from "@tidemark/money";
import { useState } from "react";
import { client } from "../../lib/client/client.ts";
import { marketLive, useLive } from "../../lib/client/live.ts";
import { type ExitEntry, type ExitRole, priceOfTicks, ticksOfEntry } from "../../lib/exits/exit-entry.ts";
import { ExitField, ExitUnits } from "../../lib/exits/exit-field.tsx";
import { type EnteredPosition, exitFigures, type ExitUnit } from "../../lib/exits/exit-price.ts";
import { m as exitTexts } from "../../lib/exits/exits-messages.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { lotsOf, ticksOf } from "../../lib/markets/market-value.ts";
import type { ExitsDialogProps } from "./exits-dialog.tsx";
import { entriesIn, entriesOf, type ExitEntries, exitsPlan } from "./exits-form.ts";
import type { Held } from "./held-positions.ts";
import { m } from "./position-dialog-messages.ts";
import { exitsOf } from "./position-exits.ts";
import { signed } from "./position-figures.ts";

const none = { TP: undefined, SL: undefined };

const enteredOf = ({ market, position, posSide }: Held, leverage: number): EnteredPosition => ({
  posSide,
  lots: lotsOf(market, position.qty),
  entryValue: requireUnits(position.entryValue, market.settleAsset.scale),
  leverage,
});

/** The amount that a price comes to in another unit, as it would be typed. */
function textIn(market: ContractMarket, position: EnteredPosition, unit: ExitUnit, ticks: number): string {
  if (unit === "PRICE") return priceOfTicks(market, ticks);
  const { pnl, roeBasisPoints } = exitFigures(market, position, ticks);
  const size = (units: bigint): bigint => (units < 0n ? -units : units);
  const text =
    unit === "ROE"
      ? signed(size(roeBasisPoints), 2, 2)
      : signed(size(pnl), market.valueDecimals, market.settleAsset.scale);
  return text.replace(/[+,]/g, "");
}

/** The fields of one tab and how they are sent. */
export function useTpsl({ held, figures, triggers, onClose }: ExitsDialogProps, isPart: boolean) {
  const t = useTexts();
  const { market, position } = held;
  const current = isPart ? none : exitsOf(triggers, position);
  const [unit, setUnit] = useState<ExitUnit>("PRICE");
  const [entries, setEntries] = useState<ExitEntries>(() => entriesOf(current));
  const [qty, setQty] = useState(position.qty);
  const entered = enteredOf(held, figures?.leverage ?? 1);
  const plan = exitsPlan(market, entered, unit, entries, current, isPart ? qty : undefined);
  const hasWork = plan !== undefined && (plan.set !== undefined || plan.cancel.length > 0);
  const isWhole = figures !== undefined && hasWork && (!isPart || /[1-9]/.test(qty));
  const { submit, isPending } = useSubmit({
    isWhole,
    doneText: t(m.exitsSaved, { contract: market.title }),
    onDone: onClose,
  });
  const send = async () => {
    for (const orderId of plan?.cancel ?? []) {
      const outcome = await client.call("cancelOrder", { orderId });
      if (!outcome.ok || plan?.set === undefined) return outcome;
    }
    return plan?.set === undefined
      ? undefined
      : client.call("setTpsl", { ...plan.set, requestId: crypto.randomUUID() });
  };
  return {
    isPart,
    isPending,
    isWhole,
    onSubmit: () => void submit(send),
    entered,
    unit,
    entries,
    qty,
    setQty,
    change: (role: ExitRole, entry: ExitEntry) => setEntries({ ...entries, [role]: entry }),
    changeUnit: (next: ExitUnit) => {
      setEntries(
        entriesIn(entries, (role, entry) => {
          const ticks = ticksOfEntry(market, entered, role, unit, entry);
          return ticks === undefined ? undefined : textIn(market, entered, next, ticks);
        }),
      );
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
  const markTicks = mark === undefined || mark === "" ? undefined : BigInt(ticksOf(market, mark));
  const distance =
    markTicks === undefined
      ? undefined
      : `${signed(floorDiv((BigInt(ticks) - markTicks) * 10_000n, markTicks), 2, 2)}%`;
  return (
    <>
      <span>
        {unit === "ROE" ? (
          <span className="num">{priceOfTicks(market, ticks)}</span>
        ) : (
          t(m.roe, { roe: `${signed(roeBasisPoints, 2, 2)}%` })
        )}
      </span>
      {distance !== undefined && <span>{t(m.fromMark, { percent: distance })}</span>}
      <span>
        {unit === "PNL" ? (
          <span className="num">{priceOfTicks(market, ticks)}</span>
        ) : (
          t(m.exitPnl, { pnl: signed(pnl, market.valueDecimals, market.settleAsset.scale) })
        )}
      </span>
    </>
  );
}
