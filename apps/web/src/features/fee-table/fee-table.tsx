import type { FeeLevelRow } from "@tidemark/contracts";
import { Button, classNames, EmptyState, Skeleton, Tag } from "@tidemark/kit-ui";
import { useQuery } from "@tanstack/react-query";
import { Percent } from "lucide-react";
import { answerOf } from "../../lib/client/answer.ts";
import { alignedPercent } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { SpotMarket } from "../../lib/markets/market.ts";
import { useUser } from "../../session/user.ts";
import { FeeExamples } from "./fee-examples.tsx";
import { m } from "./fee-messages.ts";
import { type FeeNeed, thresholdText } from "./fee-rules.ts";
import { OwnFees } from "./own-fees.tsx";

const rates = ["spotMaker", "spotTaker", "contractMaker", "contractTaker"] as const;
const levelsFreshMs = 60_000;
const meta = { isQuiet: true };

/** The own level and volumes; undefined for visitors and until loaded. */
function useOwnLevel() {
  const userId = useUser()?.userId ?? "";
  return useQuery({
    queryKey: ["own", "fee-level", userId],
    queryFn: ({ signal }) => answerOf("feeLevel", {}, signal),
    enabled: userId !== "",
    meta,
  }).data;
}

export type FeeTableProps = {
  /** What the levels from 1 on need. */
  needs: readonly FeeNeed[];
  /** For the interest of margin pairs. */
  pairs: readonly SpotMarket[];
};

/** Every level with its rates and what it needs, the own level, and what that means in money. */
export function FeeTable({ needs, pairs }: FeeTableProps) {
  const t = useTexts();
  const { data, isError, refetch } = useQuery({
    queryKey: ["fee-levels"],
    queryFn: ({ signal }) => answerOf("feeLevels", {}, signal),
    staleTime: levelsFreshMs,
    meta,
  });
  const own = useOwnLevel();
  const levels = data?.rows;
  return (
    <main className="wrap pt-8 pb-4">
      <h1 className="text-28 leading-tight font-semibold tracking-[-0.02em]">{t(m.title)}</h1>
      <p className="mt-1 max-w-[60ch] text-14 text-pretty text-muted">{t(m.lead)}</p>
      {levels === undefined && isError && (
        <EmptyState icon={<Percent size={28} />} title={t(m.failed)} hint="">
          <Button onPress={() => void refetch()}>{t(m.retry)}</Button>
        </EmptyState>
      )}
      {levels === undefined && !isError && <Skeleton className="mt-7! h-80! w-full">.</Skeleton>}
      {levels !== undefined && (
        <>
          {own !== undefined && <OwnFees own={own} />}
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
    <div className="-mx-(--gutter) mt-7 overflow-x-auto px-(--gutter)">
      <table aria-label={t(m.title)} className="w-full min-w-190 border-collapse text-13">
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th
                key={t(head)}
                scope="col"
                className={`h-10 px-3 text-12 font-normal text-muted ${index === 0 ? "text-start" : "text-end"}`}
              >
                {t(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {levels.map((row) => {
            const need = needs[row.level - 1];
            const isOwn = row.level === ownLevel;
            const cells = [
              ...[need?.spotVolume, need?.contractVolume, need?.assets].map((text) =>
                text === undefined ? "—" : thresholdText(text),
              ),
              ...rates.map((rate) => alignedPercent(row[rate])),
            ];
            return (
              <tr
                key={row.level}
                data-testid="fee-row"
                aria-current={isOwn}
                className={classNames("h-12 border-t border-line", isOwn && "bg-brand-soft")}
              >
                <th
                  scope="row"
                  className={classNames(
                    "px-3 text-start font-semibold whitespace-nowrap",
                    isOwn && "border-s-2 border-brand",
                  )}
                >
                  {t(m.vip, { level: String(row.level) })} {isOwn && <Tag tone="brand">{t(m.you)}</Tag>}
                </th>
                {cells.map((text, index) => (
                  <td key={t(heads[index + 1]!)} className="px-3 text-end">
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
