import { Skeleton } from "@tidemark/kit-ui";
import { Link } from "@tanstack/react-router";
import { isZeroText, sumOf } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useStored, valuationAsset } from "../../lib/storage/choices.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { valueText } from "../../session/holdings.ts";
import { m } from "./asset-accounts-messages.ts";
import { sharesOf } from "./shares.ts";
import type { TotalPart } from "./total-parts.ts";

const shades = ["bg-brand", "bg-brand/70", "bg-brand/50", "bg-brand/35", "bg-brand/25", "bg-muted"] as const;
/** What is owed or not known has no share of the bar. */
const atLeastZero = (text: string): bigint => (text === "" || text.startsWith("-") ? 0n : requireUnits(text));

/** How the total is spread over its parts: a bar, and the worth of each. */
export function AccountSplit({ parts }: { parts: readonly TotalPart[] }) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const counted = useStored(valuationAsset);
  const shares = sharesOf(parts.map(({ value }) => atLeastZero(value ?? "")));
  const amount = (text: string) => own(valueText(text, counted));
  return (
    <section>
      <div aria-hidden className="flex h-1 gap-0.5 overflow-hidden rounded-control bg-line">
        {parts.map(({ id }, index) => (
          <span key={id} className={shades[index]} style={{ inlineSize: `${shares[index]! / 10}%` }} />
        ))}
      </div>
      <ul className="mt-4 grid grid-cols-2 gap-4 w768:grid-cols-3 w1024:grid-cols-6">
        {parts.map(({ id, path, title, value, bonus }, index) => (
          <li key={id}>
            <Link to={path} className="group grid gap-0.5" data-testid={`account-${id}`}>
              <span className="flex items-center gap-2 text-13 text-muted group-hover:text-ink">
                <span aria-hidden className={`size-2 rounded-xs ${shades[index]}`} />
                {t(title)}
              </span>
              <b className="num w-fit text-20 font-semibold">
                {value === undefined ? <Skeleton>00,000.00</Skeleton> : amount(value)}
              </b>
              <small className="text-12 text-muted">
                <span className="num">{value === undefined ? "" : `${(shares[index]! / 10).toFixed(1)}%`}</span>
                {!isZeroText(bonus) && <> · {t(m.bonusPart, { amount: amount(bonus) })}</>}
              </small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Rows that are worth less than this in the valuation asset are small. */
const smallBelow = { BTC: "0.00001", USDT: "1" } as const;

export const isSmall = (value: string, counted: "BTC" | "USDT"): boolean =>
  value !== "" && !value.startsWith("-") && sumOf([value]) < sumOf([smallBelow[counted]]);
