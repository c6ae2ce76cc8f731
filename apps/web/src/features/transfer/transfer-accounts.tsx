import { productIds } from "@tidemark/contracts";
import { IconButton, type Option, Select } from "@tidemark/kit-ui";
import { ArrowDownUp } from "lucide-react";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { TransferForm, TransferPair, TransferStep } from "./transfer-form.ts";
import { m } from "./transfer-messages.ts";

type TransferAccountsProps = {
  form: TransferForm;
  /** The accounts that a transfer can be between, and the margin pairs. */
  accounts: readonly Option[];
  pairs: readonly TransferPair[];
  /** What may leave each side, printed; `--` where it is not known. */
  available: { readonly from: string; readonly to: string };
  step: (step: TransferStep) => void;
};

/** Both accounts of a transfer, one above the other, with the button that turns them. */
export function TransferAccounts({ form, accounts, pairs, available, step }: TransferAccountsProps) {
  const t = useTexts();
  const usesPair = form.from === productIds.margin || form.to === productIds.margin;
  return (
    <div className="grid gap-4">
      <div className="relative grid rounded-control bg-field ring-1 ring-line">
        {(["from", "to"] as const).map((side) => (
          <div
            key={side}
            className="flex h-12 items-center gap-3 ps-3 pe-14 [&+&]:border-t [&+&]:border-line"
            data-testid={`transfer-${side}`}
          >
            <span className="w-10 flex-none text-13 text-muted">{t(m[side])}</span>
            <Select
              label={t(m[side])}
              items={accounts}
              selected={String(form[side])}
              onSelect={(id) => step({ type: side, product: Number(id) })}
              className="font-medium"
              testId={`transfer-${side}-account`}
            />
            <span className="num ms-auto text-12 text-muted">{available[side]}</span>
          </div>
        ))}
        <div className="absolute inset-y-0 end-3 grid place-items-center">
          <IconButton
            aria-label={t(m.turn)}
            onPress={() => step({ type: "turn" })}
            className="bg-raised text-brand ring-1 ring-line"
          >
            <ArrowDownUp size={14} />
          </IconButton>
        </div>
      </div>
      {usesPair && (
        <Select
          label={t(m.pair)}
          size="form"
          items={pairs.map(({ symbol, title }) => ({ id: symbol, label: title }))}
          selected={form.pair}
          onSelect={(symbol) => {
            const pair = pairs.find((one) => one.symbol === symbol);
            if (pair !== undefined) step({ type: "pair", pair });
          }}
          testId="transfer-pair"
        />
      )}
    </div>
  );
}
