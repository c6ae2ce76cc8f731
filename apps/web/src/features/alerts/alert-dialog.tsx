import { type AlertMeasure, alertMeasures } from "@tidemark/contracts";
import type { AnswerOf } from "@tidemark/kit-client";
import { DecimalField, Segmented, Select, Unit } from "@tidemark/kit-ui";
import { useState } from "react";
import { client } from "../../lib/client/client.ts";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { ListedMarkets } from "../../lib/markets/instruments.ts";
import { type AlertForm, askOf, isWhole } from "./alert-form.ts";
import { m } from "./alerts-messages.ts";

const decimalsMax = 8;

type Choice = { readonly id: string; readonly unit: string };

/** What an alert can be set on. */
function choicesOf({ SPOT, LINEAR, INVERSE }: ListedMarkets, measure: AlertMeasure): readonly Choice[] {
  const contracts = [...LINEAR, ...INVERSE];
  if (measure === "FUNDING") return contracts.map(({ symbol }) => ({ id: symbol, unit: "%" }));
  if (measure === "PRICE") return [...SPOT, ...contracts].map(({ symbol, quote }) => ({ id: symbol, unit: quote }));
  return [...new Set(contracts.map(({ settleAsset }) => settleAsset.asset))].map((id) => ({ id, unit: "%" }));
}

export type AlertDialogProps = { markets: ListedMarkets; start: AlertForm; onDone: () => void; onClose: () => void };

/** An alert on a level. */
export function AlertDialog({ markets, start, onDone, onClose }: AlertDialogProps) {
  const t = useTexts();
  const [form, setForm] = useState(start);
  const choices = choicesOf(markets, form.measure);
  const chosen = choices.find(({ id }) => id === form.symbol) ?? choices[0];
  const whole = { ...form, symbol: chosen?.id ?? "" };
  const submission = useSubmit<AnswerOf<"setAlert">>({
    isWhole: isWhole(whole),
    doneText: t(m.saved),
    onDone() {
      onDone();
      onClose();
    },
  });
  const change = (part: Partial<AlertForm>) => setForm({ ...form, ...part });
  return (
    <FormDialog
      title={t(start.id === undefined ? m.newAlert : m.editAlert)}
      submitLabel={t(m.set)}
      isPending={submission.isPending}
      onSubmit={() => void submission.submit(() => client.call("setAlert", askOf(whole)))}
      onClose={onClose}
      testId="alert"
    >
      <Segmented
        label={t(m.kind)}
        items={alertMeasures.map((id) => ({ id, label: t(m[id]), testId: `alert-${id}` }))}
        selected={form.measure}
        onSelect={(measure) => change({ measure })}
      />
      <Select
        label={t(form.measure === "MARGIN" ? m.account : m.market)}
        items={choices.map(({ id }) => ({ id, label: id }))}
        selected={whole.symbol}
        onSelect={(symbol) => change({ symbol })}
        testId="alert-symbol"
      />
      {form.measure !== "MARGIN" && (
        <Segmented
          label={t(m.when)}
          items={(["ABOVE", "BELOW"] as const).map((id) => ({ id, label: t(m[id]), testId: `alert-${id}` }))}
          selected={form.direction}
          onSelect={(direction) => change({ direction })}
        />
      )}
      {form.measure === "FUNDING" && (
        <Segmented
          label={t(m.sign)}
          items={[
            { id: "plus", label: "+" },
            { id: "minus", label: "−" },
          ]}
          selected={form.isNegative ? "minus" : "plus"}
          onSelect={(sign) => change({ isNegative: sign === "minus" })}
        />
      )}
      <DecimalField
        label={t(m.level)}
        value={form.level}
        onChange={(level) => change({ level })}
        decimals={decimalsMax}
        problem={submission.showsProblems && !isWhole(whole) ? t(m.levelNeeded) : undefined}
        testId="alert-level"
      >
        <Unit>{chosen?.unit ?? ""}</Unit>
      </DecimalField>
    </FormDialog>
  );
}
