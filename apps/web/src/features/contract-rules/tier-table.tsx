import { classNames, Tag } from "@tidemark/kit-ui";
import { maintenanceMargin, printUnits, type Tier } from "@tidemark/money";
import { percentOfRate, shown } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
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
    <div className="-mx-(--gutter) overflow-x-auto px-(--gutter)">
      <table aria-label={t(m.tiers)} className="w-full min-w-170 border-collapse text-13">
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th
                key={t(head)}
                scope="col"
                className={`h-10 px-3 text-12 font-normal text-muted ${index === 0 ? "text-start" : "text-end"}`}
              >
                {t(head, { asset: market.valueUnit })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tiers.map((tier, index) => {
            const cells = [
              `${amount(tier.floor)} – ${amount(tier.cap)}`,
              `${tier.maxLeverage}×`,
              initialText(tier.maxLeverage),
              percentOfRate(tier.mmr),
              amount(tier.cum),
              amount(maintenanceMargin(tiers, tier.cap)),
            ];
            const isOwn = own?.index === index;
            return (
              <tr
                key={index}
                data-testid="tier-row"
                aria-current={isOwn}
                className={classNames("h-10 border-t border-line", isOwn && "bg-brand-soft")}
              >
                <th
                  scope="row"
                  className={classNames("px-3 text-start font-medium", isOwn && "border-s-2 border-brand")}
                >
                  <span className="num">{index + 1}</span> {isOwn && <Tag tone="brand">{t(m.you)}</Tag>}
                </th>
                {cells.map((text, at) => (
                  <td key={t(heads[at + 1]!)} className="px-3 text-end whitespace-nowrap">
                    <span className="num">{text}</span>
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
