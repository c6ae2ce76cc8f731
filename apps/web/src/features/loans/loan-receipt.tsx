import { BeforeAfter, Receipt, ReceiptLine } from "@tidemark/kit-ui";
import { type BorrowLevels, hourlyInterest, repaymentOf } from "@tidemark/money";
import { exactUnits, shownUnits } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { levelText } from "../../lib/margin/level-scale.ts";
import { owed, type PairHolding, type PairSide } from "../../lib/margin/margin-pair.ts";
import { liquidationPriceOf, type MarginPairNow, rateOf } from "../../lib/margin/use-margin-pair.ts";
import type { MarginMarket } from "../../lib/markets/market.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import type { LoanAct } from "./loan-form.ts";
import { m } from "./loans-messages.ts";

/** The pair after the act, with its levels then. */
export type LoanEffect = {
  readonly holding: PairHolding;
  readonly levels: BorrowLevels;
  readonly level: bigint | undefined;
};

export type LoanReceiptProps = {
  market: MarginMarket;
  pair: MarginPairNow;
  act: LoanAct;
  side: PairSide;
  /** Undefined while there is no amount, or one that would be refused. */
  amount: bigint | undefined;
  effect: LoanEffect | undefined;
};

/** What an amount costs or pays, and debt, interest, level and liquidation price before and after it. */
export function LoanReceipt({ market, pair, act, side, amount, effect }: LoanReceiptProps) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const rate = rateOf(pair.terms, side);
  const { displayDecimals } = side === "base" ? market.baseAsset : market.quoteAsset;
  const parts =
    amount === undefined ? undefined : repaymentOf(amount, pair.holding[side].interest, pair.holding[side].principal);
  const exact = (units: bigint | undefined): string => (units === undefined ? "—" : exactUnits(units, 2));
  const facts =
    act === "borrow"
      ? [
          {
            id: "first-hour",
            label: t(m.firstHour),
            units: amount === undefined ? undefined : hourlyInterest(amount, rate),
          },
        ]
      : [
          { id: "interest-first", label: t(m.interestFirst), units: parts?.toInterest },
          { id: "then-principal", label: t(m.thenPrincipal), units: parts?.toPrincipal },
        ];
  const price = (holding: PairHolding, levels: BorrowLevels): string => {
    const units = liquidationPriceOf(holding, levels, market);
    return units === undefined ? "—" : shownUnits(units, market.priceDecimals);
  };
  const textsOf = ({ holding, levels, level }: LoanEffect) => ({
    debt: own(shownUnits(owed(holding[side]), displayDecimals)),
    hour: own(exactUnits(hourlyInterest(holding[side].principal, rate), 2)),
    level: levelText(level),
    liquidation: price(holding, levels),
  });
  const before = textsOf(pair);
  const after = effect === undefined ? undefined : textsOf(effect);
  const labels = { debt: m.debt, hour: m.interestHour, level: m.level, liquidation: m.liquidation } as const;
  return (
    <Receipt>
      {facts.map(({ id, label, units }) => (
        <ReceiptLine key={id} label={label} testId={`loan-${id}`}>
          <span className="num">{exact(units)}</span>
        </ReceiptLine>
      ))}
      {(["debt", "hour", "level", "liquidation"] as const).map((id) => (
        <ReceiptLine key={id} label={t(labels[id])} testId={`loan-${id}-after`}>
          {after === undefined || after[id] === before[id] ? (
            <span className="num">{before[id]}</span>
          ) : (
            <BeforeAfter before={before[id]} after={after[id]} label={t(m.becomes)} />
          )}
        </ReceiptLine>
      ))}
    </Receipt>
  );
}
