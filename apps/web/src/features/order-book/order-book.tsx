import type { OrderRow } from "@tidemark/contracts";
import { classNames, Select, Skeleton } from "@tidemark/kit-ui";
import { group, printUnits } from "@tidemark/money";
import { type KeyboardEvent, type MouseEvent, type ReactNode, useMemo, useState } from "react";
import type { Market } from "../../lib/markets/market.ts";
import type { Live } from "../../lib/client/live.ts";
import { usePreferences } from "../../lib/storage/preferences.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { stepsFor } from "./ladder.ts";
import { m } from "./order-book-messages.ts";
import { type BookSettings, useBookDrawing } from "./use-book-drawing.ts";

const arrangements = [
  { id: "both", label: m.both },
  { id: "bids", label: m.bids },
  { id: "asks", label: m.asks },
] as const;

function ArrangementIcon({ of }: { of: "both" | "bids" | "asks" }) {
  return (
    <svg viewBox="0 0 14 14" className="size-3.5" aria-hidden>
      {of === "both" ? (
        <>
          <path d="M1 1h5v5H1z" fill="var(--fall)" />
          <path d="M1 8h5v5H1z" fill="var(--rise)" />
        </>
      ) : (
        <path d="M1 1h5v12H1z" fill={of === "bids" ? "var(--rise)" : "var(--fall)"} />
      )}
      <path d="M8 1.5h5M8 5.2h5M8 8.8h5M8 12.5h5" stroke="var(--muted)" strokeWidth="1.2" />
    </svg>
  );
}

export type OrderBookProps = {
  market: Market;
  orders: Live<OrderRow> | undefined;
  /** A trade price near now: which steps make sense follows from it. */
  priceTicks: number;
  /** The last price as another feature draws it. */
  mid: ReactNode;
  onPick: (price: string) => void;
  hasTitle: boolean;
};

export function OrderBook({ market, orders, priceTicks, mid, onPick, hasTitle }: OrderBookProps) {
  const t = useTexts();
  const arrangement = usePreferences((state) => state.bookArrangement);
  const [step, setStep] = useState(1);
  const [unit, setUnit] = useState<"size" | "value">("size");
  const settings = useMemo<BookSettings>(() => ({ step, arrangement, unit }), [step, arrangement, unit]);
  const { ladderRef, asksRef, bidsRef, spreadRef, shareRef, status } = useBookDrawing(market, orders, settings);
  const steps = stepsFor(priceTicks).map((ticks) => ({
    id: String(ticks),
    label: group(printUnits(BigInt(ticks) * market.tick)),
  }));
  const units = { size: market.sizeUnit, value: market.valueUnit };

  const pick = (event: MouseEvent) => {
    const price = (event.target as Element).closest<HTMLElement>("[data-price]")?.dataset.price;
    if (price !== undefined) onPick(price);
  };
  // One tab stop for the whole book; arrows move through its rows, Enter takes the price.
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-price]")];
    const at = rows.indexOf(document.activeElement as HTMLElement);
    const next = at < 0 ? Math.floor(rows.length / 2) : at + (event.key === "ArrowDown" ? 1 : -1);
    rows[Math.min(rows.length - 1, Math.max(0, next))]?.focus();
  };

  return (
    <section
      aria-label={t(m.title)}
      className="flex h-full min-h-0 flex-col text-12 [--book-end:12px] [--book-start:12px] max-w768:[--book-end:12px] max-w768:[--book-start:10px] @max-[140px]:text-11 @max-[140px]:[--book-end:7px]! @max-[140px]:[--book-start:7px]!"
    >
      <div
        className={classNames(
          "flex flex-none items-center gap-1 px-3 max-w768:h-11 max-w768:px-1.5",
          hasTitle ? "h-(--head-height) border-b border-line" : "h-8",
        )}
      >
        {hasTitle && <h2 className="me-auto font-medium">{t(m.title)}</h2>}
        <div className={classNames("flex gap-0.5 max-w768:hidden", !hasTitle && "me-auto -ms-1")}>
          {arrangements.map(({ id, label }) => (
            <button
              key={id}
              type="button"
              aria-label={t(label)}
              title={t(label)}
              aria-pressed={arrangement === id}
              onClick={() => usePreferences.setState({ bookArrangement: id })}
              className="grid size-6 place-items-center rounded-control opacity-55 transition-opacity hover:bg-hover hover:opacity-100 aria-pressed:opacity-100"
            >
              <ArrangementIcon of={id} />
            </button>
          ))}
        </div>
        <Select
          label={t(m.step)}
          items={steps}
          selected={String(step)}
          onSelect={(id) => setStep(Number(id))}
          numeric
          className="max-w768:me-auto"
          testId="book-step"
        />
        <Select
          label={t(m.unit)}
          items={[
            { id: "size", label: units.size },
            { id: "value", label: units.value },
          ]}
          selected={unit}
          onSelect={setUnit}
          className="-me-1.5 max-w768:me-0"
        />
      </div>
      <div
        dir="ltr"
        className="grid h-6.5 flex-none grid-cols-2 items-center ps-(--book-start) pe-(--book-end) text-11 text-muted max-w768:h-5 w768:grid-cols-3"
      >
        <span>{t(m.price)}</span>
        <span className="text-end">
          {t(m.size)} <span className="max-w1400:hidden">({units[unit]})</span>
        </span>
        <span className="text-end max-w768:hidden">{t(m.total)}</span>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions jsx-a11y/click-events-have-key-events -- the rows are buttons; this only receives their events */}
      <div
        ref={ladderRef}
        dir="ltr"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would have the look and meaning of a form
        role="group"
        aria-label={t(m.title)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- one tab stop for forty rows
        tabIndex={0}
        onClick={pick}
        onKeyDown={walk}
        data-testid="order-book"
        className="num relative flex min-h-0 flex-1 flex-col transition-opacity focus-visible:-outline-offset-2 data-[stale=true]:opacity-50"
      >
        <div
          ref={asksRef}
          className={classNames(
            "flex min-h-0 flex-col justify-end overflow-hidden",
            arrangement === "bids" ? "flex-none" : "flex-[1_1_0]",
          )}
        />
        <div data-mid className="flex h-9 flex-none items-center gap-2 ps-(--book-start) pe-(--book-end) max-w768:h-11">
          {mid}
          <span className="ms-auto text-11 text-muted max-w768:hidden">
            {t(m.spread)} <span ref={spreadRef}>—</span>
          </span>
        </div>
        <div
          ref={bidsRef}
          className={classNames(
            "flex min-h-0 flex-col overflow-hidden",
            arrangement === "asks" ? "flex-none" : "flex-[1_1_0]",
          )}
        />
        {status === "loading" && <LoadingRows />}
        {status === "empty" && (
          // The columns are left to right in every language, a sentence is not.
          <p dir="auto" className="absolute inset-x-0 bottom-6 px-6 text-center text-balance text-muted">
            {t(m.empty)}
          </p>
        )}
      </div>
      <div
        ref={shareRef}
        dir="ltr"
        data-bids="—"
        data-asks="—"
        className="group/share num flex h-7 flex-none items-center gap-2 max-w768:h-10 max-w768:flex-wrap max-w768:content-center max-w768:justify-between max-w768:gap-y-1 ps-(--book-start) pe-(--book-end) text-11 font-medium before:text-rise before:content-[attr(data-bids)] after:text-fall after:content-[attr(data-asks)]"
      >
        <span className="order-first text-rise max-w768:hidden">{t(m.buyShare)}</span>
        <span className="flex h-1 min-w-0 flex-1 gap-0.5 max-w768:order-first max-w768:basis-full">
          <i className="w-[calc(var(--bids,50)*1%)] rounded-[2px] bg-rise transition-[width]" />
          <i className="flex-1 rounded-[2px] bg-fall" />
        </span>
        <span className="order-last text-fall max-w768:hidden">{t(m.sellShare)}</span>
      </div>
    </section>
  );
}

function LoadingRows() {
  const rows = Array.from({ length: 40 }, (_, index) => index);
  return (
    <div className="absolute inset-0 overflow-hidden bg-surface">
      {rows.map((row) => (
        <div
          key={row}
          className="grid h-(--book-row) grid-cols-2 items-center ps-(--book-start) pe-(--book-end) w768:grid-cols-3"
        >
          <span>
            <Skeleton>104,293.0</Skeleton>
          </span>
          <span className="text-end">
            <Skeleton>2.78300</Skeleton>
          </span>
          <span className="text-end max-w768:hidden">
            <Skeleton>15.38100</Skeleton>
          </span>
        </div>
      ))}
    </div>
  );
}
