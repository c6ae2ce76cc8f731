import type { FeeLevelRow } from "@tidemark/contracts";
import { Button, EmptyState, Skeleton } from "@tidemark/kit-ui";
import { Percent } from "lucide-react";
import type { ReactNode } from "react";
import { isInApp } from "../../lib/device/native-bridge.ts";
import { alignedPercent } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { LevelTable } from "../../lib/markets/level-table.tsx";
import type { SpotMarket } from "../../lib/markets/market.ts";
import { useOwnFees } from "../../session/own-fees.ts";
import { FeeExamples } from "./fee-examples.tsx";
import { m } from "./fee-messages.ts";
import { type FeeNeed, thresholdText } from "./fee-rules.ts";
import { useFeeLevels } from "./fee-levels.ts";
import { OwnLevel } from "./own-level.tsx";

const rates = ["spotMaker", "spotTaker", "contractMaker", "contractTaker"] as const;
export type FeeTableProps = {
  /** What the levels from 1 on need. */
  needs: readonly FeeNeed[];
  /** For the interest of margin pairs. */
  pairs: readonly SpotMarket[];
  /** To the page of the VIP programme. */
  vipLink: ReactNode;
};

/** Every level with its rates and what it needs, the own level, and what that means in money. */
export function FeeTable({ needs, pairs, vipLink }: FeeTableProps) {
  const t = useTexts();
  const { data, isError, refetch } = useFeeLevels();
  const own = useOwnFees();
  const levels = data?.rows;
  return (
    <main className="wrap pt-8 pb-4">
      {!isInApp() && <h1 className="text-28 leading-tight font-semibold tracking-[-0.02em]">{t(m.title)}</h1>}
      <p className="mt-1 max-w-[60ch] text-14 text-pretty text-muted">{t(m.lead)}</p>
      {levels === undefined && isError && (
        <EmptyState icon={<Percent size={28} />} title={t(m.failed)} hint="">
          <Button onPress={() => void refetch()}>{t(m.retry)}</Button>
        </EmptyState>
      )}
      {levels === undefined && !isError && <Skeleton className="mt-7! h-80! w-full">.</Skeleton>}
      {levels !== undefined && (
        <>
          {own !== undefined && <OwnLevel own={own} needs={needs} vipLink={vipLink} />}
          <Levels levels={levels} needs={needs} ownLevel={own?.level} />
          <p className="mt-3 text-12 text-muted">{t(m.needsHint)}</p>
          <FeeExamples level={levels[own?.level ?? 0] ?? levels[0]!} pairs={pairs} />
        </>
      )}
    </main>
  );
}

type LevelsProps = { levels: readonly FeeLevelRow[]; needs: readonly FeeNeed[]; ownLevel: number | undefined };

function Levels({ levels, needs, ownLevel }: LevelsProps) {
  const t = useTexts();
  const heads = [m.level, m.needSpot, m.needContract, m.needAssets, ...rates.map((rate) => m[rate])];
  return (
    <div className="mt-7">
      <LevelTable
        label={t(m.title)}
        heads={heads.map((head) => t(head))}
        ownTag={t(m.you)}
        rowTestId="fee-row"
        levels={levels.map((row) => {
          const need = needs[row.level - 1];
          const needed = [need?.spotVolume, need?.contractVolume, need?.assets];
          return {
            name: t(m.vip, { level: String(row.level) }),
            isOwn: row.level === ownLevel,
            cells: [
              ...needed.map((text) => (text === undefined ? "—" : thresholdText(text))),
              ...rates.map((rate) => alignedPercent(row[rate])),
            ],
          };
        })}
      />
    </div>
  );
}
