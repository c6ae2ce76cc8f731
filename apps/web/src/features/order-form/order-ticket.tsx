import type { BalanceRow, Tif } from "@tidemark/contracts";
import { Button, Checkbox, DecimalField, IconButton, Segmented, Select, Skeleton, Tabs, Unit } from "@tidemark/kit-ui";
import { group, printUnits } from "@tidemark/money";
import { ArrowLeftRight } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import type { SpotMarket } from "../../lib/markets/instruments.ts";
import type { Live } from "../../lib/client/live.ts";
import { exactUnits, percentOfRate, shown, shownUnits } from "../../lib/format/number-text.ts";
import { useIdle } from "../../lib/device/use-idle.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { FormProblem, FormSummary, OrderForm } from "./order-form.ts";
import { m } from "./order-form-messages.ts";
import { type PickedPrice, useOrderForm } from "./use-order-form.ts";

export type OrderTicketProps = {
  market: SpotMarket;
  /** Absent for signed-out users. */
  balances: Live<BalanceRow> | undefined;
  isSignedOut: boolean;
  picked: PickedPrice | undefined;
  onSignIn: () => void;
  onTransfer: () => void;
};

const Percent = lazy(async () => ({ default: (await import("./percent.tsx")).Percent }));
const tifs: readonly Tif[] = ["GTC", "IOC", "FOK"];

export function OrderTicket({ market, balances, isSignedOut, picked, onSignIn, onTransfer }: OrderTicketProps) {
  const t = useTexts();
  const isIdle = useIdle();
  const binding = useOrderForm({ market, balances, picked });
  const { form, step, summary, problems } = binding;
  const isBuy = form.side === "BUY";
  const problemAt = (...codes: FormProblem["code"][]): string | undefined => {
    const problem = problems.find(({ code }) => codes.includes(code));
    return problem === undefined ? undefined : sentence(problem);
  };
  const sentence = (problem: FormProblem): string => {
    const { code, ...facts } = problem;
    const texts = Object.entries(facts).map(([name, text]) => [name, name === "asset" ? text : group(text)]);
    return t(m[code], Object.fromEntries(texts) as Record<string, string>);
  };
  const sizeProblem = problemAt("size_missing", "size_step", "size_range", "value_small", "balance_short");
  const size = (isFirst: boolean) => (
    <DecimalField
      isLabelInside
      label={t(m.size)}
      value={summary.sizeText}
      onChange={(text) => step({ type: "size", text })}
      decimals={market.sizeDecimals}
      problem={isFirst ? sizeProblem : undefined}
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
      testId="ticket-total"
    >
      {isFirst ? unitSwitch : <Unit>{market.quote}</Unit>}
    </DecimalField>
  );
  const unitSwitch = (
    <Select
      label={t(m.unit)}
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

  return (
    <form
      aria-label={t(m.label)}
      className="flex flex-none flex-col gap-(--ticket-gap) p-3 text-12 max-w768:pe-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (isSignedOut) onSignIn();
        else binding.place();
      }}
    >
      <Segmented
        label={t(m.side)}
        items={[
          { id: "BUY", label: t(m.buy), tone: "rise", testId: "side-buy" },
          { id: "SELL", label: t(m.sell), tone: "fall", testId: "side-sell" },
        ]}
        selected={form.side}
        onSelect={(side) => step({ type: "side", side })}
      />
      <Tabs
        label={t(m.type)}
        items={[
          { id: "LIMIT", label: t(m.limit) },
          { id: "MARKET", label: t(m.market) },
        ]}
        selected={form.type}
        onSelect={(orderType) => step({ type: "order_type", orderType })}
        gap="tight"
        className="h-6"
      />
      <div className="flex min-h-4 items-center justify-between gap-2 text-muted">
        <span>{t(m.available)}</span>
        <span className="flex items-center gap-1">
          <Available summary={summary} market={market} isBuy={isBuy} isSignedOut={isSignedOut} />
          {!isSignedOut && (
            <IconButton
              size="sm"
              aria-label={t(m.transfer)}
              onPress={onTransfer}
              className="-my-1 -me-1.5"
              data-testid="ticket-transfer"
            >
              <ArrowLeftRight size={14} />
            </IconButton>
          )}
        </span>
      </div>
      {form.type === "LIMIT" ? (
        <DecimalField
          isLabelInside
          label={t(m.price)}
          value={form.price}
          onChange={(text) => step({ type: "price", text })}
          onStep={binding.stepPrice}
          decimals={market.priceDecimals}
          problem={problemAt("price_missing", "price_tick")}
          testId="ticket-price"
        >
          <span className="max-w768:hidden">
            <Unit>{market.quote}</Unit>
          </span>
          <Button
            look="link"
            size="sm"
            onPress={binding.takeBest}
            aria-label={t(m.bestHint)}
            className="-me-1 h-5! bg-brand-soft px-1.5! text-11! font-semibold!"
          >
            {t(m.best)}
          </Button>
        </DecimalField>
      ) : (
        <div className="flex h-(--field-height) items-center justify-between gap-2 rounded-control bg-field px-2.5 text-muted opacity-80">
          <span>{t(m.price)}</span>
          <span>{t(m.marketPrice)}</span>
        </div>
      )}
      {form.unit === "base" ? size(true) : total(true)}
      <div className="flex items-center gap-2.5">
        <span className="flex h-4.5 min-w-0 flex-1">
          {isIdle && (
            <Suspense>
              <Percent
                label={t(m.percent)}
                value={summary.percent}
                onChange={(percent) => step({ type: "percent", percent })}
                isDisabled={summary.maxLots === undefined || summary.maxLots === 0}
              />
            </Suspense>
          )}
        </span>
        <span className="num h-6 w-11 rounded-control bg-field text-center leading-6 font-medium max-w768:hidden">
          {summary.percent}
          <Unit>%</Unit>
        </span>
      </div>
      {form.unit === "base" ? total(false) : size(false)}
      <MaxLine summary={summary} market={market} isBuy={isBuy} />
      {form.type === "LIMIT" && (
        <div className="flex min-h-5 flex-wrap items-center justify-between gap-x-2 gap-y-1">
          <Checkbox checked={form.postOnly} onChange={(postOnly) => step({ type: "post_only", postOnly })}>
            {t(m.postOnly)}
          </Checkbox>
          <Segmented
            label={t(m.tif)}
            size="mini"
            items={tifs.map((id) => ({ id, label: <span title={t(m[id as "GTC"])}>{id}</span>, testId: `tif-${id}` }))}
            selected={form.tif}
            onSelect={(tif) => step({ type: "tif", tif })}
            className="max-w768:-ms-1.5"
          />
        </div>
      )}
      {problemAt("no_liquidity") !== undefined && (
        <p role="alert" className="text-11 text-warn">
          {problemAt("no_liquidity")}
        </p>
      )}
      <div className="grid max-w768:fixed max-w768:inset-x-0 max-w768:bottom-0 max-w768:z-bar max-w768:border-t max-w768:border-line max-w768:bg-surface max-w768:px-3 max-w768:pt-2.5 max-w768:pb-[calc(10px+env(safe-area-inset-bottom))] max-w768:[--field-height:44px]">
        <TradeButton {...{ isSignedOut, isBuy, market, binding, onSignIn, onTransfer }} />
      </div>
      <Receipt form={form} summary={summary} market={market} />
    </form>
  );
}

type TradeButtonProps = Pick<OrderTicketProps, "isSignedOut" | "market" | "onSignIn" | "onTransfer"> & {
  isBuy: boolean;
  binding: ReturnType<typeof useOrderForm>;
};

function TradeButton({ isSignedOut, isBuy, market, binding, onSignIn, onTransfer }: TradeButtonProps) {
  const t = useTexts();
  if (isSignedOut)
    return (
      <Button look="primary" size="lg" onPress={onSignIn} data-testid="ticket-sign-in">
        {t(m.signIn)}
      </Button>
    );
  if (binding.isEmptyAccount)
    return (
      <Button look="primary" size="lg" onPress={onTransfer} data-testid="ticket-fund">
        {t(binding.walletHas ? m.transferToTrade : m.depositToTrade)}
      </Button>
    );
  return (
    <Button
      type="submit"
      look={isBuy ? "buy" : "sell"}
      size="lg"
      isPending={binding.isSending}
      data-testid={isBuy ? "buy-button" : "sell-button"}
    >
      {t(isBuy ? m.buyBase : m.sellBase, { asset: market.base })}
    </Button>
  );
}

type NumbersProps = { summary: FormSummary; market: SpotMarket };

function Available({ summary, market, isBuy, isSignedOut }: NumbersProps & { isBuy: boolean; isSignedOut: boolean }) {
  const decimals = isBuy ? market.quoteDecimals : market.baseAsset.displayDecimals;
  if (isSignedOut) return <span className="text-muted">—</span>;
  if (summary.available === undefined) return <Skeleton>53,214.80 USDT</Skeleton>;
  return (
    <>
      <b className="num font-medium text-ink" data-testid="ticket-available">
        {shownUnits(summary.available, decimals)}
      </b>
      <Unit>{isBuy ? market.quote : market.base}</Unit>
    </>
  );
}

function MaxLine({ summary, market, isBuy }: NumbersProps & { isBuy: boolean }) {
  const t = useTexts();
  return (
    <div className="flex min-h-4 items-center justify-between gap-2 text-muted">
      <span>{t(isBuy ? m.maxBuy : m.maxSell)}</span>
      <span>
        <b className="num font-medium text-ink">
          {summary.maxLots === undefined
            ? "—"
            : shown(printUnits(BigInt(summary.maxLots) * market.lot), market.sizeDecimals)}
        </b>{" "}
        <Unit>{market.base}</Unit>
      </span>
    </div>
  );
}

function Receipt({ form, summary, market }: NumbersProps & { form: OrderForm }) {
  const t = useTexts();
  const isBuy = form.side === "BUY";
  const base = { asset: market.base, decimals: market.baseAsset.displayDecimals };
  const quote = { asset: market.quote, decimals: market.quoteDecimals };
  const [pays, receives] = isBuy ? [quote, base] : [base, quote];
  const about = summary.isEstimate && summary.lots > 0 ? "≈ " : "";
  const paysExactly = !isBuy || form.amount.by !== "size";
  const line = (label: ReactNode, units: bigint, { asset, decimals }: typeof base, testId: string, sign = about) => (
    <div className="flex justify-between gap-3">
      <dt className="text-muted">{label}</dt>
      <dd className="font-medium">
        <span className="num" data-testid={testId}>
          {sign}
          {(testId === "receipt-receives" ? shownUnits : exactUnits)(units, decimals)}
        </span>{" "}
        <span className="font-normal text-muted">{asset}</span>
      </dd>
    </div>
  );
  return (
    <dl className="grid gap-1.25" title={summary.isEstimate ? t(m.estimate) : undefined}>
      {line(t(m.youPay), summary.pays, pays, "receipt-pays", paysExactly ? "" : about)}
      {line(
        t(m.fee, { rate: percentOfRate(summary.feeRate) }),
        summary.fee,
        isBuy ? { ...base, decimals: 8 } : { ...quote, decimals: Math.max(4, quote.decimals) },
        "receipt-fee",
      )}
      {line(t(m.youReceive), summary.receives, receives, "receipt-receives")}
    </dl>
  );
}
