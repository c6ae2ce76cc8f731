import type { MarginAccountNowRow } from "@tidemark/contracts";
import { assetText } from "../../lib/format/asset-text.ts";
import { shown, shownUnits, utcDayText } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { m } from "./contract-messages.ts";
import type { StatementPart } from "./statement/statement-check.ts";

type BonusListProps = {
  account: MarginAccountNowRow;
  decimals: number;
  /** Undefined where the account holds nothing else: then no figure of the page has lines to open. */
  onStatement: ((part: StatementPart) => void) | undefined;
};

const rules = { TRADING: m.tradingRule, FUNDING: m.fundingRule } as const;
const parts = { TRADING: "bonus", FUNDING: "fundbonus" } as const;
const whole = 10n ** 8n;

/** What came from coupons into a contract account: each grant with what is left of it, what it pays and when it ends. */
export function BonusList({ account: { asset, figures }, decimals, onStatement }: BonusListProps) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  if (figures.grants.length === 0) return null;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2" data-testid="bonus-list">
      <h2 className="text-16 font-semibold">{t(m.bonusHere)}</h2>
      <ul className="border-b border-line">
        {figures.grants.map(({ grantId, kind, remaining, ratio, endsAt }) => {
          const part = requireUnits(ratio);
          return (
            <li
              key={grantId}
              className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-t border-line py-3 text-13"
              data-testid={`bonus-${kind}`}
            >
              <span>
                <b className="font-semibold">{t(m[kind])}</b>{" "}
                <span className="text-muted">
                  {t(rules[kind])}
                  {part !== whole && <> {t(m.paysPart, { percent: shownUnits(part * 100n, 0) })}</>}
                </span>
              </span>
              <span className="flex items-baseline gap-3">
                <span>
                  <button
                    type="button"
                    disabled={onStatement === undefined}
                    onClick={() => onStatement?.(parts[kind])}
                    className="num text-14 enabled:border-b enabled:border-dotted enabled:border-muted enabled:hover:border-ink"
                  >
                    {own(shown(remaining, decimals))}
                  </button>{" "}
                  <span className="text-muted">{assetText(asset)}</span>
                </span>
                {endsAt > 0 && <span className="text-12 text-muted">{t(m.ends, { day: utcDayText(endsAt) })}</span>}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
