import type { BalanceRow } from "@tidemark/contracts";
import { Button, DecimalField, Segmented, Select, Skeleton, Unit } from "@tidemark/kit-ui";
import { printUnits } from "@tidemark/money";
import { lazy, Suspense } from "react";
import type { SpotMarket } from "../../../lib/markets/market.ts";
import type { Live } from "../../../lib/client/live.ts";
import { shown, shownUnits } from "../../../lib/format/number-text.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { useOwnAmounts } from "../../../lib/storage/own-amounts.ts";
import type { PickedPrice } from "../shell/picked-price.ts";
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
import { useSpotForm } from "./use-spot-form.ts";

const TriggerField = lazy(async () => ({ default: (await import("../shell/trigger-field.tsx")).TriggerField }));
const MarketOrderDialog = lazy(async () => ({
  default: (await import("../shell/market-order-dialog.tsx")).MarketOrderDialog,
}));

export type SpotTicketProps = {
  market: SpotMarket;
  /** Absent for signed-out users. */
  balances: Live<BalanceRow> | undefined;
  picked: PickedPrice | undefined;
  onSignIn: () => void;
  onTransfer: () => void;
  onTransferOf: (asset: string) => void;
};

export function SpotTicket(props: SpotTicketProps) {
  const { market, balances, picked, onSignIn, onTransfer, onTransferOf } = props;
  const t = useTexts();
  const { own } = useOwnAmounts();
  const isSignedOut = balances === undefined;
  const binding = useSpotForm({ market, balances, picked });
  const { form, step, summary } = binding;
  const isBuy = form.side === "BUY";
  const problemAt = useProblemTexts(binding.problems);
  const sizeProblem = problemAt(...sizeProblemCodes);
  const partText = problemAt("part_fill", "part_spend");
  const buttonText = t(isBuy ? m.buyBase : m.sellBase, { asset: market.base });
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
      <TypeTabs form={form} step={step} triggerBy="LAST" />
      <AvailableLine {...(isSignedOut ? {} : { onTransfer })}>
        <Available summary={summary} market={market} isBuy={isBuy} isSignedOut={isSignedOut} />
      </AvailableLine>
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
      <TicketLine label={t(isBuy ? m.maxBuy : m.maxSell)}>
        <b className="num font-medium text-ink">
          {summary.maxLots === undefined
            ? "—"
            : own(shown(printUnits(BigInt(summary.maxLots) * market.lot), market.sizeDecimals))}
        </b>{" "}
        <Unit>{market.base}</Unit>
      </TicketLine>
      <TifRow form={form} step={step} />
      <TicketAlert text={problemAt("no_liquidity") ?? partText} />
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
      <SpotReceipt form={form} summary={summary} market={market} />
      {binding.isAsking && summary.fill !== undefined && (
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
