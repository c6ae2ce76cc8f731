import { DecimalField, finishedDecimal, Note, Segmented, Select } from "@tidemark/kit-ui";
import { type BorrowLevels, borrowLevelsOf, group, parseUnits, printUnits } from "@tidemark/money";
import { useState } from "react";
import { client } from "../../lib/client/client.ts";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import { exactUnits, shown, shownUnits } from "../../lib/format/number-text.ts";
import { MaxButton } from "../../lib/forms/max-button.tsx";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { LevelBar } from "../../lib/margin/level-bar.tsx";
import { levelOf, owed, type PairSide } from "../../lib/margin/margin-pair.ts";
import {
  largestLoanOf,
  type MarginPairNow,
  type PairOwner,
  rateOf,
  useMarginPair,
} from "../../lib/margin/use-margin-pair.ts";
import type { MarginMarket } from "../../lib/markets/market.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { afterAct, firstSide, type LoanAct, type LoanProblem, loanProblemOf, mostRepaid } from "./loan-form.ts";
import { type LoanEffect, LoanReceipt } from "./loan-receipt.tsx";
import { m } from "./loans-messages.ts";

export type LoanDialogProps = {
  market: MarginMarket;
  owner: PairOwner;
  act: LoanAct;
  /** The asset of the loan that was chosen; otherwise the one that fits. */
  side?: PairSide | undefined;
  onClose: () => void;
};

/** borrows or repays one asset of a pair, with what becomes of debt, interest, level and liquidation price. */
export function LoanDialog({ owner, ...props }: LoanDialogProps) {
  const pair = useMarginPair(props.market, owner);
  return pair === undefined ? null : <LoanForm pair={pair} {...props} />;
}

type LoanFormProps = Omit<LoanDialogProps, "owner"> & { pair: MarginPairNow };

function LoanForm({ market, pair, act: firstAct, side: chosen, onClose }: LoanFormProps) {
  const t = useTexts();
  const [act, setAct] = useState(firstAct);
  const [side, setSide] = useState<PairSide>(chosen ?? firstSide(firstAct, pair.holding));
  const [typed, setTyped] = useState("");
  const { holding, terms, levels } = pair;
  const asset = market[side];
  const text = finishedDecimal(typed);
  const units = parseUnits(text);
  const amount = units === 0n ? undefined : units;
  const largest = largestLoanOf(pair, market, side);
  const problem = amount === undefined ? undefined : loanProblemOf(act, amount, holding[side], largest);
  const allowed = problem === undefined ? amount : undefined;
  const levelsAfter = act === "borrow" ? borrowLevelsOf(terms.leverage) : levels;
  const effect = allowed === undefined ? undefined : effectOf(pair, market, act, side, allowed, levelsAfter);
  const ask = { symbol: market.symbol, asset, amount: text };
  const { submit, isPending } = useSubmit({
    isWhole: effect !== undefined,
    doneText: t(act === "borrow" ? m.borrowed : m.repaid, { amount: group(text), asset }),
    onDone: onClose,
  });
  const amountLabel = act === "borrow" ? m.borrowAmount : m.repayAmount;
  return (
    <FormDialog
      title={t(m[act])}
      submitLabel={amount === undefined ? t(m[act]) : t(amountLabel, { amount: group(text), asset })}
      isPending={isPending}
      isDisabled={effect === undefined}
      onSubmit={() => void submit((requestId) => client.call(act, { ...ask, requestId }), { act, ...ask })}
      onClose={onClose}
      testId="loan"
    >
      <p className="-mt-1 text-13 text-muted">{t(m.account, { pair: market.title })}</p>
      <Segmented<LoanAct>
        label={t(m.acts)}
        items={[
          { id: "borrow", label: t(m.borrow), testId: "loan-borrow" },
          { id: "repay", label: t(m.repay), testId: "loan-repay" },
        ]}
        selected={act}
        onSelect={(next) => {
          setAct(next);
          setTyped("");
          if (next === "repay" && owed(holding[side]) === 0n) setSide(firstSide("repay", holding));
        }}
      />
      <AmountField
        {...{ market, pair, act, side, typed, problem, largest }}
        onType={setTyped}
        onSide={(next) => {
          setSide(next);
          setTyped("");
        }}
      />
      {act === "borrow" && largest === 0n && <Note tone="info">{t(m.noLoan)}</Note>}
      <LevelBar levels={levelsAfter} now={pair.level} after={effect?.level} />
      <LoanReceipt market={market} pair={pair} act={act} side={side} amount={allowed} effect={effect} />
    </FormDialog>
  );
}

function effectOf(
  pair: MarginPairNow,
  market: MarginMarket,
  act: LoanAct,
  side: PairSide,
  amount: bigint,
  levels: BorrowLevels,
): LoanEffect {
  const holding = afterAct(act, pair.holding, side, amount, rateOf(pair.terms, side));
  const level = pair.index === undefined ? undefined : levelOf(holding, pair.index, market.measure);
  return { holding, levels, level };
}

type AmountFieldProps = Omit<LoanFormProps, "side" | "onClose"> & {
  side: PairSide;
  typed: string;
  problem: LoanProblem | undefined;
  largest: bigint;
  onType: (text: string) => void;
  onSide: (side: PairSide) => void;
};

/** Amount and asset, and below them how far the amount can go. */
function AmountField({ market, pair, act, side, typed, problem, largest, onType, onSide }: AmountFieldProps) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const asset = market[side];
  const { displayDecimals, scale } = side === "base" ? market.baseAsset : market.quoteAsset;
  const held = pair.holding[side];
  const most = act === "borrow" ? largest : mostRepaid(held);
  const money = (units: bigint): string => own(shownUnits(units, displayDecimals));
  const pool = side === "base" ? pair.terms.basePool : pair.terms.quotePool;
  const limits =
    act === "borrow"
      ? [
          { id: "loan-largest", label: t(m.largest), text: money(largest) },
          { id: "loan-pool", label: t(m.pool), text: shown(pool, displayDecimals) },
        ]
      : [
          { id: "loan-debt", label: t(m.debt), text: money(owed(held)) },
          { id: "loan-available", label: t(m.available), text: money(held.avail) },
        ];
  const limit = problem === "overLoan" ? largest : held.avail;
  return (
    <div className="grid gap-1.5">
      <DecimalField
        isLabelInside
        label={t(m.amount)}
        value={typed}
        onChange={onType}
        decimals={scale}
        problem={
          problem === undefined ? undefined : t(m[problem], { amount: exactUnits(limit, displayDecimals), asset })
        }
        testId="loan-amount"
      >
        <Select<PairSide>
          label={t(m.asset)}
          items={(["quote", "base"] as const).map((id) => ({ id, label: market[id] }))}
          selected={side}
          onSelect={onSide}
          isQuiet
          testId="loan-asset"
        />
        <MaxButton
          label={t(act === "borrow" ? m.max : m.all)}
          isDisabled={most === 0n}
          onPress={() => onType(printUnits(most))}
          testId="loan-max"
        />
      </DecimalField>
      <p className="flex flex-wrap justify-between gap-x-3 px-2.5 text-11 text-muted">
        {limits.map(({ id, label, text }) => (
          <span key={id}>
            {label}{" "}
            <span className="num text-ink" data-testid={id}>
              {text}
            </span>
          </span>
        ))}
      </p>
    </div>
  );
}
