import type { FlexibleProduct, TermProduct } from "@tidemark/contracts";
import { Button, classNames, Sparkline } from "@tidemark/kit-ui";
import { useState } from "react";
import { assetText } from "../../lib/format/asset-text.ts";
import { isZeroText, shown, shownUnits } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { CoinMark } from "../../lib/markets/coin-mark.tsx";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { m } from "./earn-messages.ts";
import { percentOfYear } from "./earn-rules.ts";

export type OwnEarn = { readonly bound: string; readonly earned: string; readonly yesterday: string };

const rowClassName =
  "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-3 border-b border-line py-4 w768:grid-cols-[minmax(6rem,1fr)_9rem_7rem_minmax(9rem,1.2fr)_minmax(9rem,auto)]";

function Coin({ asset }: { asset: string }) {
  return (
    <span className="flex items-center gap-3 text-14 font-medium">
      <CoinMark coin={asset} />
      {assetText(asset)}
    </span>
  );
}

type FlexibleProps = {
  product: FlexibleProduct;
  earning: bigint | undefined;
  own: OwnEarn | undefined;
  decimals: number;
  onIn: () => void;
  onOut: () => void;
};

/** A coin that can be taken out at any time: its rate, its rates of a month, and what the user has and earned. */
export function FlexibleRow({ product, earning, own, decimals, onIn, onOut }: FlexibleProps) {
  const t = useTexts();
  const { own: hidden } = useOwnAmounts();
  const { asset, yearRate, rates } = product;
  const name = assetText(asset);
  return (
    <li className={rowClassName} data-testid={`earn-${asset}`}>
      <Coin asset={asset} />
      <p className="text-end w768:text-start">
        <b className="num text-20 font-semibold">{percentOfYear(yearRate)}%</b>{" "}
        <span className="text-12 text-muted">{t(m.apy)}</span>
      </p>
      <span className="hidden w768:block">
        <Sparkline label={t(m.rateCourse, { asset: name })} points={rates.map(Number)} width={112} height={28} />
      </span>
      <dl className="grid gap-0.5 text-12 text-muted">
        <div className="flex justify-between gap-4">
          <dt>{t(m.youHave)}</dt>
          <dd className="num font-medium text-ink" data-testid={`earn-have-${asset}`}>
            {earning === undefined ? "--" : hidden(shownUnits(earning, decimals))}
          </dd>
        </div>
        {own !== undefined && !isZeroText(own.earned) && (
          <div className="flex justify-between gap-4">
            <dt>{t(m.earned)}</dt>
            <dd className="num text-rise" data-testid={`earn-earned-${asset}`}>
              {hidden(`+${shown(own.earned, 8)}`)}
            </dd>
          </div>
        )}
      </dl>
      <span className="flex justify-end gap-2">
        <Button
          size="sm"
          look="ghost"
          onPress={onIn}
          aria-label={`${t(m.join)}: ${name}`}
          data-testid={`earn-in-${asset}`}
        >
          {t(m.join)}
        </Button>
        {earning !== undefined && earning > 0n && (
          <Button
            size="sm"
            look="quiet"
            onPress={onOut}
            aria-label={`${t(m.takeOut)}: ${name}`}
            data-testid={`earn-out-${asset}`}
          >
            {t(m.takeOut)}
          </Button>
        )}
      </span>
    </li>
  );
}

type TermProps = { terms: readonly TermProduct[]; onJoin: (days: number) => void };

/** The terms of a coin, of which one is chosen before joining. */
export function TermRow({ terms, onJoin }: TermProps) {
  const t = useTexts();
  const [chosen, setChosen] = useState(terms.at(-1)!.days);
  const { asset } = terms[0]!;
  return (
    <li
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-3 border-b border-line py-4 w980:grid-cols-[minmax(8rem,1fr)_minmax(0,20rem)_minmax(0,1.4fr)_auto]"
      data-testid={`earn-term-${asset}`}
    >
      <Coin asset={asset} />
      <div className="col-span-2 flex flex-wrap gap-2 w980:col-span-1">
        {terms.map(({ days, yearRate }) => (
          <button
            key={days}
            type="button"
            aria-pressed={days === chosen}
            onClick={() => setChosen(days)}
            className={classNames(
              "grid min-w-20 rounded-control border px-3 py-1.5 text-start",
              days === chosen ? "border-brand bg-brand/10" : "border-line hover:border-muted",
            )}
          >
            <b className="num text-14 font-semibold">{percentOfYear(yearRate)}%</b>
            <span className="text-12 text-muted">{t(m.days, { count: days })}</span>
          </button>
        ))}
      </div>
      <p className="col-span-2 text-12 text-pretty text-muted w980:col-span-1">{t(m.outEarly)}</p>
      <Button
        size="sm"
        look="ghost"
        className="col-start-2 row-start-1 w980:col-start-4"
        onPress={() => onJoin(chosen)}
        aria-label={`${t(m.join)}: ${assetText(asset)}`}
        data-testid={`earn-join-${asset}`}
      >
        {t(m.join)}
      </Button>
    </li>
  );
}
