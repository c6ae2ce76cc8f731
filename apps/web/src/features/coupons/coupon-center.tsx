import type { CouponRow, CouponTotals } from "@tidemark/contracts";
import { Button, EmptyState, Skeleton, Tabs } from "@tidemark/kit-ui";
import { Ticket } from "lucide-react";
import { type ReactNode, useState } from "react";
import { isInApp } from "../../lib/device/native-bridge.ts";
import { shown, utcDayText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useOwnAmounts } from "../../lib/storage/own-amounts.ts";
import { CouponBank } from "./coupon-bank.tsx";
import { Amount, CouponCard, StatusTag } from "./coupon-card.tsx";
import { CouponDetail } from "./coupon-detail.tsx";
import { CouponTasks } from "./coupon-tasks.tsx";
import { ClaimCoupon } from "./claim-coupon.tsx";
import { ClaimRelease } from "./claim-release.tsx";
import { m } from "./coupon-messages.ts";
import { couponGroups, type CouponTab, countsOf, groupOf, type TradeProduct, tradeProductOf } from "./coupon-rules.ts";
import type { TaskAct } from "./task-rules.ts";
import { useCoupons } from "./use-coupons.ts";

type CouponCenterProps = {
  /** Markets that a trade may be tried with. */
  symbols: readonly string[];
  /** The way to a market of an account; to one of these symbols where the account has one. */
  tradeLink: (product: TradeProduct, symbols: readonly string[]) => ReactNode;
  /** The way to a deposit. */
  deposit: ReactNode;
  /** The way to the contract that a voucher opens a position in; without a symbol any. */
  contractLink: (symbol: string | undefined, text: string) => ReactNode;
  /** The way to where a coupon is earned. */
  taskLink: (act: TaskAct) => ReactNode;
};

/** The user's coupons: those that can be used, those that wait, and those that are over. */
export function CouponCenter({ symbols, tradeLink, deposit, contractLink, taskLink }: CouponCenterProps) {
  const t = useTexts();
  const [group, setGroup] = useState<CouponTab>("all");
  const [openId, setOpenId] = useState<number>();
  const { data, isError, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useCoupons();
  const rows = data?.pages.flatMap(({ list }) => list);
  const totals = data?.pages[0]?.totals;
  const counts = totals === undefined ? undefined : countsOf(totals);
  const listed = rows?.filter((row) => group === "all" || groupOf(row) === group) ?? [];
  const [cards, over] = [
    listed.filter((row) => groupOf(row) !== "finished"),
    listed.filter((row) => groupOf(row) === "finished"),
  ];
  const opened = rows?.find(({ id }) => id === openId);
  const verbOf = (row: CouponRow) => {
    if (row.isClaimable) return <ClaimCoupon id={row.id} />;
    if (groupOf(row) === "finished") return false;
    if (row.release !== undefined && groupOf(row) === "ready")
      return <ClaimRelease id={row.id} amount={row.release.claimable} />;
    if (row.kind === "DEPOSIT" || row.kind === "DEPOSIT_REWARD") return deposit;
    if (row.kind !== "CONTRACT_VOUCHER" || row.status !== "SUCCESS") return tradeLink(tradeProductOf(row), row.symbols);
    return row.use === undefined ? contractLink(row.symbols[0], t(m.use)) : contractLink(row.use.symbol, t(m.trade));
  };
  return (
    <main className="wrap pt-8 pb-20" data-testid="coupon-center">
      <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-4">
        <div>
          {!isInApp() && <h1 className="text-28 leading-tight font-semibold tracking-[-0.02em]">{t(m.title)}</h1>}
          <p className="mt-1 max-w-[60ch] text-14 text-pretty text-muted">{t(m.lead)}</p>
        </div>
        <Totals totals={totals} />
      </div>
      <CouponBank>{deposit}</CouponBank>
      <Tabs
        isPage
        label={t(m.groups)}
        items={couponGroups.map((id) => ({ id, label: t(m[id]), count: counts?.[id] ?? 0 }))}
        selected={group}
        onSelect={setGroup}
        panelId="coupon-list"
        className="mt-4"
      />
      <section id="coupon-list">
        {rows === undefined && !isError && <Skeleton className="mt-4! h-60! w-full">.</Skeleton>}
        {rows === undefined && isError && (
          <EmptyState icon={<Ticket size={24} />} title={t(m.failed)} hint="">
            <Button onPress={() => void refetch()}>{t(m.retry)}</Button>
          </EmptyState>
        )}
        {rows !== undefined && listed.length === 0 && !hasNextPage && (
          <EmptyState icon={<Ticket size={24} strokeWidth={1.5} />} title={t(m.empty)} hint={t(m.emptyHint)} />
        )}
        {cards.length > 0 && (
          <ul className="mt-4 grid gap-4 w768:grid-cols-2 w1200:grid-cols-3">
            {cards.map((row) => (
              <CouponCard key={row.id} row={row} onOpen={() => setOpenId(row.id)} verb={verbOf(row)} />
            ))}
          </ul>
        )}
        {group === "all" && <CouponTasks link={taskLink} />}
        {over.length > 0 && <Finished rows={over} onOpen={setOpenId} />}
        {hasNextPage && (
          <Button className="mt-4" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            {t(m.older)}
          </Button>
        )}
      </section>
      {opened !== undefined && (
        <CouponDetail
          row={opened}
          symbols={symbols}
          onClose={() => setOpenId(undefined)}
          verb={verbOf(opened) || undefined}
        />
      )}
    </main>
  );
}

function Totals({ totals }: { totals: CouponTotals | undefined }) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2" data-testid="coupon-totals">
      {(["usable", "within", "received"] as const).map((id) => (
        <div key={id}>
          <dt className="text-12 text-muted">{t(m[id])}</dt>
          <dd className="text-20 leading-7 font-semibold">
            {totals === undefined ? (
              <Skeleton>00.00</Skeleton>
            ) : (
              <span className="num">{own(shown(totals[id], 2))}</span>
            )}{" "}
            <span className="text-12 font-normal text-muted">USDT</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Coupons that are over are lines, not cards. */
function Finished({ rows, onOpen }: { rows: readonly CouponRow[]; onOpen: (id: number) => void }) {
  const t = useTexts();
  return (
    <>
      <h2 className="mt-10 text-16 font-semibold">{t(m.finished)}</h2>
      <ul className="mt-2 border-t border-line">
        {rows.map((row) => (
          <li
            key={row.id}
            data-testid="coupon-over"
            data-status={row.status}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line py-2.5 text-13"
          >
            <span className="flex items-center gap-2 font-medium">
              {t(m[row.kind])}
              <StatusTag status={row.status} />
            </span>
            <span className="flex items-center gap-4 max-w768:w-full">
              <span className="font-semibold">
                <Amount row={row} />
              </span>
              <span className="date text-12 text-muted">{utcDayText(row.statusAt)}</span>
              <Button
                size="sm"
                look="ghost"
                className="ms-auto"
                onPress={() => onOpen(row.id)}
                data-testid="coupon-details"
              >
                {t(m.details)}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
