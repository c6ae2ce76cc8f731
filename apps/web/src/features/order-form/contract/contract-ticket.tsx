import { Button, DecimalField, Segmented, Select, Skeleton, Unit } from "@tidemark/kit-ui";
import { printUnits } from "@tidemark/money";
import { lazy, Suspense } from "react";
import { shown, shownUnits } from "../../../lib/format/number-text.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import type { ContractMarket } from "../../../lib/markets/market.ts";
import type { PickedPrice } from "../shell/picked-price.ts";
import { m as shared } from "../shell/ticket-messages.ts";
import {
  AvailableLine,
  PercentRow,
  PriceField,
  TicketAlert,
  TicketForm,
  TicketLine,
  TifRow,
  TradeBar,
  TypeTabs,
} from "../shell/ticket-parts.tsx";
import { priceProblemCodes, sizeProblemCodes, useProblemTexts } from "../shell/use-problem-texts.ts";
import { type ContractForm, lotsText, type PositionSide, positionSides, sideFor } from "./contract-form.ts";
import { m } from "./contract-messages.ts";
import { type ContractTicketTopics, intentText, useContractForm } from "./use-contract-form.ts";

const ContractReceipt = lazy(async () => ({ default: (await import("./contract-receipt.tsx")).ContractReceipt }));

export type ContractTicketProps = {
  market: ContractMarket;
  /** Absent for signed-out users. */
  topics: ContractTicketTopics | undefined;
  picked: PickedPrice | undefined;
  onSignIn: () => void;
  onTransfer: () => void;
};

type Binding = ReturnType<typeof useContractForm>;

export function ContractTicket({ market, topics, picked, onSignIn, onTransfer }: ContractTicketProps) {
  const t = useTexts();
  const isSignedOut = topics === undefined;
  const binding = useContractForm({ market, topics, picked });
  const { form, step, summary, facts } = binding;
  const problemAt = useProblemTexts(binding.problems);
  const refusal = usePreviewProblem(binding);
  return (
    // Enter does nothing: it could mean either button.
    <TicketForm onSubmit={isSignedOut ? onSignIn : () => undefined}>
      <TicketLine label={t(m.margin)}>
        <b className="font-medium text-ink" data-testid="ticket-margin">
          {t(m[facts.mode])} <LeverageText leverage={facts.leverage} />
        </b>
      </TicketLine>
      <Segmented<ContractForm["use"]>
        label={t(m.use)}
        items={[
          { id: "open", label: t(m.open), testId: "use-open" },
          { id: "close", label: t(m.close), testId: "use-close" },
        ]}
        selected={form.use}
        onSelect={(use) => step({ type: "use", use })}
      />
      <TypeTabs form={form} step={step} />
      <AvailableLine {...(isSignedOut ? {} : { onTransfer })}>
        {isSignedOut ? (
          <span className="text-muted">—</span>
        ) : facts.available === undefined ? (
          <Skeleton>2,558.35 USDT</Skeleton>
        ) : (
          <>
            <b className="num font-medium text-ink" data-testid="ticket-available">
              {shownUnits(facts.available, market.valueDecimals, market.settleAsset.scale)}
            </b>
            <Unit>{market.settleAsset.asset}</Unit>
          </>
        )}
      </AvailableLine>
      <PriceField
        form={form}
        step={step}
        market={market}
        problem={problemAt(...priceProblemCodes)}
        onStep={binding.stepPrice}
        onBest={binding.takeBest}
      />
      <SizeField market={market} binding={binding} problem={problemAt(...sizeProblemCodes)} />
      <PercentRow
        percent={summary.percent}
        isDisabled={summary.percentLots === undefined || summary.percentLots === 0}
        onChange={(percent) => step({ type: "percent", percent })}
      />
      <MaxLine market={market} binding={binding} />
      <TifRow form={form} step={step} />
      <TicketAlert text={problemAt("no_liquidity") ?? refusal} />
      <TradeBar isSignedOut={isSignedOut} needs={binding.needs} onSignIn={onSignIn} onTransfer={onTransfer}>
        <div className="grid grid-cols-2 gap-2">
          {positionSides.map((posSide) => (
            <TradeButton key={posSide} posSide={posSide} binding={binding} />
          ))}
        </div>
      </TradeBar>
      {!isSignedOut && (
        <div className="min-h-25">
          <Suspense>
            <ContractReceipt form={form} market={market} summary={summary} previews={binding.previews} />
          </Suspense>
        </div>
      )}
    </TicketForm>
  );
}

/** One number where both sides have the same. */
function LeverageText({ leverage }: { leverage: Readonly<Record<PositionSide, number>> }) {
  const text = leverage.LONG === leverage.SHORT ? `${leverage.LONG}×` : `${leverage.LONG}× / ${leverage.SHORT}×`;
  return <span className="num">{text}</span>;
}

/** Why the engine would refuse: without a side if both are refused alike. */
function usePreviewProblem({ previews, problems }: Binding): string | undefined {
  const t = useTexts();
  const [long, short] = [previews.LONG.refusal, previews.SHORT.refusal];
  // What a field already says is not said twice.
  if (problems.length > 0) return undefined;
  if (long === short) return long;
  if (long !== undefined) return t(m.refusedSide, { side: t(m.long), reason: long });
  return short === undefined ? undefined : t(m.refusedSide, { side: t(m.short), reason: short });
}

type PartProps = { market: ContractMarket; binding: Binding };

function SizeField({ market, binding, problem }: PartProps & { problem: string | undefined }) {
  const t = useTexts();
  const { form, step, summary } = binding;
  const coinDecimals = market.kind === "LINEAR" ? market.sizeDecimals : market.valueDecimals;
  return (
    <DecimalField
      isLabelInside
      label={t(shared.size)}
      value={summary.sizeText}
      onChange={(text) => step({ type: "size", text })}
      decimals={form.unit === "lots" ? 0 : coinDecimals}
      problem={problem}
      testId="ticket-size"
    >
      <Select
        label={t(shared.unit)}
        items={[
          { id: "coin", label: market.base },
          { id: "lots", label: t(m.contracts), detail: `1 = ${market.contractSize} ${market.sizeUnit}` },
        ]}
        selected={form.unit}
        onSelect={(unit) => step({ type: "unit", unit })}
        isQuiet
        className="-me-1.5"
        testId="ticket-unit"
      />
    </DecimalField>
  );
}

function MaxLine({ market, binding }: PartProps) {
  const t = useTexts();
  const { form, summary } = binding;
  const most = (posSide: PositionSide) => {
    const { maxLots, ticks } = summary[posSide];
    if (maxLots === undefined) return "—";
    return form.unit === "lots"
      ? shown(String(maxLots), 0)
      : lotsText(market, maxLots, "coin", ticks) || printUnits(BigInt(maxLots) * market.lot);
  };
  return (
    <div className="flex min-h-4 flex-wrap items-center justify-between gap-x-2 text-muted">
      {positionSides.map((posSide) => (
        <span key={posSide}>
          {t(posSide === "LONG" ? m.maxLong : m.maxShort)} <b className="num font-medium text-ink">{most(posSide)}</b>
        </span>
      ))}
    </div>
  );
}

/** Closing, the button keeps its place and takes the colour of the order: a long position is closed by selling. */
function TradeButton({ posSide, binding }: { posSide: PositionSide; binding: Binding }) {
  const t = useTexts();
  const { form, facts, sending } = binding;
  const hasNothing = form.use === "close" && facts.closable[posSide]?.MARKET === 0;
  return (
    <Button
      look={sideFor(form.use, posSide) === "BUY" ? "buy" : "sell"}
      size="lg"
      isPending={sending === posSide}
      isDisabled={hasNothing || (sending !== undefined && sending !== posSide)}
      onPress={() => binding.place(posSide)}
      data-testid={`${form.use}-${posSide.toLowerCase()}`}
    >
      {t(intentText(form.use, posSide))}
    </Button>
  );
}
