import type { ExchangeName, ProposalRow, WatchedMarket } from "@tidemark/contracts";
import { Button, EmptyState, Segmented } from "@tidemark/kit-ui";
import { Link } from "@tanstack/react-router";
import { ChartCandlestick, OctagonX } from "lucide-react";
import { useState } from "react";
import { ExchangeChoice } from "../../lib/exchange-choice.tsx";
import { useKeys, useRowKeys } from "../../lib/keys.ts";
import { PageLoading } from "../../lib/page-loading.tsx";
import { useTexts } from "../../lib/texts.ts";
import { useSession } from "../../session/session.ts";
import { useWatch } from "../../session/watch.ts";
import { waitingTimeText } from "../../lib/waiting-time.ts";
import { type MarketAct, MarketActDialog } from "./market-act.tsx";
import { MarketDetail } from "./market-detail.tsx";
import { m } from "./market-messages.ts";
import { MarketTable } from "./market-table.tsx";
import { maySwitch, statusNames, type SwitchState } from "./market-view.ts";

const readEveryMs = 1_000;
type Kind = "all" | "spot" | "derivatives";

const isOfKind = ({ kind }: WatchedMarket, wanted: Kind): boolean =>
  wanted === "all" || (kind === "SPOT") === (wanted === "spot");
const isStoppable = ({ status }: WatchedMarket): boolean => status === "TRADING" || status === "CANCEL_ONLY";
const statusAsked = ({ call, ask }: ProposalRow): { symbol: string; status: SwitchState } | undefined =>
  call === "operator.setMarketStatus" ? (ask as { symbol: string; status: SwitchState }) : undefined;

function Waiting({ list }: { list: readonly ProposalRow[] }) {
  const t = useTexts();
  return (
    <section className="grid content-start gap-2 border-line w1200:border-t w1200:pt-4">
      <h2 className="text-14 font-semibold">{t(m.waiting)}</h2>
      {list.length === 0 && <p className="text-12 text-muted">{t(m.waitingNone)}</p>}
      {list.map((row) => {
        const { symbol, status } = statusAsked(row)!;
        return (
          <p key={row.id} className="flex items-center justify-between gap-3 text-12">
            <span className="min-w-0 truncate">
              {symbol} → {t(statusNames[status])} <span className="num text-muted">{waitingTimeText(t, row.at)}</span>
            </span>
            <Link to="/proposals" className="font-medium text-brand underline-offset-3 hover:underline">
              {t(m.look)}
            </Link>
          </p>
        );
      })}
    </section>
  );
}

function StopAll({ isDisabled, onPress }: { isDisabled: boolean; onPress: () => void }) {
  const t = useTexts();
  return (
    <section className="grid gap-3 rounded-panel border border-line-strong p-4">
      <h2 className="text-14 font-semibold">{t(m.kill)}</h2>
      <p className="text-12 text-muted">{t(m.killHint)}</p>
      <Button
        look="plain"
        className="bg-ink! text-canvas!"
        isDisabled={isDisabled}
        onPress={onPress}
        data-testid="stop-all"
      >
        <OctagonX aria-hidden size={16} />
        {t(m.stopAll)}
      </Button>
    </section>
  );
}

type KindChoiceProps = { kind: Kind; count: number; onSelect: (kind: Kind) => void };

function KindChoice({ kind, count, onSelect }: KindChoiceProps) {
  const t = useTexts();
  const items = [
    { id: "all", label: t(m.all, { count }) },
    { id: "spot", label: t(m.spot) },
    { id: "derivatives", label: t(m.derivatives) },
  ] as const;
  return <Segmented<Kind> label={t(m.kinds)} size="switch" items={items} selected={kind} onSelect={onSelect} />;
}

/** Every market with its prices, their ages and its status, and what operators do with it. */
export function MarketsPage() {
  const t = useTexts();
  const [exchange, setExchange] = useState<ExchangeName>("REAL");
  const [kind, setKind] = useState<Kind>("all");
  const [selected, select] = useState<string>();
  const [wish, setWish] = useState<MarketAct>();
  const session = useSession().data;
  const { data, isPending, problem, readAgain, onProblem } = useWatch("watchedMarkets", { exchange }, readEveryMs);
  const waiting = useWatch("proposalList", { exchange, state: "WAITING", pageNum: 1, pageSize: 100 }, 3 * readEveryMs);
  const openings = (waiting.data?.list ?? []).filter((row) => statusAsked(row) !== undefined);
  const all = data?.list ?? [];
  const list = all.filter((one) => isOfKind(one, kind));
  const shown = list.find(({ symbol }) => symbol === selected) ?? list[0];
  const isAllowed = session?.roles.includes("markets") === true;
  const wishFor = (one: WatchedMarket | undefined, to: SwitchState): void => {
    if (one !== undefined && isAllowed && maySwitch(one.status, to)) setWish({ one, to });
  };
  useRowKeys(
    list.map(({ symbol }) => symbol),
    shown?.symbol,
    select,
  );
  useKeys({
    c: () => wishFor(shown, "CANCEL_ONLY"),
    h: () => wishFor(shown, "HALT"),
    o: () => wishFor(shown, "TRADING"),
  });
  if (isPending) return <PageLoading />;
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] content-start overflow-auto w1200:grid-cols-[minmax(0,1fr)_264px] w1200:content-stretch w1200:overflow-hidden w1400:grid-cols-[minmax(0,1fr)_320px]">
      <div className="min-w-0 space-y-4 p-5 pb-0 w1200:overflow-auto">
        <div className="flex flex-wrap items-center gap-3">
          <ExchangeChoice value={exchange} onChange={setExchange} />
          <KindChoice kind={kind} count={all.length} onSelect={setKind} />
          <span className="flex-1" />
          <span className="text-12 text-muted">{t(m.holds)}</span>
        </div>
        {shown === undefined || data === undefined ? (
          <EmptyState icon={<ChartCandlestick size={24} />} title={problem ?? t(m.none)} hint={t(m.noneHint)} />
        ) : (
          <>
            <div className="overflow-x-auto">
              <MarketTable
                list={list}
                at={data.at}
                selected={shown.symbol}
                isAllowed={isAllowed}
                onSelect={select}
                onSwitch={wishFor}
              />
            </div>
            <div className="sticky bottom-0 -mx-5 bg-canvas px-5 pt-2 pb-5">
              <MarketDetail
                key={`${exchange} ${shown.symbol}`}
                one={shown}
                at={data.at}
                reopenAfterMs={data.reopenAfterMs}
                isAsked={openings.some((row) => statusAsked(row)?.symbol === shown.symbol)}
                isAllowed={isAllowed}
                onSwitch={(to) => wishFor(shown, to)}
              />
            </div>
          </>
        )}
      </div>
      <aside className="grid content-start gap-5 border-line p-5 max-w1200:order-first max-w1200:grid-cols-2 max-w1200:border-b w1200:overflow-auto w1200:border-s">
        <StopAll isDisabled={!isAllowed || !all.some(isStoppable)} onPress={() => setWish("stopAll")} />
        <Waiting list={openings} />
      </aside>
      {wish !== undefined && (
        <MarketActDialog
          wish={wish}
          exchange={exchange}
          stops={all.filter(isStoppable).length}
          reopenAfterMs={data?.reopenAfterMs ?? 0}
          onClose={() => setWish(undefined)}
          onDone={() => void readAgain()}
          onProblem={onProblem}
        />
      )}
    </div>
  );
}
