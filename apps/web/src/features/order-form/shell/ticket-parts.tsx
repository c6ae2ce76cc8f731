import type { OrderType } from "@tidemark/contracts";
import { Button, DecimalField, IconButton, Menu, Tabs, Unit } from "@tidemark/kit-ui";
import { ArrowLeftRight, ChevronDown } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import type { Market } from "../../../lib/markets/market.ts";
import { useIdle } from "../../../lib/device/use-idle.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import type { TriggerSource } from "../../../lib/exits/exit-entry.ts";
import { useFieldHotkey, useHotkey } from "../../../lib/hotkeys/hotkeys.ts";
import type { FieldsStep, OrderFields } from "./order-fields.ts";
import { m } from "./ticket-messages.ts";

const Percent = lazy(async () => ({ default: (await import("./percent.tsx")).Percent }));
const TifFields = lazy(async () => ({ default: (await import("./tif-fields.tsx")).TifFields }));

type FieldsProps = { form: OrderFields; step: (step: FieldsStep) => void };

/** The frame of a ticket. Enter presses its one submit button, if it has one. */
export function TicketForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  const t = useTexts();
  return (
    <form
      aria-label={t(m.label)}
      className="flex flex-none flex-col gap-(--ticket-gap) p-3 text-12 max-w768:pe-2"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        onSubmit();
        // After the render that marks what is wrong, so that the next key corrects it.
        requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
      }}
    >
      {children}
    </form>
  );
}

type TypeTabsProps = FieldsProps & {
  /** The price that a trigger order waits for at first. */
  triggerBy: TriggerSource;
  /** Orders that wait for a price can be placed. */
  hasTriggers?: boolean;
  /** One more kind beside the two trigger orders, of some tickets only. */
  extra?: {
    readonly label: string;
    readonly isSelected: boolean;
    readonly onChoose: () => void;
    readonly testId: string;
  };
};

/** The third tab bears the name of the trigger order that was chosen beside it. */
export function TypeTabs({ form, step, triggerBy, hasTriggers = true, extra }: TypeTabsProps) {
  const t = useTexts();
  const isExtra = extra?.isSelected === true;
  const isTrigger = form.trigger !== undefined;
  const choose = (orderType: OrderType) => step({ type: "order_type", orderType, triggerBy });
  useHotkey("limit", () => step({ type: "order_type", orderType: "LIMIT" }));
  useHotkey("market", () => step({ type: "order_type", orderType: "MARKET" }));
  useHotkey("trigger", hasTriggers ? () => choose(form.type) : undefined);
  const triggerLabel = !isTrigger ? m.trigger : form.type === "LIMIT" ? m.limitTrigger : m.marketTrigger;
  return (
    <div className="flex h-6 items-stretch gap-1">
      <Tabs
        label={t(m.type)}
        items={[
          { id: "LIMIT", label: t(m.limit) },
          { id: "MARKET", label: t(m.market) },
          ...(hasTriggers ? [{ id: "TRIGGER" as const, label: isExtra ? extra.label : t(triggerLabel) }] : []),
        ]}
        selected={isTrigger || isExtra ? "TRIGGER" : form.type}
        onSelect={(id) => {
          if (id !== "TRIGGER") step({ type: "order_type", orderType: id });
          else if (!isExtra) choose(form.type);
        }}
        gap="tight"
      />
      {hasTriggers && (
        <Menu
          label={t(m.triggerKind)}
          face={<ChevronDown aria-hidden size={14} />}
          faceClassName="inline-grid w-6 place-items-center rounded-control text-muted hover:text-ink"
          entries={[
            { id: "LIMIT", label: t(m.limitTrigger), onAction: () => choose("LIMIT"), testId: "limit-trigger" },
            { id: "MARKET", label: t(m.marketTrigger), onAction: () => choose("MARKET"), testId: "market-trigger" },
            ...(extra === undefined
              ? []
              : [{ id: "EXTRA", label: extra.label, onAction: extra.onChoose, testId: extra.testId }]),
          ]}
          placement="bottom start"
          testId="trigger-kind"
        />
      )}
    </div>
  );
}

/** A label at the start, a number at the end. */
export function TicketLine({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-4 items-center justify-between gap-2 text-muted">
      <span>{label}</span>
      <span>{children}</span>
    </div>
  );
}

/** What can be spent. `onTransfer` is absent for signed-out users. */
export function AvailableLine({ onTransfer, children }: { onTransfer?: () => void; children: ReactNode }) {
  const t = useTexts();
  return (
    <div className="flex min-h-4 flex-wrap items-center justify-between gap-x-2 text-muted">
      <span>{t(m.available)}</span>
      <span className="flex items-center gap-1">
        {children}
        {onTransfer !== undefined && (
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
  );
}

type PriceFieldProps = FieldsProps & {
  market: Market;
  problem: string | undefined;
  onStep: (direction: 1 | -1) => void;
  onBest: () => void;
};

export function PriceField({ form, step, market, problem, onStep, onBest }: PriceFieldProps) {
  const t = useTexts();
  const field = useFieldHotkey("price");
  if (form.type === "MARKET")
    return (
      <div className="flex h-(--field-height) items-center justify-between gap-2 rounded-control bg-field px-2.5 text-muted opacity-80">
        <span>{t(m.price)}</span>
        <span>{t(m.marketPrice)}</span>
      </div>
    );
  return (
    <DecimalField
      isLabelInside
      label={t(m.price)}
      value={form.price}
      onChange={(text) => step({ type: "price", text })}
      onStep={onStep}
      inputRef={field}
      decimals={market.priceDecimals}
      problem={problem}
      testId="ticket-price"
    >
      <span className="max-w768:hidden">
        <Unit>{market.priceUnit}</Unit>
      </span>
      <Button
        look="link"
        size="sm"
        onPress={onBest}
        aria-label={t(m.bestHint)}
        className="-me-1 h-5! bg-brand-soft px-1.5! text-11! font-semibold! pointer-coarse:h-7!"
      >
        {t(m.best)}
      </Button>
    </DecimalField>
  );
}

type PercentRowProps = { percent: number; isDisabled: boolean; onChange: (percent: number) => void };

export function PercentRow({ percent, isDisabled, onChange }: PercentRowProps) {
  const t = useTexts();
  const isIdle = useIdle();
  return (
    <div className="flex items-center gap-2.5">
      <span className="flex h-4.5 min-w-0 flex-1 pointer-coarse:h-6 pointer-coarse:items-center">
        {isIdle && (
          <Suspense>
            <Percent label={t(m.percent)} value={percent} onChange={onChange} isDisabled={isDisabled} />
          </Suspense>
        )}
      </span>
      <span className="num h-6 w-11 rounded-control bg-field text-center leading-6 font-medium max-w768:hidden">
        {percent}
        <Unit>%</Unit>
      </span>
    </div>
  );
}

/** Post only and time in force, which only limit orders have. */
export function TifRow({ form, step }: FieldsProps) {
  const isIdle = useIdle();
  if (form.type !== "LIMIT") return null;
  return (
    <div className="flex min-h-5 pointer-coarse:min-h-7 flex-wrap items-center justify-between gap-x-2 gap-y-1">
      {isIdle && (
        <Suspense>
          <TifFields form={form} step={step} />
        </Suspense>
      )}
    </div>
  );
}

type FundLinkProps = { short: { readonly isInWallet: boolean }; onTransfer: () => void };

/** Where the missing balance comes from: the wallet, if the asset is there. */
export function FundLink({ short, onTransfer }: FundLinkProps) {
  const t = useTexts();
  return (
    <Button look="link" size="sm" className="h-auto! px-0! text-11!" onPress={onTransfer} data-testid="ticket-short">
      {t(short.isInWallet ? m.transfer : m.deposit)}
    </Button>
  );
}

/** A problem that belongs to no field. */
export function TicketAlert({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p role="alert" className="text-11 text-warn">
      {text}
    </p>
  );
}

type TradeBarProps = {
  isSignedOut: boolean;
  /** Nothing to trade with: "wallet" if a transfer helps, "deposit" if not. */
  needs: "wallet" | "deposit" | undefined;
  onSignIn: () => void;
  onTransfer: () => void;
  /** The product's own buttons. */
  children: ReactNode;
};

/** The buttons of the ticket; on a phone always visible at the bottom. */
export function TradeBar({ isSignedOut, needs, onSignIn, onTransfer, children }: TradeBarProps) {
  const t = useTexts();
  return (
    <div className="grid max-w768:fixed max-w768:inset-x-0 max-w768:bottom-0 max-w768:z-bar max-w768:border-t max-w768:border-line max-w768:bg-surface max-w768:px-3 max-w768:pt-2.5 max-w768:pb-[calc(10px+env(safe-area-inset-bottom))] max-w768:[--field-height:44px]">
      {isSignedOut ? (
        <Button look="primary" size="lg" onPress={onSignIn} data-testid="ticket-sign-in">
          {t(m.signIn)}
        </Button>
      ) : needs === undefined ? (
        children
      ) : (
        <Button look="primary" size="lg" onPress={onTransfer} data-testid="ticket-fund">
          {t(needs === "wallet" ? m.transferToTrade : m.depositToTrade)}
        </Button>
      )}
    </div>
  );
}
