import type { HoldingRow } from "@tidemark/contracts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { Fragment } from "react";
import { assetText } from "../../lib/format/asset-text.ts";
import { shownUnits, signedUnitsText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { m } from "./asset-accounts-messages.ts";

type EquityTermsProps = { row: HoldingRow; decimals: number; onStatement: () => void };

/** Equity of a contract account as a sum: what was brought in and realised, what open positions are worth now, and what came from coupons. */
export function EquityTerms({ row, decimals, onStatement }: EquityTermsProps) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const [total, uPnl, bonus] = [requireUnits(row.total), requireUnits(row.uPnl), requireUnits(row.bonus)];
  const terms = [
    { id: "cash", label: t(m.ownCash), text: shownUnits(total - uPnl - bonus, decimals) },
    { id: "upnl", label: t(m.uPnl), text: signedUnitsText(uPnl, decimals, 8) },
    ...(bonus === 0n ? [] : [{ id: "bonus", label: t(m.bonus), text: shownUnits(bonus, decimals) }]),
  ];
  return (
    <dl
      className="flex flex-wrap items-end gap-x-4 gap-y-3 border-y border-line py-4"
      data-testid={`equity-${row.product}-${row.asset}`}
    >
      {terms.map(({ id, label, text }, at) => (
        <Fragment key={id}>
          {at > 0 && (
            <span aria-hidden className="pb-0.5 text-muted">
              +
            </span>
          )}
          <div>
            <dt className="text-12 text-muted">{label}</dt>
            <dd className="num text-16 font-semibold" data-testid={`equity-${id}`}>
              {own(text)}
            </dd>
          </div>
        </Fragment>
      ))}
      <span aria-hidden className="pb-0.5 text-muted">
        =
      </span>
      <div>
        <dt className="text-12 text-muted">{t(m.equity, { asset: assetText(row.asset) })}</dt>
        <dd>
          <button
            type="button"
            onClick={onStatement}
            className="num border-b border-dotted border-muted text-16 font-semibold hover:border-ink"
            data-testid="equity-total"
          >
            {own(shownUnits(total, decimals))}
          </button>
        </dd>
      </div>
    </dl>
  );
}
