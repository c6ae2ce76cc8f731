import { maintenanceMargin, printUnits, type Tier } from "@tidemark/money";
import { percentOfRate, shown } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { LevelTable } from "../../lib/markets/level-table.tsx";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { m } from "./rules-messages.ts";
import { initialText, type OwnTier } from "./tier-rules.ts";

export type TierTableProps = { market: ContractMarket; tiers: readonly Tier[]; own: OwnTier | undefined };

/** Every tier with what it allows and keeps; the own one is marked. */
export function TierTable({ market, tiers, own }: TierTableProps) {
  const t = useTexts();
  const amount = (units: bigint): string => {
    const text = printUnits(units, market.settleAsset.scale);
    return shown(text, text.split(".")[1]?.length ?? 0);
  };
  const heads = [m.tier, m.value, m.leverage, m.initial, m.rate, m.deduction, m.atTop];
  return (
    <LevelTable
      label={t(m.tiers)}
      heads={heads.map((head) => t(head, { asset: market.valueUnit }))}
      ownTag={t(m.you)}
      rowTestId="tier-row"
      levels={tiers.map((tier, index) => ({
        name: <span className="num">{index + 1}</span>,
        isOwn: own?.index === index,
        cells: [
          `${amount(tier.floor)} – ${amount(tier.cap)}`,
          `${tier.maxLeverage}×`,
          initialText(tier.maxLeverage),
          percentOfRate(tier.mmr),
          amount(tier.cum),
          amount(maintenanceMargin(tiers, tier.cap)),
        ],
      }))}
    />
  );
}
