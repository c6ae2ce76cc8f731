import { Button, EmptyState, Skeleton } from "@tidemark/kit-ui";
import { Scale } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { percentOfRate, shownUnits } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { CoinMark } from "../../lib/markets/coin-mark.tsx";
import { ContractPicker } from "../../lib/markets/contract-picker.tsx";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { useMarketRules } from "../../lib/markets/market-rules.ts";
import { useEngineFigures } from "../../session/position-figures.ts";
import { useUser } from "../../session/user.ts";
import { RuleFacts } from "./rule-facts.tsx";
import { m } from "./rules-messages.ts";
import { TierCurve } from "./tier-curve.tsx";
import { type OwnTier, ownTierOf, tiersOfMarket } from "./tier-rules.ts";
import { TierTable } from "./tier-table.tsx";

const posSides = ["LONG", "SHORT"] as const;

export type ContractRulesProps = {
  contracts: readonly ContractMarket[];
  market: ContractMarket;
  onSelect: (market: ContractMarket) => void;
  /** Beside the contract's name. */
  children?: ReactNode;
};

/** The rules of one contract as the engine has them: facts, tiers, and where the own position stands. */
export function ContractRules({ contracts, market, onSelect, children }: ContractRulesProps) {
  const t = useTexts();
  const { data, isError, refetch } = useMarketRules(market.symbol);
  return (
    <main className="wrap pt-8 pb-4">
      <h1 className="text-28 leading-tight font-semibold tracking-[-0.02em]">{t(m.title)}</h1>
      <div className="mt-7 grid gap-6 w980:grid-cols-[200px_minmax(0,1fr)] w980:gap-12">
        <ContractPicker
          label={t(m.contracts)}
          searchLabel={t(m.search)}
          contracts={contracts}
          selected={market}
          onSelect={onSelect}
          sideOf={({ contract }) => `${contract.maxLeverage}×`}
        />
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-10">
          <section>
            <div className="flex flex-wrap items-center justify-between gap-3 pb-3">
              <h2 className="flex items-center gap-2.5 text-20 font-semibold">
                <CoinMark coin={market.base} />
                <span className="num">{market.title}</span>
                <span className="text-13 font-normal text-muted">{t(m.perpetual)}</span>
              </h2>
              {children}
            </div>
            {data?.rows[0] !== undefined ? (
              <RuleFacts market={market} rules={data.rows[0]} />
            ) : isError ? (
              <EmptyState icon={<Scale size={28} />} title={t(m.failed)} hint="">
                <Button onPress={() => void refetch()}>{t(m.retry)}</Button>
              </EmptyState>
            ) : (
              <Skeleton className="h-60! w-full">.</Skeleton>
            )}
          </section>
          <Tiers key={market.symbol} market={market} />
        </div>
      </div>
    </main>
  );
}

type OwnPosition = OwnTier & { readonly posSide: (typeof posSides)[number] };

/** The larger of the user's positions in the contract; undefined where there is none. */
function useOwnPosition(market: ContractMarket, tiers: ReturnType<typeof tiersOfMarket>): OwnPosition | undefined {
  const userId = useUser()?.userId ?? "";
  const figuresOf = useEngineFigures(userId, userId !== "");
  const positions = posSides.flatMap((posSide): OwnPosition[] => {
    const value = figuresOf(market.symbol, posSide)?.markValue;
    const own = value === undefined ? undefined : ownTierOf(tiers, requireUnits(value, market.settleAsset.scale));
    return own === undefined ? [] : [{ ...own, posSide }];
  });
  return positions.toSorted((a, b) => (a.value < b.value ? 1 : -1))[0];
}

function Tiers({ market }: { market: ContractMarket }) {
  const t = useTexts();
  const tiers = useMemo(() => tiersOfMarket(market), [market]);
  const own = useOwnPosition(market, tiers);
  const amount = (units: bigint): string => shownUnits(units, market.valueDecimals, market.settleAsset.scale);
  const tier = own === undefined ? undefined : tiers[own.index];
  return (
    <section>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 pb-3">
        <h2 className="text-16 font-semibold">{t(m.tiers)}</h2>
        {own !== undefined && (
          <p className="text-13 text-muted">
            {t(m.youStand, { side: t(m[own.posSide]), tier: String(own.index + 1), value: amount(own.value) })}
          </p>
        )}
      </div>
      <TierCurve market={market} tiers={tiers} own={own} />
      <div className="mt-4">
        <TierTable market={market} tiers={tiers} own={own} />
      </div>
      <p className="mt-3 text-12 text-muted">
        {t(m.tiersLead)}
        {own !== undefined &&
          tier !== undefined &&
          ` ${t(m.yours, {
            value: amount(own.value),
            rate: percentOfRate(tier.mmr),
            deduction: amount(tier.cum),
            result: amount(own.maintenance),
          })}`}
      </p>
    </section>
  );
}
