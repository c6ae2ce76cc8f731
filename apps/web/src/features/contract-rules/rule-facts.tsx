import type { MarketRulesRow } from "@tidemark/contracts";
import { group } from "@tidemark/money";
import { percentOfRate } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { type Fact, FactList } from "../../lib/markets/fact-list.tsx";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { m } from "./rules-messages.ts";

const hourMs = 3_600_000;
/** Whole numbers without decimals that say nothing. */
const trimmed = (text: string): string => group(text.replace(/\.0+$/, "").replace(/(\.\d*?[1-9])0+$/, "$1"));

/** What an order of this contract meets, from the engine's configuration. */
export function RuleFacts({ market, rules }: { market: ContractMarket; rules: MarketRulesRow }) {
  const t = useTexts();
  const { contract, sizeUnit, valueUnit, priceUnit } = market;
  const limits = rules.contract;
  const text = (value: string, unit = "") => <span className="num">{unit === "" ? value : `${value} ${unit}`}</span>;
  const around = (rate: number): string => t(m.bandOf, { rate: percentOfRate(rate) });
  const facts: (Fact | undefined)[] = [
    { label: t(m.settledIn), value: contract.settle },
    { label: t(m.maxLeverage), value: text(`${contract.maxLeverage}×`) },
    { label: t(m.tick), value: text(trimmed(market.tickSize), priceUnit) },
    { label: t(m.lot), value: text(trimmed(market.lotSize), sizeUnit) },
    { label: t(m.minNotional), value: text(trimmed(market.minNotional), valueUnit) },
    { label: t(m.maxNotional), value: text(trimmed(rules.maxNotional), valueUnit) },
    { label: t(m.maxQty), value: text(`${trimmed(market.maxQty)} / ${trimmed(rules.maxMarketQty)}`, sizeUnit) },
    {
      label: t(m.openInterest),
      value: text(trimmed(contract.openInterestCap), market.kind === "INVERSE" ? sizeUnit : valueUnit),
    },
    { label: t(m.band), value: around(rules.band) },
    { label: t(m.farBand), value: around(rules.farBand) },
    { label: t(m.protection), value: text(percentOfRate(rules.protection)) },
    limits && { label: t(m.flashBand), value: around(limits.flashBand) },
    limits && {
      label: t(m.funding),
      value: t(m.fundingOf, {
        hours: String(contract.fundingIntervalMs / hourMs),
        rate: percentOfRate(limits.fundingCap),
      }),
    },
    limits && { label: t(m.impact), value: text(trimmed(limits.impactNotional), valueUnit) },
    limits && { label: t(m.liquidationFee), value: text(percentOfRate(limits.liquidationFeeRate)) },
    { label: t(m.breaker), value: text(percentOfRate(rules.breaker)) },
    limits && { label: t(m.orders), value: text(`${rules.maxOpenOrders} / ${limits.maxTriggers}`) },
  ];
  return <FactList isWide facts={facts.filter((fact) => fact !== undefined)} />;
}
