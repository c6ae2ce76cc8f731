import type { MarginAccountNowRow } from "@tidemark/contracts";
import { classNames, Explained, Gauge, Skeleton } from "@tidemark/kit-ui";
import { isZeroText, shown, shownUnits, signedText } from "../../lib/format/number-text.ts";
import { assetText } from "../../lib/format/asset-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { bonusEndDay } from "../../session/bonus-end.ts";
import { boundParts, isolatedMargin } from "./account-sums.ts";
import { m } from "./margin-account-messages.ts";

export type MarginAccountProps = {
  /** Undefined until loaded. */
  account: MarginAccountNowRow | undefined;
  settle: ContractMarket["settleAsset"];
  positions: readonly { readonly isoMargin: string }[];
};

/** Equity as a sum, and below it where it is bound. */
export function MarginAccount({ account, settle, positions }: MarginAccountProps) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const print = (text: string) => own(shown(text, settle.displayDecimals));
  const terms = [
    { id: "wallet", label: t(m.wallet), text: account?.cash },
    { id: "bonus", label: t(m.bonus), text: account?.bonus },
    { id: "uPnl", label: t(m.uPnl), text: account?.figures.uPnl },
  ];
  return (
    <section className="grid gap-6">
      <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
        <Term label={t(m.equity, { asset: assetText(settle.asset) })} isTotal testId="account-equity">
          {account === undefined ? <Skeleton>12,114.37</Skeleton> : print(account.figures.equity)}
        </Term>
        {terms.map(({ id, label, text }, at) => (
          <div key={id} className="flex items-end gap-5">
            <span aria-hidden className="pb-0.5 text-20 text-muted">
              {at === 0 ? "=" : text?.startsWith("-") === true ? "−" : "+"}
            </span>
            <Term label={label} testId={`account-${id}`}>
              {text === undefined ? <Skeleton>10,330.35</Skeleton> : print(text.replace(/^-/, at === 0 ? "-" : ""))}
              {id === "bonus" && <BonusEnds day={bonusEndDay(account, "TRADING")} testId="account-bonus-ends" />}
            </Term>
          </div>
        ))}
      </div>
      <Bound account={account} print={print} />
      <Apart account={account} settle={settle} positions={positions} />
    </section>
  );
}

/** Beside a bonus: when the first part of it ends. */
function BonusEnds({ day, testId }: { day: string | undefined; testId: string }) {
  const t = useTexts();
  if (day === undefined) return null;
  return (
    <span className="ms-2 text-12 font-normal text-muted" data-testid={testId}>
      {t(m.bonusEnds, { day })}
    </span>
  );
}

type TermProps = { label: string; isTotal?: boolean; testId: string; children: React.ReactNode };

function Term({ label, isTotal = false, testId, children }: TermProps) {
  return (
    <div className="grid">
      <span className="text-12 text-muted">{label}</span>
      <span
        data-testid={testId}
        className={classNames("num font-semibold", isTotal ? "text-40 leading-11" : "text-20 leading-7")}
      >
        {children}
      </span>
    </div>
  );
}

const inks = {
  positionMargin: "bg-brand-solid",
  orderMargin: "bg-brand-solid opacity-50",
  available: "bg-line-strong",
} as const;

type BoundProps = Pick<MarginAccountProps, "account"> & { print: (text: string) => string };

function Bound({ account, print }: BoundProps) {
  const t = useTexts();
  if (account === undefined) return <Skeleton>Position margin 6,861.69</Skeleton>;
  const parts = boundParts(account);
  return (
    <div className="grid gap-3">
      <div aria-hidden className="flex h-2 gap-0.5 overflow-hidden rounded-control bg-hover">
        {parts.map(({ id, share }) => (
          <span key={id} className={inks[id]} style={{ inlineSize: `${share * 100}%` }} />
        ))}
      </div>
      <dl aria-label={t(m.bound)} className="flex flex-wrap gap-x-6 gap-y-2 text-13">
        {parts.map(({ id, text }) => (
          <div key={id} className="flex items-center gap-2">
            <span aria-hidden className={classNames("size-2 rounded-tag", inks[id])} />
            <dt className="text-muted">{t(m[id])}</dt>
            <dd className="num font-medium" data-testid={`bound-${id}`}>
              {print(text)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Money of the account that is no part of the cross equity, where there is some. */
function Apart({ account, settle, positions }: MarginAccountProps) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const isolated = shownUnits(isolatedMargin(positions), settle.displayDecimals);
  const lines = [
    { id: "isolated", label: t(m.isolated), text: isolated },
    { id: "isolatedOrders", label: t(m.isolatedOrders), text: shown(account?.hold ?? "0", settle.displayDecimals) },
    { id: "fundBonus", label: t(m.fundBonus), text: shown(account?.fundBonus ?? "0", settle.displayDecimals) },
  ].filter(({ text }) => !isZeroText(text));
  if (lines.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2 text-13">
      <dt className="text-muted">
        <Explained label={t(m.apart)} explanation={t(m.isolatedHint)}>
          {t(m.apart)}
        </Explained>
      </dt>
      {lines.map(({ id, label, text }) => (
        <div key={id} className="flex gap-2">
          <dt className="text-muted">{label}</dt>
          <dd className="num font-medium" data-testid={`apart-${id}`}>
            {own(text)}
            {id === "fundBonus" && <BonusEnds day={bonusEndDay(account, "FUNDING")} testId="account-fund-bonus-ends" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** From this ratio on the engine warns; at 100 % it liquidates. */
const warningShare = 0.8;

/** How near the account is to its liquidation. */
export function MarginRatio({ account, settle }: Pick<MarginAccountProps, "account" | "settle">) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const ratio = account?.figures.marginRatio;
  const text = ratio === undefined ? undefined : ratio === "" ? "—" : `${ratio}%`;
  const share = ratio === undefined || ratio === "" ? 0 : Number(ratio) / 100;
  const print = (amount: string) => own(shown(amount, settle.displayDecimals));
  return (
    <section aria-label={t(m.ratio)} className="grid content-start gap-3">
      <h2 className="text-16 font-semibold">
        <Explained label={t(m.ratio)} explanation={t(m.ratioHint)}>
          {t(m.ratio)}
        </Explained>
      </h2>
      <p className="flex items-baseline justify-between gap-3">
        <span
          className={classNames("num text-28 font-semibold", share >= warningShare && "text-warn")}
          data-testid="account-ratio"
        >
          {text ?? <Skeleton>9.81%</Skeleton>}
        </span>
        {account !== undefined && (
          <span className="num text-12 text-muted">
            {print(account.figures.maintenanceMargin)} ÷ {print(account.figures.equity)}
          </span>
        )}
      </p>
      <Gauge kind="left" label={t(m.ratio)} share={share} valueText={text ?? "—"} ticks={[warningShare]} />
      <dl className="mt-1 grid gap-2 text-13">
        {[
          { id: "warning", at: t(m.atWarning), text: t(m.warning) },
          { id: "liquidation", at: t(m.atLiquidation), text: t(m.liquidation) },
        ].map((line) => (
          <div key={line.id} className="flex justify-between gap-3">
            <dt className="text-muted">{line.at}</dt>
            <dd className="font-medium">{line.text}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-3">
          <dt className="text-muted">{t(m.uPnl)}</dt>
          <dd className="num font-medium">
            {account === undefined ? "—" : own(signedText(account.figures.uPnl, settle.displayDecimals))}
          </dd>
        </div>
      </dl>
    </section>
  );
}
