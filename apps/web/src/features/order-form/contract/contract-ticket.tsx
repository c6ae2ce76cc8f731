import { Button, DecimalField, Segmented, Select, Skeleton, Unit } from "@tidemark/kit-ui";
import { printUnits } from "@tidemark/money";
import { ChevronDown } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import { shown, shownUnits } from "../../../lib/format/number-text.ts";
import { usualTrailing } from "../../../lib/exits/trailing-entry.ts";
import { m as trailingTexts } from "../../../lib/exits/trailing-messages.ts";
import { useFieldHotkey, useHotkey } from "../../../lib/hotkeys/hotkeys.ts";
import { isSimulatedPage } from "../../../lib/client/page-hosts.ts";
import { useIdle } from "../../../lib/device/use-idle.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { leverageText, type PositionSide, positionSides } from "../../../lib/markets/margin-settings.ts";
import type { ContractMarket } from "../../../lib/markets/market.ts";
import { useOwnAmounts } from "../../../lib/storage/own-amounts.ts";
import { useTradingSettings } from "../../../session/trading-settings.ts";
import type { PickedPrice } from "../shell/picked-price.ts";
import { m as shared } from "../shell/ticket-messages.ts";
import {
  AvailableLine,
  PercentRow,
  PriceField,
  TicketAlert,
  TicketForm,
  TifRow,
  TradeBar,
  TypeTabs,
} from "../shell/ticket-parts.tsx";
import { priceProblemCodes, sizeProblemCodes, useProblemTexts } from "../shell/use-problem-texts.ts";
import { type ContractForm, lotsText, sideFor } from "./contract-form.ts";
import { intentText, m } from "./contract-messages.ts";
import { type ContractTicketTopics, useContractForm } from "./use-contract-form.ts";

const ExitsRow = lazy(async () => ({ default: (await import("./exits-row.tsx")).ExitsRow }));
const VoucherRow = lazy(async () => ({ default: (await import("./voucher-row.tsx")).VoucherRow }));
const TriggerField = lazy(async () => ({ default: (await import("../shell/trigger-field.tsx")).TriggerField }));
const TrailingRow = lazy(async () => ({ default: (await import("./trailing-row.tsx")).TrailingRow }));
const TrailingConfirm = lazy(async () => ({ default: (await import("./trailing-confirm.tsx")).TrailingConfirm }));
const ContractConfirm = lazy(async () => ({ default: (await import("./contract-confirm.tsx")).ContractConfirm }));
const ContractReceipt = lazy(async () => ({ default: (await import("./contract-receipt.tsx")).ContractReceipt }));

export type ContractTicketProps = {
  market: ContractMarket;
  /** Absent for signed-out users. */
  topics: ContractTicketTopics | undefined;
  picked: PickedPrice | undefined;
  onSignIn: () => void;
  onTransfer: () => void;
  onMarginMode: () => void;
  onLeverage: () => void;
};

type Binding = ReturnType<typeof useContractForm>;

/** Vouchers are for the USDT futures, and the simulated exchange has none. */
const takesVouchers = ({ kind }: ContractMarket): boolean => kind === "LINEAR" && !isSimulatedPage;

export function ContractTicket(props: ContractTicketProps) {
  const { market, topics, picked, onSignIn, onTransfer, onMarginMode, onLeverage } = props;
  const t = useTexts();
  const isSignedOut = topics === undefined;
  const binding = useContractForm({ market, topics, picked });
  const { form, step, summary, facts } = binding;
  const problemAt = useProblemTexts(binding.problems);
  const isIdle = useIdle();
  const { triggerBy } = useTradingSettings();
  useTicketHotkeys(binding, isSignedOut);
  const trailingKind = {
    label: t(trailingTexts.trailing),
    isSelected: form.trailing !== undefined,
    onChoose: () => step({ type: "trailing", trailing: form.trailing ?? usualTrailing }),
    testId: "trailing-stop",
  };
  const { own } = useOwnAmounts();
  const refusal = usePreviewProblem(binding);
  return (
    // Enter does nothing: it could mean either button.
    <TicketForm onSubmit={isSignedOut ? onSignIn : () => undefined}>
      <div className="grid grid-cols-2 gap-2">
        <SettingButton
          label={t(m.marginMode)}
          value={t(m[facts.mode])}
          onPress={isSignedOut ? onSignIn : onMarginMode}
          testId="ticket-mode"
        />
        <SettingButton
          label={t(m.leverage)}
          value={<span className="num">{leverageText(facts.leverage)}</span>}
          onPress={isSignedOut ? onSignIn : onLeverage}
          testId="ticket-leverage"
        />
      </div>
      <Segmented<ContractForm["use"]>
        label={t(m.use)}
        items={[
          { id: "open", label: t(m.open), testId: "use-open" },
          { id: "close", label: t(m.close), testId: "use-close" },
        ]}
        selected={form.use}
        onSelect={(use) => step({ type: "use", use })}
      />
      <TypeTabs
        form={form}
        step={step}
        triggerBy={triggerBy}
        {...(form.use === "close" ? { extra: trailingKind } : {})}
      />
      <AvailableLine {...(isSignedOut ? {} : { onTransfer })}>
        {isSignedOut ? (
          <span className="text-muted">—</span>
        ) : facts.available === undefined ? (
          <Skeleton>2,558.35 USDT</Skeleton>
        ) : (
          <>
            <b className="num font-medium text-ink" data-testid="ticket-available">
              {own(shownUnits(facts.available, market.valueDecimals, market.settleAsset.scale))}
            </b>
            <Unit>{market.valueUnit}</Unit>
          </>
        )}
      </AvailableLine>
      {form.trigger !== undefined && (
        <Suspense>
          <TriggerField
            market={market}
            trigger={form.trigger}
            prices={[
              { by: "LAST", price: facts.last },
              { by: "MARK", price: facts.mark },
              { by: "INDEX", price: facts.index },
            ]}
            problem={problemAt("trigger_missing")}
            step={step}
          />
        </Suspense>
      )}
      {form.trailing === undefined ? (
        <PriceField
          form={form}
          step={step}
          market={market}
          problem={problemAt(...priceProblemCodes)}
          onStep={binding.stepPrice}
          onBest={binding.takeBest}
        />
      ) : (
        <Suspense>
          <TrailingRow market={market} entry={form.trailing} facts={facts} step={step} />
        </Suspense>
      )}
      <SizeField market={market} binding={binding} problem={problemAt(...sizeProblemCodes)} />
      <PercentRow
        percent={summary.percent}
        isDisabled={summary.percentLots === undefined || summary.percentLots === 0}
        onChange={(percent) => step({ type: "percent", percent })}
      />
      <MaxLine market={market} binding={binding} />
      {form.use === "open" && !isSignedOut && isIdle && (
        <Suspense>
          <ExitsRow market={market} form={form} facts={facts} summary={summary} step={step} />
        </Suspense>
      )}
      <TifRow form={form} step={step} />
      {form.use === "open" && topics !== undefined && isIdle && takesVouchers(market) && (
        <Suspense>
          <VoucherRow key={market.symbol} market={market} userId={topics.userId} />
        </Suspense>
      )}
      <TicketAlert text={problemAt("no_liquidity", "exit_price") ?? refusal} />
      <TradeBar isSignedOut={isSignedOut} needs={binding.needs} onSignIn={onSignIn} onTransfer={onTransfer}>
        <div className="grid grid-cols-2 gap-2">
          {positionSides.map((posSide) => (
            <TradeButton key={posSide} posSide={posSide} binding={binding} />
          ))}
        </div>
      </TradeBar>
      {binding.asking !== undefined && "stop" in binding.asking && (
        <Suspense>
          <TrailingConfirm
            market={market}
            pressed={binding.asking.stop}
            facts={facts}
            onConfirm={binding.confirm}
            onClose={binding.dismiss}
          />
        </Suspense>
      )}
      {topics !== undefined && binding.asking !== undefined && "order" in binding.asking && (
        <Suspense>
          <ContractConfirm
            market={market}
            pressed={binding.asking.order}
            facts={facts}
            topics={topics}
            onConfirm={binding.confirm}
            onClose={binding.dismiss}
          />
        </Suspense>
      )}
      {!isSignedOut && form.trailing === undefined && (
        <div className="min-h-25">
          <Suspense>
            <ContractReceipt form={form} market={market} summary={summary} previews={binding.previews} />
          </Suspense>
        </div>
      )}
    </TicketForm>
  );
}

/** Keys press the buttons: what is off, on its way or asked about stays so. */
function useTicketHotkeys({ step, place, needs, canPress, sending }: Binding, isSignedOut: boolean): void {
  const press = (posSide: PositionSide) =>
    isSignedOut || needs !== undefined || sending !== undefined || !canPress(posSide)
      ? undefined
      : () => place(posSide);
  useHotkey("open", () => step({ type: "use", use: "open" }));
  useHotkey("close", () => step({ type: "use", use: "close" }));
  useHotkey("long", press("LONG"));
  useHotkey("short", press("SHORT"));
}

type SettingButtonProps = { label: string; value: ReactNode; onPress: () => void; testId: string };

/** A setting that a dialog changes: it shows the value and is named with what it is. */
function SettingButton({ label, value, onPress, testId }: SettingButtonProps) {
  return (
    <Button look="ghost" onPress={onPress} data-testid={testId}>
      <span className="sr-only">{label}: </span>
      {value}
      <ChevronDown aria-hidden size={14} className="text-muted" />
    </Button>
  );
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
  const field = useFieldHotkey("size");
  const coinDecimals = market.kind === "LINEAR" ? market.sizeDecimals : market.valueDecimals;
  return (
    <DecimalField
      isLabelInside
      label={t(shared.size)}
      value={summary.sizeText}
      onChange={(text) => step({ type: "size", text })}
      decimals={form.unit === "lots" ? 0 : form.unit === "value" ? market.valueDecimals : coinDecimals}
      problem={problem}
      inputRef={field}
      testId="ticket-size"
    >
      <Select
        label={t(shared.unit)}
        items={[
          { id: "coin", label: market.base },
          // A coin contract is worth its coin, which is there already.
          ...(market.kind === "LINEAR" ? [{ id: "value" as const, label: market.valueUnit }] : []),
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
  const { own } = useOwnAmounts();
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
          {t(posSide === "LONG" ? m.maxLong : m.maxShort)}{" "}
          <b className="num font-medium text-ink">{own(most(posSide))}</b>
        </span>
      ))}
    </div>
  );
}

/** Closing, the button keeps its place and takes the colour of the order: a long position is closed by selling. */
function TradeButton({ posSide, binding }: { posSide: PositionSide; binding: Binding }) {
  const t = useTexts();
  const { form, sending } = binding;
  return (
    <Button
      look={sideFor(form.use, posSide) === "BUY" ? "buy" : "sell"}
      size="lg"
      isPending={sending === posSide}
      isDisabled={!binding.canPress(posSide)}
      onPress={() => binding.place(posSide)}
      data-testid={`${form.use}-${posSide.toLowerCase()}`}
    >
      {t(intentText(form.use, posSide))}
    </Button>
  );
}
