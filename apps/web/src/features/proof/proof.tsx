import type { PublishedFunds } from "@tidemark/contracts";
import { Button, EmptyState, Note, Segmented, Select, Skeleton } from "@tidemark/kit-ui";
import { ListTree, ShieldAlert } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { clockText, dateText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useUser } from "../../session/user.ts";
import { CoinTable } from "./coin-table.tsx";
import { NotShown } from "./not-shown.tsx";
import { OfflineCheck, VerifierLink } from "./offline-check.tsx";
import { m as own } from "./own-leaf-messages.ts";
import { LeavesGone, OwnProof } from "./own-proof.tsx";
import { fileNameOf } from "./proof-checks.ts";
import { m } from "./proof-messages.ts";
import { usePublication, usePublications, useReserves } from "./proof-queries.ts";
import { ProofStats } from "./proof-stats.tsx";
import { isLate, nextAt } from "./proof-times.ts";
import { checkedReserves } from "./reserves/checked-reserves.ts";
import { Reserves } from "./reserves/reserves.tsx";
import { SumParts } from "./sum-parts.tsx";
import { TreeList } from "./tree-list.tsx";
import { PlainTree, SignInInvite } from "./visitor-proof.tsx";

const minuteText = (at: number): string => dateText(at).slice(0, 16);

export type ProofProps = {
  /** Where people sign in, and where they come back to. */
  signIn: { readonly to: string; readonly backurl: string };
  /** The usual decimals of a coin. */
  decimalsOf: (asset: string) => number;
};

/** Proof of funds: what is owed at a state, the own leaf in it and its check, and what all this does not show. */
export function Proof({ signIn, decimalsOf }: ProofProps) {
  const t = useTexts();
  const trees = usePublications();
  const { heads, everyMs } = trees;
  const [chosen, setChosen] = useState<number>();
  const newest = heads?.[0];
  // The tree of the first answer stays: the next hour's must not replace a check that the user looks at.
  if (chosen === undefined && newest !== undefined) setChosen(newest.stateSeq);
  const { publication, isFailed: isUnpublished, retry } = usePublication(chosen);
  // After many newer trees it is no longer among those that were listed.
  const head = heads?.find(({ stateSeq }) => stateSeq === chosen) ?? publication;
  const dueAt = newest === undefined || everyMs === undefined ? undefined : nextAt(newest.at, everyMs);
  const isOverdue =
    newest !== undefined && everyMs !== undefined && trees.loadedAt > 0 && isLate(newest.at, everyMs, trees.loadedAt);
  const isFailed = trees.isFailed || isUnpublished;
  return (
    <main className="wrap grid grid-cols-[minmax(0,1fr)] content-start gap-6 pt-5 pb-20 w768:pt-8" data-testid="proof">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-28 leading-tight font-semibold tracking-[-0.02em]">{t(m.title)}</h1>
          <p className="mt-1 max-w-[60ch] text-14 text-pretty text-muted">{t(m.lead)}</p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {heads !== undefined && heads.length > 0 && (
            <Select
              label={t(m.tree)}
              size="field"
              numeric
              items={heads.map(({ stateSeq, at }) => ({ id: String(stateSeq), label: minuteText(at) }))}
              selected={String(chosen)}
              onSelect={(id) => setChosen(Number(id))}
              className="min-w-44"
              testId="tree-choice"
            />
          )}
          <VerifierLink />
        </div>
      </header>
      {heads?.length === 0 ? (
        <div data-testid="proof-none">
          <EmptyState icon={<ListTree size={28} strokeWidth={1.5} />} title={t(m.none)} hint={t(m.noneHint)} />
        </div>
      ) : isFailed ? (
        <EmptyState icon={<ShieldAlert size={28} strokeWidth={1.5} />} title={t(m.failed)} hint="">
          <Button
            onPress={() => {
              trees.retry();
              if (chosen !== undefined) retry();
            }}
          >
            {t(m.retry)}
          </Button>
        </EmptyState>
      ) : (
        <>
          {trees.isStale && <Note tone="warn">{t(m.stale, { time: clockText(trees.loadedAt) })}</Note>}
          {isOverdue && !trees.isStale && <Note tone="warn">{t(m.late, { time: minuteText(dueAt!) })}</Note>}
          {newest !== undefined && newest.stateSeq !== chosen && (
            <Note tone="info">
              <span className="flex flex-wrap items-center justify-between gap-3" data-testid="newer-tree">
                {t(m.newer, { time: minuteText(newest.at) })}
                <Button look="ghost" size="sm" onPress={() => setChosen(newest.stateSeq)}>
                  {t(m.showNewer)}
                </Button>
              </span>
            </Note>
          )}
          <ProofStats head={head} dueAt={dueAt} publication={publication} />
          {publication === undefined ? (
            <Skeleton className="h-120! w-full">.</Skeleton>
          ) : (
            <Tree
              publication={publication}
              hasLeaves={head?.hasLeaves ?? publication.hasLeaves}
              signIn={signIn}
              decimalsOf={decimalsOf}
            />
          )}
        </>
      )}
      <NotShown />
      {heads !== undefined && heads.length > 0 && (
        <TreeList
          heads={heads}
          shownSeq={chosen}
          onShow={setChosen}
          isFailed={false}
          onRetry={trees.retry}
          hasMore={trees.hasMore}
          isLoadingMore={trees.isLoadingMore}
          onMore={trees.loadMore}
        />
      )}
    </main>
  );
}

type TreeProps = ProofProps & { publication: PublishedFunds; hasLeaves: boolean };

/** One published tree: the own leaf or the shape of one, then every coin. */
function Tree({ publication, hasLeaves, signIn, decimalsOf }: TreeProps) {
  const t = useTexts();
  const userId = useUser()?.userId ?? "";
  const [wanted, setWanted] = useState("USDT");
  const { stateSeq, assets } = publication;
  const asset = assets.find((one) => one.asset === wanted) ?? assets[0];
  const list = useReserves(stateSeq);
  // Finding a signer takes some tens of milliseconds each.
  const reserves = useMemo(() => checkedReserves(publication, list ?? []), [publication, list]);
  if (asset === undefined) return undefined;
  const decimals = decimalsOf(asset.asset);
  const parts = (figure: ReactNode, result: ReactNode): ReactNode => (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-10 pt-4 w1200:grid-cols-[minmax(0,1fr)_376px] w1200:gap-12">
      <section className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-16 font-semibold">
            {t(userId === "" ? own.wayOfVisitor : own.way, { asset: asset.asset })}
          </h2>
          <Segmented
            label={t(m.coin)}
            size="switch"
            items={assets.map((one) => ({ id: one.asset, label: one.asset, testId: `proof-asset-${one.asset}` }))}
            selected={asset.asset}
            onSelect={setWanted}
            className="max-w-full overflow-x-auto"
          />
        </div>
        {figure}
        <p className="max-w-[76ch] text-12 leading-5 text-pretty text-muted">
          {t(own.caption)} {t(own.cut)}
        </p>
      </section>
      {result}
    </div>
  );
  const plain = <PlainTree asset={asset} decimals={decimals} />;
  return (
    <>
      {userId === "" ? (
        parts(plain, <SignInInvite signIn={signIn} />)
      ) : hasLeaves ? (
        <OwnProof
          key={`${stateSeq} ${asset.asset} ${userId}`}
          asset={asset}
          stateSeq={stateSeq}
          userId={userId}
          decimals={decimals}
          reserves={reserves}
        >
          {parts}
        </OwnProof>
      ) : (
        parts(plain, <LeavesGone />)
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-10 pt-6 w1024:grid-cols-[minmax(0,1fr)_376px] w1024:gap-x-12">
        <div className="w1024:col-span-2">
          <CoinTable assets={assets} decimalsOf={decimalsOf} />
        </div>
        <div className="w1024:col-span-2">
          <Reserves publication={publication} reserves={reserves} decimalsOf={decimalsOf} />
        </div>
        <SumParts asset={asset} decimals={decimals} />
        <OfflineCheck fileName={fileNameOf({ asset: asset.asset, stateSeq })} />
      </div>
    </>
  );
}
