import { Button, classNames, EmptyState, Explained, Segmented, Skeleton, Tag } from "@tidemark/kit-ui";
import type { FeeLevelRow } from "@tidemark/contracts";
import { useQuery } from "@tanstack/react-query";
import { Percent } from "lucide-react";
import { type ReactNode, useState } from "react";
import { answerOf } from "../../lib/client/answer.ts";
import { isInApp } from "../../lib/device/native-bridge.ts";
import { alignedPercent, shown } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { FactList } from "../../lib/markets/fact-list.tsx";
import { type OwnFees, useOwnFeesQuery } from "../../session/own-fees.ts";
import { useUser } from "../../session/user.ts";
import { useFeeLevels } from "./fee-levels.ts";
import { m as feeMessages } from "./fee-messages.ts";
import { type FeeNeed, thresholdText } from "./fee-rules.ts";
import { LevelProgress } from "./level-progress.tsx";
import { m } from "./vip-messages.ts";

export type VipPageProps = {
  /** What the levels from 1 on need. */
  needs: readonly FeeNeed[];
  /** The way to sign in, for visitors. */
  signIn: ReactNode;
  /** Links below the table, and the verb at the foot of a phone. */
  links: ReactNode;
  verb: ReactNode;
};

/** The own level, the way to the next one, and all levels with what they need and charge. */
export function VipPage({ needs, signIn, links, verb }: VipPageProps) {
  const t = useTexts();
  const user = useUser();
  const { data: own, isError: isOwnFailed, refetch: refetchOwn } = useOwnFeesQuery();
  const { data, isError, refetch } = useFeeLevels();
  return (
    <main className="wrap pt-8 w768:pb-4">
      {!isInApp() && <h1 className="text-28 leading-tight font-semibold tracking-[-0.02em]">{t(m.title)}</h1>}
      <p className="mt-1 max-w-[60ch] text-14 text-pretty text-muted">{t(m.lead)}</p>
      {user === null && (
        <div className="mt-6 flex flex-wrap items-center gap-4">
          <p className="text-14">{t(m.visitor)}</p>
          {signIn}
        </div>
      )}
      {user !== null && own === undefined && isOwnFailed && (
        <EmptyState icon={<Percent size={28} />} title={t(m.ownFailed)} hint="">
          <Button onPress={() => void refetchOwn()}>{t(feeMessages.retry)}</Button>
        </EmptyState>
      )}
      {user !== null && own === undefined && !isOwnFailed && <Skeleton className="mt-6! h-40! w-full">.</Skeleton>}
      {own !== undefined && (
        <div className="mt-6 grid gap-8 w980:grid-cols-2 w980:gap-16">
          <OwnVip own={own} />
          <div className="w980:pt-1">
            <LevelProgress own={own} needs={needs} />
          </div>
        </div>
      )}
      {data === undefined && isError && (
        <EmptyState icon={<Percent size={28} />} title={t(feeMessages.failed)} hint="">
          <Button onPress={() => void refetch()}>{t(feeMessages.retry)}</Button>
        </EmptyState>
      )}
      {data === undefined && !isError && <Skeleton className="mt-7! h-80! w-full">.</Skeleton>}
      {data !== undefined && <VipTable levels={data.rows.slice(0, needs.length + 1)} needs={needs} own={own?.level} />}
      <p className="mt-4 max-w-[80ch] text-12 text-pretty text-muted">{t(m.counted)}</p>
      <div className="mt-3 flex flex-wrap gap-4 text-13">{links}</div>
      <div className="sticky bottom-0 z-nav -mx-(--gutter) mt-6 border-t border-line bg-surface p-4 w768:hidden">
        {verb}
      </div>
    </main>
  );
}

const pair = (maker: number, taker: number): string => `${alignedPercent(maker)} / ${alignedPercent(taker)}`;

function OwnVip({ own }: { own: OwnFees }) {
  const t = useTexts();
  const userId = useUser()?.userId ?? "";
  const { data: status } = useQuery({
    queryKey: ["own", "vip-status", userId],
    queryFn: ({ signal }) => answerOf("vipStatus", {}, signal),
    meta: { isQuiet: true },
  });
  // Both come from the core, one a moment later: a date of another level is not shown.
  const since = status?.level === own.level && status.since > 0 ? status.since : undefined;
  const num = (text: string) => <span className="num">{text}</span>;
  return (
    <section aria-label={t(feeMessages.yourLevel)} data-testid="own-vip">
      <p className="flex items-center gap-2 pb-3">
        <span className="text-28 leading-tight font-semibold tracking-[-0.02em]" data-testid="own-vip-level">
          {t(feeMessages.vip, { level: String(own.level) })}
        </span>
        {since !== undefined && (
          <Tag tone="brand">
            {/* Levels are set at midnight of UTC: the date is that of UTC, too. */}
            <span className="num">{t(m.since, { date: new Date(since).toISOString().slice(0, 10) })}</span>
          </Tag>
        )}
      </p>
      <FactList
        facts={[
          { label: t(m.spotRates), value: num(pair(own.rates.spotMaker, own.rates.spotTaker)) },
          { label: t(m.contractRates), value: num(pair(own.rates.contractMaker, own.rates.contractTaker)) },
          ...(own.level === 0
            ? []
            : [
                {
                  label: t(m.saved),
                  value: (
                    <Explained label={t(m.saved)} explanation={t(m.savedWhy)}>
                      <span className="num">{shown(own.saved, 2)} USDT</span>
                    </Explained>
                  ),
                },
              ]),
        ]}
      />
    </section>
  );
}

type Product = "spot" | "contracts";
type VipTableProps = { levels: readonly FeeLevelRow[]; needs: readonly FeeNeed[]; own: number | undefined };

/** On a phone one product at a time, so that nothing is left out and nothing scrolls sideways. */
function VipTable({ levels, needs, own }: VipTableProps) {
  const t = useTexts();
  const [product, setProduct] = useState<Product>("contracts");
  const only = (of: Product): string => (product === of ? "" : "hidden w768:table-cell");
  const columns = [
    { id: "spotVolume", label: t(m.spotVolume), className: only("spot") },
    { id: "contractVolume", label: t(m.contractVolume), className: only("contracts") },
    { id: "assets", label: t(m.orAssets), className: "" },
    { id: "spotRates", label: t(m.spotRates), className: only("spot") },
    { id: "contractRates", label: t(m.contractRates), className: only("contracts") },
  ] as const;
  const cellsOf = (row: FeeLevelRow): Record<(typeof columns)[number]["id"], string> => {
    const need = needs[row.level - 1];
    const needed = (text: string | undefined): string => (text === undefined ? "—" : thresholdText(text));
    return {
      spotVolume: needed(need?.spotVolume),
      contractVolume: needed(need?.contractVolume),
      assets: needed(need?.assets),
      spotRates: pair(row.spotMaker, row.spotTaker),
      contractRates: pair(row.contractMaker, row.contractTaker),
    };
  };
  const cell = "ps-2 text-end w768:ps-4";
  return (
    <section className="mt-9">
      <Segmented
        label={t(m.product)}
        size="mode"
        className="mb-3 w768:hidden"
        items={[
          { id: "contracts", label: t(m.contracts) },
          { id: "spot", label: t(m.spot) },
        ]}
        selected={product}
        onSelect={setProduct}
      />
      <table aria-label={t(m.table)} className="w-full border-collapse text-12 w768:text-13">
        <thead>
          <tr className="text-12 text-muted">
            <th scope="col" className="h-10 text-start font-normal">
              {t(feeMessages.level)}
            </th>
            {columns.map(({ id, label, className }) => (
              <th key={id} scope="col" className={classNames(cell, "h-10 font-normal", className)}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {levels.map((row) => {
            const cells = cellsOf(row);
            const isOwn = row.level === own;
            return (
              <tr
                key={row.level}
                data-testid="vip-row"
                aria-current={isOwn}
                className={classNames("h-13 border-t border-line", isOwn && "bg-brand-soft")}
              >
                <th
                  scope="row"
                  className={classNames(
                    "text-start font-semibold whitespace-nowrap",
                    isOwn && "border-s-2 border-brand ps-2.5",
                  )}
                >
                  {t(feeMessages.vip, { level: String(row.level) })}
                </th>
                {columns.map(({ id, className }) => (
                  <td key={id} className={classNames(cell, "whitespace-nowrap", className)}>
                    <span className="num">{cells[id]}</span>
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
