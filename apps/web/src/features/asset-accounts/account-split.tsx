import { Skeleton } from "@tidemark/kit-ui";
import { Link } from "@tanstack/react-router";
import { isZeroText, sumOf } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useStored, valuationAsset } from "../../lib/storage/choices.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { type Holdings, valueText } from "../../session/holdings.ts";
import { accountPlaces } from "./account-places.ts";
import { m } from "./asset-accounts-messages.ts";
import { sharesOf } from "./shares.ts";

const shades = ["bg-brand", "bg-brand/70", "bg-brand/50", "bg-brand/35", "bg-brand/25"] as const;
/** What is owed or not known has no share of the bar. */
const atLeastZero = (text: string): bigint => (text === "" || text.startsWith("-") ? 0n : requireUnits(text));

/** How the total is spread over the five accounts: a bar, and the worth of each. */
export function AccountSplit({ products }: { products: Holdings["products"] | undefined }) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const counted = useStored(valuationAsset);
  const of = (product: number) => products?.find((one) => one.product === product);
  const shares = sharesOf(accountPlaces.map(({ product }) => atLeastZero(of(product)?.value ?? "")));
  const amount = (text: string) => own(valueText(text, counted));
  return (
    <section>
      <div aria-hidden className="flex h-1 gap-0.5 overflow-hidden rounded-control bg-line">
        {accountPlaces.map(({ product }, index) => (
          <span key={product} className={shades[index]} style={{ inlineSize: `${shares[index]! / 10}%` }} />
        ))}
      </div>
      <ul className="mt-4 grid grid-cols-2 gap-4 w768:grid-cols-3 w1024:grid-cols-5">
        {accountPlaces.map(({ place, product, title }, index) => {
          const one = of(product);
          return (
            <li key={place}>
              <Link
                to="/personal/assets/$account"
                params={{ account: place }}
                className="group grid gap-0.5"
                data-testid={`account-${place}`}
              >
                <span className="flex items-center gap-2 text-13 text-muted group-hover:text-ink">
                  <span aria-hidden className={`size-2 rounded-xs ${shades[index]}`} />
                  {t(title)}
                </span>
                <b className="num w-fit text-20 font-semibold">
                  {one === undefined ? <Skeleton>00,000.00</Skeleton> : amount(one.value)}
                </b>
                <small className="text-12 text-muted">
                  <span className="num">{one === undefined ? "" : `${(shares[index]! / 10).toFixed(1)}%`}</span>
                  {one !== undefined && !isZeroText(one.bonus) && (
                    <> · {t(m.bonusPart, { amount: amount(one.bonus) })}</>
                  )}
                </small>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Rows that are worth less than this in the valuation asset are small. */
const smallBelow = { BTC: "0.00001", USDT: "1" } as const;

export const isSmall = (value: string, counted: "BTC" | "USDT"): boolean =>
  value !== "" && !value.startsWith("-") && sumOf([value]) < sumOf([smallBelow[counted]]);
