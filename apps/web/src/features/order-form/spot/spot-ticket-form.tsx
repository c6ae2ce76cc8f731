import type { Side } from "@tidemark/contracts";
import { Button, DecimalField, Segmented, Select, Skeleton, Unit } from "@tidemark/kit-ui";
import { printUnits } from "@tidemark/money";
import { lazy, type ReactNode, Suspense } from "react";
import type { SpotMarket } from "../../../lib/markets/market.ts";
import { shown, shownUnits } from "../../../lib/format/number-text.ts";
import { useFieldHotkey, useHotkey } from "../../../lib/hotkeys/hotkeys.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { useOwnAmounts } from "../../../lib/storage/own-amounts.ts";
import { m as shared } from "../shell/ticket-messages.ts";
import {
  AvailableLine,
  PercentRow,
  PriceField,
  TicketAlert,
  TicketForm,
  TicketLine,
  FundLink,
  TifRow,
  TradeBar,
  TypeTabs,
} from "../shell/ticket-parts.tsx";
import { priceProblemCodes, sizeProblemCodes, useProblemTexts } from "../shell/use-problem-texts.ts";
import type { SpotSummary } from "./spot-form.ts";
import { m } from "./spot-messages.ts";
import { SpotReceipt } from "./spot-receipt.tsx";
import type { useSpotForm } from "./use-spot-form.ts";

const TriggerField = lazy(async () => ({ default: (await import("../shell/trigger-field.tsx")).TriggerField }));
const SpotConfirm = lazy(async () => ({ default: (await import("./spot-confirm.tsx")).SpotConfirm }));
const MarketOrderDialog = lazy(async () => ({
  default: (await import("../shell/market-order-dialog.tsx")).MarketOrderDialog,
}));

export type SpotTicketFormProps = {
  market: SpotMarket;
  binding: ReturnType<typeof useSpotForm>;
  isSignedOut: boolean;
  onSignIn: () => void;
  onTransfer: () => void;
  onTransferOf: (asset: string) => void;
  /** What a margin pair has besides. */
  loan?: LoanParts;
};

/** Parts of the ticket about borrowed funds. */
type LoanParts = {
  /** Own funds, or with a loan or a repayment. */
  readonly modes: ReactNode;
  /** A loan is not taken for an order that waits. */
  readonly hasTriggers: boolean;
  /** In place of what is available. */
  readonly funds: ReactNode;
  /** Above the button: what is borrowed or repaid. */
  readonly lines: ReactNode;
  /** "Borrow 8,203.80 and buy"; undefined where the button says what it says on spot. */
  readonly buttonText: string | undefined;
  /** Below the receipt: debt, level and liquidation price. */
  readonly effect: ReactNode;
};

/** The ticket of a spot market and of its margin pair. */
export function SpotTicketForm(props: SpotTicketFormProps) {
  const { market, binding, isSignedOut, onSignIn, onTransfer, onTransferOf, loan } = props;
  const t = useTexts();
  const { own } = useOwnAmounts();
  const { form, step, summary } = binding;
  const isBuy = form.side === "BUY";
  const sizeField = useFieldHotkey("size");
  const press = (side: Side) =>
    isSignedOut || binding.needs !== undefined || binding.isSending
      ? undefined
      : () => (form.side === side ? binding.place() : step({ type: "side", side }));
  useHotkey("long", press("BUY"));
  useHotkey("short", press("SELL"));
  const problemAt = useProblemTexts(binding.problems);
  const sizeProblem = problemAt(...sizeProblemCodes);
  const partText = problemAt("part_fill", "part_spend");
  const buttonText = loan?.buttonText ?? t(isBuy ? m.buyBase : m.sellBase, { asset: market.base });
  const funding = binding.short !== undefined && sizeProblem === problemAt("balance_short") && (
    <FundLink short={binding.short} onTransfer={() => onTransferOf(binding.short!.asset)} />
  );
  const unitSwitch = (
    <Select
      label={t(shared.unit)}
      items={[
        { id: "base", label: market.base },
        { id: "quote", label: market.quote },
      ]}
      selected={form.unit}
      onSelect={(unit) => step({ type: "unit", unit })}
      isQuiet
      className="-me-1.5"
      testId="ticket-unit"
    />
  );
  const size = (isFirst: boolean) => (
    <DecimalField
      isLabelInside
      label={t(shared.size)}
      value={summary.sizeText}
      onChange={(text) => step({ type: "size", text })}
      decimals={market.sizeDecimals}
      problem={isFirst ? sizeProblem : undefined}
      problemAction={isFirst ? funding : undefined}
      {...(isFirst ? { inputRef: sizeField } : {})}
      testId="ticket-size"
    >
      {isFirst ? unitSwitch : <Unit>{market.base}</Unit>}
    </DecimalField>
  );
  const total = (isFirst: boolean) => (
    <DecimalField
      isLabelInside
      label={t(m.total)}
      value={summary.totalText}
      onChange={(text) => step({ type: "total", text })}
      decimals={market.quoteDecimals}
      problem={isFirst ? sizeProblem : undefined}
      problemAction={isFirst ? funding : undefined}
      {...(isFirst ? { inputRef: sizeField } : {})}
      testId="ticket-total"
    >
      {isFirst ? unitSwitch : <Unit>{market.quote}</Unit>}
    </DecimalField>
  );

  return (
    <TicketForm onSubmit={isSignedOut ? onSignIn : binding.place}>
      <Segmented
        label={t(m.side)}
        items={[
          { id: "BUY", label: t(m.buy), tone: "rise", testId: "side-buy" },
          { id: "SELL", label: t(m.sell), tone: "fall", testId: "side-sell" },
        ]}
        selected={form.side}
        onSelect={(side) => step({ type: "side", side })}
      />
      {loan?.modes}
      <TypeTabs form={form} step={step} triggerBy="LAST" hasTriggers={loan?.hasTriggers ?? true} />
      {loan?.funds ?? (
        <AvailableLine {...(isSignedOut ? {} : { onTransfer })}>
          <Available summary={summary} market={market} isBuy={isBuy} isSignedOut={isSignedOut} />
        </AvailableLine>
      )}
      {form.trigger !== undefined && (
        <Suspense>
          <TriggerField
            market={market}
            trigger={form.trigger}
            prices={binding.sources}
            problem={problemAt("trigger_missing")}
            step={step}
          />
        </Suspense>
      )}
      <PriceField
        form={form}
        step={step}
        market={market}
        problem={problemAt(...priceProblemCodes) ?? binding.priceRefusal}
        onStep={binding.stepPrice}
        onBest={binding.takeBest}
      />
      {form.unit === "base" ? size(true) : total(true)}
      <PercentRow
        percent={summary.percent}
        isDisabled={summary.maxLots === undefined || summary.maxLots === 0}
        onChange={(percent) => step({ type: "percent", percent })}
      />
      {form.unit === "base" ? total(false) : size(false)}
      {loan === undefined && (
        <TicketLine label={t(isBuy ? m.maxBuy : m.maxSell)}>
          <b className="num font-medium text-ink">
            {summary.maxLots === undefined
              ? "—"
              : own(shown(printUnits(BigInt(summary.maxLots) * market.lot), market.sizeDecimals))}
          </b>{" "}
          <Unit>{market.base}</Unit>
        </TicketLine>
      )}
      <TifRow form={form} step={step} />
      <TicketAlert text={problemAt("no_liquidity") ?? partText} />
      {loan?.lines}
      <TradeBar isSignedOut={isSignedOut} needs={binding.needs} onSignIn={onSignIn} onTransfer={onTransfer}>
        <Button
          type="submit"
          look={isBuy ? "buy" : "sell"}
          size="lg"
          isPending={binding.isSending}
          data-testid={isBuy ? "buy-button" : "sell-button"}
        >
          {buttonText}
        </Button>
      </TradeBar>
      <SpotReceipt form={form} summary={summary} market={market} isShort={loan !== undefined} />
      {loan?.effect}
      {binding.asking === "kind" && (
        <Suspense>
          <SpotConfirm
            market={market}
            form={form}
            summary={summary}
            last={binding.last}
            buttonText={buttonText}
            loan={loan === undefined ? undefined : { lines: loan.lines, effect: loan.effect }}
            onConfirm={binding.confirm}
            onClose={binding.dismiss}
          />
        </Suspense>
      )}
      {binding.asking === "slippage" && summary.fill !== undefined && (
        <Suspense>
          <MarketOrderDialog
            fill={summary.fill}
            market={market}
            partText={partText}
            submitLabel={buttonText}
            onConfirm={binding.confirm}
            onClose={binding.dismiss}
          />
        </Suspense>
      )}
    </TicketForm>
  );
}

type NumbersProps = { summary: SpotSummary; market: SpotMarket };

function Available({ summary, market, isBuy, isSignedOut }: NumbersProps & { isBuy: boolean; isSignedOut: boolean }) {
  const { own } = useOwnAmounts();
  const decimals = isBuy ? market.quoteDecimals : market.baseAsset.displayDecimals;
  if (isSignedOut) return <span className="text-muted">—</span>;
  if (summary.available === undefined) return <Skeleton>53,214.80 USDT</Skeleton>;
  return (
    <>
      <b className="num font-medium text-ink" data-testid="ticket-available">
        {own(shownUnits(summary.available, decimals))}
      </b>
      <Unit>{isBuy ? market.quote : market.base}</Unit>
    </>
  );
}
