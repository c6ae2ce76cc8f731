import { IconButton, Skeleton } from "@tidemark/kit-ui";
import { Eye, EyeOff } from "lucide-react";
import type { ReactNode } from "react";
import { ValuationSwitch } from "../../lib/accounts/valuation-switch.tsx";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useStored, valuationAsset } from "../../lib/storage/choices.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { useFiatOf, valueText } from "../../session/holdings.ts";
import { m } from "./asset-accounts-messages.ts";

type TotalHeadProps = {
  title: string;
  /** In the valuation asset; undefined until loaded. */
  value: string | undefined;
  hint?: string;
  /** Shows what the worth is made of. */
  onOpen: () => void;
  children: ReactNode;
};

/** A worth in BTC or USDT with its estimate in the user's currency, the eye, and what can be done. */
export function TotalHead({ title, value, hint, onOpen, children }: TotalHeadProps) {
  const t = useTexts();
  const { own, isHidden, toggle } = useOwnAmounts();
  const counted = useStored(valuationAsset);
  const fiat = useFiatOf()(value ?? "");
  return (
    <header className="grid content-start gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-13 text-muted">{title}</h1>
        <IconButton aria-label={t(m.hideBalances)} aria-pressed={isHidden} onPress={toggle}>
          {isHidden ? <EyeOff size={14} /> : <Eye size={14} />}
        </IconButton>
        <ValuationSwitch />
      </div>
      <div>
        <button
          type="button"
          onClick={onOpen}
          className="num block w-fit border-b border-dotted border-muted text-40 leading-tight font-semibold tracking-[-0.02em] hover:border-ink"
          data-testid="assets-total"
        >
          {value === undefined ? <Skeleton>00,000.00</Skeleton> : own(valueText(value, counted))}
        </button>
        <p className="num mt-1 min-h-5 w-fit text-14 text-muted" data-testid="assets-fiat">
          {fiat === undefined ? "" : `≈ ${own(fiat)}`}
        </p>
        {hint !== undefined && <p className="mt-1 text-13 text-muted">{hint}</p>}
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </header>
  );
}
