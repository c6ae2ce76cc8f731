import { BeforeAfter, Explained, IconButton, Segmented, Skeleton, Unit } from "@tidemark/kit-ui";
import { borrowLevelsOf } from "@tidemark/money";
import { ArrowLeftRight } from "lucide-react";
import type { ReactNode } from "react";
import { exactUnits, shownUnits } from "../../../lib/format/number-text.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { levelText } from "../../../lib/margin/level-scale.ts";
import { owed, type PairSide } from "../../../lib/margin/margin-pair.ts";
import { liquidationPriceOf } from "../../../lib/margin/use-margin-pair.ts";
import type { MarginMarket } from "../../../lib/markets/market.ts";
import { useOwnAmounts } from "../../../lib/storage/own-amounts.ts";
import type { PickedPrice } from "../shell/picked-price.ts";
import { TicketLine } from "../shell/ticket-parts.tsx";
import { SpotTicketForm } from "../spot/spot-ticket-form.tsx";
import { fundsModes } from "./margin-plan.ts";
import { m } from "./margin-messages.ts";
import { type MarginOwner, useMarginForm } from "./use-margin-form.ts";

export type MarginTicketProps = {
  market: MarginMarket;
  /** Absent for signed-out users. */
  owner: MarginOwner | undefined;
  picked: PickedPrice | undefined;
  onSignIn: () => void;
  onTransfer: () => void;
  onTransferOf: (asset: string) => void;
};

/** As wide as the ticket, in three equal parts; on a phone in two lines each. */
const modesClass =
  "grid! grid-cols-3 [&>button]:h-6.5 [&>button]:justify-center [&>button]:text-12 max-w768:[&>button]:h-9! max-w768:[&>button]:px-0.5 max-w768:[&>button]:text-11 max-w768:[&>button]:leading-3.5 max-w768:[&>button]:whitespace-normal";

type Margin = ReturnType<typeof useMarginForm>;
type PartProps = { margin: Margin; market: MarginMarket };

const decimalsOf = (market: MarginMarket, side: PairSide): number =>
  side === "base" ? market.baseAsset.displayDecimals : market.quoteDecimals;

/** The spot ticket on a pair's own account, with loans. */
export function MarginTicket({ market, owner, picked, ...acts }: MarginTicketProps) {
  const t = useTexts();
  const margin = useMarginForm({ market, owner, picked });
  return (
    <SpotTicketForm
      market={market}
      binding={margin.binding}
      isSignedOut={owner === undefined}
      {...acts}
      loan={{
        modes: (
          <Segmented
            label={t(m.modes)}
            size="mini"
            items={fundsModes.map((id) => ({ id, label: t(m[id]), testId: `funds-${id}` }))}
            selected={margin.mode}
            onSelect={margin.setMode}
            className={modesClass}
          />
        ),
        hasTriggers: margin.mode === "own",
        funds: <Funds margin={margin} market={market} onTransfer={owner === undefined ? undefined : acts.onTransfer} />,
        lines: <LoanLines margin={margin} market={market} />,
        buttonText: useButtonText(margin, market),
        effect: <Effect margin={margin} market={market} />,
      }}
    />
  );
}

function useButtonText({ mode, plan, binding }: Margin, market: MarginMarket): string | undefined {
  const t = useTexts();
  const isBuy = binding.form.side === "BUY";
  if (plan === undefined) return undefined;
  if (plan.loan > 0n)
    return t(isBuy ? m.borrowAndBuy : m.borrowAndSell, {
      amount: exactUnits(plan.loan, decimalsOf(market, plan.pays)),
    });
  if (mode === "repay" && plan.repaid > 0n) return t(isBuy ? m.buyAndRepay : m.sellAndRepay);
  return undefined;
}

/** What the order can be paid with; with auto repay also what is owed of what it brings. */
function Funds({ margin, market, onTransfer }: PartProps & { onTransfer: (() => void) | undefined }) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const { mode, pair, loans, binding } = margin;
  const [pays, gets]: [PairSide, PairSide] = binding.form.side === "BUY" ? ["quote", "base"] : ["base", "quote"];
  const line = (label: string, side: PairSide, units: bigint | undefined, testId: string, end?: ReactNode) => (
    <TicketLine label={label}>
      <span className="flex items-center gap-1">
        {units === undefined ? (
          onTransfer === undefined ? (
            "—"
          ) : (
            <Skeleton>53,214.80</Skeleton>
          )
        ) : (
          <b className="num font-medium text-ink" data-testid={testId}>
            {own(shownUnits(units, decimalsOf(market, side)))}
          </b>
        )}
        <Unit>{market[side]}</Unit>
        {end}
      </span>
    </TicketLine>
  );
  return (
    <>
      {line(
        t(m.ownBalance),
        pays,
        pair?.holding[pays].avail,
        "ticket-available",
        onTransfer !== undefined && (
          <IconButton
            size="sm"
            aria-label={t(m.transfer)}
            onPress={onTransfer}
            className="-my-1 -me-1.5"
            data-testid="ticket-transfer"
          >
            <ArrowLeftRight size={14} />
          </IconButton>
        ),
      )}
      {mode === "borrow" && line(t(m.canBorrow), pays, loans?.[pays], "ticket-can-borrow")}
      {mode === "repay" &&
        line(t(m.owed), gets, pair === undefined ? undefined : owed(pair.holding[gets]), "ticket-owed")}
    </>
  );
}

/** Above the button: where the money comes from, or what it repays. */
function LoanLines({ margin: { mode, plan, isEntered, binding }, market }: PartProps) {
  const t = useTexts();
  if (mode === "own" || plan === undefined) return null;
  const isResting = binding.form.type === "LIMIT" && binding.form.tif === "GTC";
  const line = (label: string, units: bigint, side: PairSide, testId: string, hint?: string) => (
    <div className="flex justify-between gap-3">
      <dt className="text-muted">
        {hint === undefined ? (
          label
        ) : (
          <Explained label={label} explanation={hint} className="text-start">
            {label}
          </Explained>
        )}
      </dt>
      <dd>
        <span className="num font-medium" data-testid={testId}>
          {exactUnits(units, decimalsOf(market, side))}
        </span>{" "}
        <span className="max-w768:hidden">
          <Unit>{market[side]}</Unit>
        </span>
      </dd>
    </div>
  );
  return (
    <div className="grid gap-1.5 rounded-control bg-field px-2.5 py-2">
      <dl className="grid gap-1.25">
        {mode === "borrow" ? (
          <>
            {line(t(m.fromOwn), isEntered ? plan.fromOwn : 0n, plan.pays, "loan-from-own")}
            {line(t(m.borrowed), plan.loan, plan.pays, "loan-borrowed", t(m.borrowedFirst))}
            {line(t(m.firstHour), plan.interest, plan.pays, "loan-interest")}
          </>
        ) : (
          line(t(m.repaid), plan.repaid, plan.gets, "loan-repaid")
        )}
      </dl>
      {isResting && mode === "repay" && <p className="text-11 text-muted">{t(m.rests)}</p>}
    </div>
  );
}

/** Below the receipt: the pair now, and after the order. */
function Effect({ margin: { pair, plan, isEntered, levelAfter }, market }: PartProps) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  if (pair === undefined || plan === undefined) return null;
  const { holding, levels, level, terms } = pair;
  const price = (units: bigint | undefined): string =>
    units === undefined ? "—" : shownUnits(units, market.priceDecimals);
  const debtOf = (of: typeof holding, side: PairSide): string =>
    own(shownUnits(owed(of[side]), decimalsOf(market, side)));
  const changedDebt = (["quote", "base"] as const).filter(
    (side) => owed(holding[side]) > 0n || owed(plan.after[side]) > 0n,
  );
  const lines = [
    ...changedDebt.map((side) => ({
      id: `debt-${side}`,
      label: t(m.debt, { asset: market[side] }),
      before: debtOf(holding, side),
      after: debtOf(plan.after, side),
    })),
    { id: "level", label: t(m.level), before: levelText(level), after: levelText(levelAfter) },
    {
      id: "liquidation",
      label: t(m.liquidation),
      before: price(liquidationPriceOf(holding, levels, market)),
      // A pair has the levels of its last loan.
      after: price(liquidationPriceOf(plan.after, plan.loan > 0n ? borrowLevelsOf(terms.leverage) : levels, market)),
    },
  ];
  return (
    <dl className="grid gap-1.25" data-testid="margin-effect">
      {lines.map(({ id, label, before, after }) => (
        <div key={id} className="flex justify-between gap-3">
          <dt className="text-muted">{label}</dt>
          <dd className="font-medium" data-testid={`effect-${id}`}>
            {!isEntered || before === after ? (
              <span className="num">{before}</span>
            ) : (
              <BeforeAfter before={before} after={after} label={t(m.becomes)} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
