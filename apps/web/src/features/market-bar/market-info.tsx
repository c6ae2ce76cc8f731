import { Link } from "@tanstack/react-router";
import { isSimulatedPage, pathInExchange } from "../../lib/client/page-hosts.ts";
import { percentOfRate, shown } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { isContract, type Market } from "../../lib/markets/market.ts";
import { VipTag } from "../../lib/markets/vip-tag.tsx";
import { useOwnFees } from "../../session/own-fees.ts";
import { m, statusTexts } from "./market-info-messages.ts";

const link = "text-brand underline-offset-3 hover:underline";

/** The rules of the market, as the engine has them. */
export function MarketInfo({ market }: { market: Market }) {
  const t = useTexts();
  const level = useOwnFees()?.level;
  const facts: readonly { label: typeof m.tick; value: string; isFee?: boolean }[] = [
    { label: m.status, value: t(statusTexts[market.status]) },
    { label: m.tick, value: `${market.tickSize} ${market.priceUnit}` },
    { label: m.lot, value: `${market.lotSize} ${market.sizeUnit}` },
    { label: m.minQty, value: `${market.minQty} ${market.sizeUnit}` },
    { label: m.maxQty, value: `${shown(market.maxQty, 0)} ${market.sizeUnit}` },
    { label: m.minNotional, value: `${market.minNotional} ${market.valueUnit}` },
    { label: m.makerFee, value: percentOfRate(market.makerRate), isFee: true },
    { label: m.takerFee, value: percentOfRate(market.takerRate), isFee: true },
  ];
  return (
    <div className="grid max-w-130 gap-3 p-4 text-12">
      <h3 className="text-13 font-semibold">{t(m.title, { pair: market.title })}</h3>
      <dl className="grid">
        {facts.map(({ label, value, isFee }) => (
          <div key={t(label)} className="flex min-h-8 items-center justify-between gap-3 border-t border-line">
            <dt className="text-muted">{t(label)}</dt>
            <dd className="num font-medium">
              {isFee === true && <VipTag level={level} />} {value}
            </dd>
          </div>
        ))}
      </dl>
      {isContract(market) && (
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          <Link to={pathInExchange("/contract/content/markPrice")} search={{ symbol: market.symbol }} className={link}>
            {t(m.markPrice)}
          </Link>
          <Link to={pathInExchange("/contract/content/fund")} className={link}>
            {t(m.fund)}
          </Link>
          {/* The rules are one page of the real exchange. */}
          {!isSimulatedPage && (
            <Link to="/contract/content/rules" search={{ symbol: market.symbol }} className={link}>
              {t(m.rules)}
            </Link>
          )}
        </p>
      )}
      <p className="text-11 text-muted">
        {t(m.charts)}{" "}
        <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer" className={link}>
          TradingView
        </a>
      </p>
    </div>
  );
}
