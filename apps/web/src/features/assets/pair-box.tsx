import { Button, Explained, Skeleton } from "@tidemark/kit-ui";
import { shownUnits } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { LevelBar } from "../../lib/margin/level-bar.tsx";
import { useLevelAfter } from "../../lib/margin/level-after.ts";
import { levelText } from "../../lib/margin/level-scale.ts";
import { owed, owned } from "../../lib/margin/margin-pair.ts";
import { type PairOwner, useMarginPair } from "../../lib/margin/use-margin-pair.ts";
import type { MarginMarket } from "../../lib/markets/market.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { HideAmounts } from "./hide-amounts.tsx";
import { m } from "./pair-box-messages.ts";

export type PairBoxProps = {
  market: MarginMarket;
  owner: PairOwner;
  onLoan: (act: "borrow" | "repay") => void;
  onTransfer: () => void;
};

/** The account of a margin pair below its ticket: level, what it has and owes, and what can be done about it. */
export function PairBox({ market, owner, onLoan, onTransfer }: PairBoxProps) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const pair = useMarginPair(market, owner);
  const after = useLevelAfter((state) => (state.symbol === market.symbol ? state.level : undefined));
  const title = t(m.account, { pair: market.title });
  const isWarned = pair?.level !== undefined && pair.level <= pair.levels.warn;
  const rows = [
    { side: "base", decimals: market.baseAsset.displayDecimals },
    { side: "quote", decimals: market.quoteDecimals },
  ] as const;
  const number = (units: bigint, decimals: number): string =>
    own(`${units < 0n ? "−" : ""}${shownUnits(units < 0n ? -units : units, decimals)}`);
  return (
    <section
      aria-label={title}
      className="grid flex-none gap-1.75 border-t border-line px-3 pt-2.5 pb-3 text-12 max-w768:border-0"
    >
      <h2 className="flex items-center justify-between font-medium">
        {title}
        <HideAmounts />
      </h2>
      <div className="flex justify-between">
        <Explained label={t(m.level)} explanation={t(m.levelHint)} className="text-muted">
          {t(m.level)}
        </Explained>
        {pair === undefined ? (
          <Skeleton>2.49</Skeleton>
        ) : (
          <span className={isWarned ? "num font-medium text-warn" : "num font-medium"} data-testid="pair-level">
            {levelText(pair.level)}
          </span>
        )}
      </div>
      {pair === undefined ? (
        <div className="h-11" />
      ) : (
        <LevelBar levels={pair.levels} now={pair.level} after={after === pair.level ? undefined : after} />
      )}
      <table className="w-full border-separate border-spacing-y-0.5">
        <thead className="text-11 text-muted">
          <tr>
            {[m.asset, m.owned, m.debt, m.net].map((label, at) => (
              <th key={at} scope="col" className={`font-normal ${at === 0 ? "text-start" : "text-end"}`}>
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ side, decimals }) => {
            const held = pair?.holding[side];
            const cells = held && [owned(held), owed(held), owned(held) - owed(held)];
            return (
              <tr key={side} data-testid={`pair-${side}`}>
                <th scope="row" className="text-start font-normal text-muted">
                  {market[side]}
                </th>
                {(cells ?? [undefined, undefined, undefined]).map((units, at) => (
                  <td key={at} className="text-end">
                    {units === undefined ? (
                      <Skeleton>8,412.20</Skeleton>
                    ) : (
                      <span className="num font-medium">{number(units, decimals)}</span>
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      <div className="mt-0.5 grid grid-cols-3 gap-1.5">
        {(["borrow", "repay"] as const).map((one) => (
          <Button
            key={one}
            isDisabled={pair === undefined}
            onPress={() => onLoan(one)}
            className="max-w768:h-9"
            data-testid={`pair-${one}`}
          >
            {t(m[one])}
          </Button>
        ))}
        <Button onPress={onTransfer} className="max-w768:h-9" data-testid="pair-transfer">
          {t(m.transfer)}
        </Button>
      </div>
    </section>
  );
}
