import { Button, buttonClassName, Gauge, Skeleton } from "@tidemark/kit-ui";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { isZeroText, shown } from "../../lib/format/number-text.ts";
import { isSimulatedPage } from "../../lib/client/page-hosts.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { bonusEndDay } from "../../session/bonus-end.ts";
import { useMarginAccount } from "../../session/margin-account.ts";
import { HideAmounts } from "./hide-amounts.tsx";
import { m } from "./margin-box-messages.ts";

export type MarginBoxProps = {
  market: ContractMarket;
  userId: string;
  onTransfer: () => void;
  /** Wraps the title: a link to the account's page. */
  accountLink: (title: string) => ReactNode;
};

/** From this ratio on the engine warns; at 100 % it liquidates. */
const warningShare = 0.8;

const actSize = "min-w-0 px-1! max-w768:h-9";
const actLook = buttonClassName("plain", "md", actSize);

/** The account that the contract's margin comes from. */
export function MarginBox({ market, userId, onTransfer, accountLink }: MarginBoxProps) {
  const t = useTexts();
  const account = useMarginAccount(market, userId);
  const { own } = useOwnAmounts();
  const title = t(isSimulatedPage ? m.simulated : market.kind === "LINEAR" ? m.derivatives : m.cryptoContract);
  const lines: { id: string; label: string; text: string | undefined; ends?: string | undefined }[] = [
    { id: "equity", label: t(m.equity), text: account?.figures.equity },
    { id: "available", label: t(m.available), text: account?.figures.availOpen },
    { id: "pnl", label: t(m.pnl), text: account?.figures.uPnl },
    ...(account === undefined || isZeroText(account.bonus)
      ? []
      : [{ id: "bonus", label: t(m.bonus), text: account.bonus, ends: bonusEndDay(account, "TRADING") }]),
    ...(account === undefined || isZeroText(account.fundBonus)
      ? []
      : [{ id: "fundbonus", label: t(m.fundBonus), text: account.fundBonus, ends: bonusEndDay(account, "FUNDING") }]),
  ];
  const ratio = account?.figures.marginRatio;
  return (
    <section
      aria-label={title}
      className="grid flex-none gap-1.75 border-t border-line px-3 pt-2.5 pb-3 text-12 max-w768:border-0"
    >
      <h2 className="flex items-center justify-between font-medium">
        {accountLink(title)}
        <HideAmounts />
      </h2>
      {lines.map(({ id, label, text, ends }) => (
        <div key={id} className="flex justify-between gap-3">
          <span className="text-muted">{label}</span>
          {text === undefined ? (
            <Skeleton>12,114.37 USDT</Skeleton>
          ) : (
            <span>
              <span className="num font-medium" data-testid={`margin-${id}`}>
                {own(shown(text, market.valueDecimals))}
              </span>{" "}
              <span className="text-muted">{market.valueUnit}</span>
              {ends !== undefined && (
                <span className="block text-end text-11 text-muted" data-testid={`margin-${id}-ends`}>
                  {t(m.bonusEnds, { day: ends })}
                </span>
              )}
            </span>
          )}
        </div>
      ))}
      <div className="flex justify-between gap-3">
        <span className="text-muted">{t(m.ratio)}</span>
        {ratio === undefined ? (
          <Skeleton>8.44%</Skeleton>
        ) : (
          <span className="num font-medium" data-testid="margin-ratio">
            {ratio === "" ? "—" : `${ratio}%`}
          </span>
        )}
      </div>
      <Gauge
        kind="left"
        label={t(m.ratio)}
        share={ratio === undefined || ratio === "" ? 0 : Number(ratio) / 100}
        valueText={ratio === undefined || ratio === "" ? "—" : `${ratio}%`}
        ticks={[warningShare]}
      />
      <div className="mt-1.5 grid auto-cols-fr grid-flow-col gap-1.5">
        {!isSimulatedPage && (
          <Link to="/personal/deposit" search={{ asset: market.settleAsset.asset }} className={actLook}>
            <span className="truncate">{t(m.deposit)}</span>
          </Link>
        )}
        <Button onPress={onTransfer} className={actSize}>
          <span className="truncate">{t(m.transfer)}</span>
        </Button>
        {!isSimulatedPage && (
          <Link to="/personal/withdrawal" search={{ asset: market.settleAsset.asset }} className={actLook}>
            <span className="truncate">{t(m.withdraw)}</span>
          </Link>
        )}
      </div>
    </section>
  );
}
