import type { CouponRow } from "@tidemark/contracts";
import { Button, Drawer, Skeleton } from "@tidemark/kit-ui";
import type { ReactNode } from "react";
import { accountNames } from "../../lib/accounts/account-messages.ts";
import { dateText, exactText, shown, shownUnits, utcTimeText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { FactList } from "../../lib/markets/fact-list.tsx";
import { Amount, CouponGauge, StatusTag, VoucherUse } from "./coupon-card.tsx";
import { m } from "./coupon-messages.ts";
import { accountsOf, bonusPercent, causeTextOf, sumsOf, termsOf, volumeLeftOf } from "./coupon-rules.ts";
import { HeldFigures } from "./held-figures.tsx";
import { isPaidToWallet } from "./held-rules.ts";
import { CouponSimulator } from "./coupon-simulator.tsx";
import { useCouponFills } from "./use-coupons.ts";

type CouponDetailProps = { row: CouponRow; symbols: readonly string[]; onClose: () => void; verb: ReactNode };

/** Everything about a coupon: its dates, its terms, the fills that were counted, and what a further trade would count. */
export function CouponDetail({ row, symbols, onClose, verb }: CouponDetailProps) {
  const t = useTexts();
  const title = t(m[row.kind]);
  const cause = causeTextOf(row);
  const needsVolume = Number(row.volumeRequirement) > 0;
  const countsVolume = needsVolume || row.release !== undefined;
  const isCounting =
    countsVolume && (row.status === "PENDING" || (row.release !== undefined && row.status === "SUCCESS"));
  return (
    <Drawer
      title={title}
      closeLabel={t(m.close)}
      onClose={onClose}
      size="wide"
      testId="coupon-detail"
      footer={verb}
      head={
        <div>
          <p className="flex items-center gap-2 text-13 text-muted">
            {title}
            <StatusTag status={row.status} />
          </p>
          <p className="text-28 leading-tight font-semibold tracking-[-0.02em]">
            <Amount row={row} />
          </p>
        </div>
      }
    >
      <div className="grid gap-6 px-6 pb-6">
        <div>
          <CouponGauge row={row} />
          <VoucherUse row={row} />
          {row.status === "PENDING" && needsVolume && (
            <p className="mt-2 text-12 text-muted" data-testid="coupon-left">
              {t(m.leftToTrade, { amount: shownUnits(volumeLeftOf(row), 2) })}
            </p>
          )}
          {cause !== undefined && (
            <p
              className={row.status === "USED_OFF" ? "mt-2 text-13 text-muted" : "mt-2 text-13 text-warn"}
              data-testid="coupon-cause"
            >
              {t(m[cause])}
            </p>
          )}
        </div>
        <HeldFigures row={row} />
        <Facts row={row} />
        <section>
          <h3 className="text-13 font-semibold">{t(m.terms)}</h3>
          <ol className="mt-2 grid list-decimal gap-2 ps-5 text-13 text-pretty" data-testid="coupon-terms">
            {termsOf(row).map(([text, values]) => (
              <li key={text}>{t(m[text], values)}</li>
            ))}
          </ol>
        </section>
        {countsVolume && <CouponFills id={row.id} />}
        {isCounting && <CouponSimulator row={row} symbols={symbols} />}
      </div>
    </Drawer>
  );
}

function Facts({ row }: { row: CouponRow }) {
  const t = useTexts();
  const date = (at: number) => <span className="date">{utcTimeText(at)}</span>;
  const sums = sumsOf(row);
  const accounts = accountsOf(row);
  return (
    <FactList
      facts={[
        { label: t(m.granted), value: date(row.startAt) },
        { label: t(m.endsLabel), value: date(row.endAt) },
        ...(row.distributionAt > 0
          ? [
              {
                label: t(m.distributionTime),
                value: <span data-testid="coupon-distribution">{date(row.distributionAt)}</span>,
              },
            ]
          : []),
        { label: t(m.paidTo), value: t(isPaidToWallet(row) ? m.capitalAccount : m.derivatives) },
        ...sums.map(([label, amount]) => ({
          label: t(m[label]),
          value: (
            <span data-testid={`coupon-${label}`}>
              <span className="num">{exactText(amount, 2)}</span> USDT
            </span>
          ),
        })),
        { label: t(m.transferable), value: t(m.no) },
        ...(accounts.length > 0
          ? [
              {
                label: t(m.accounts),
                value: (
                  <span data-testid="coupon-accounts">{accounts.map((id) => t(accountNames[id as 1])).join(", ")}</span>
                ),
              },
            ]
          : []),
        ...(row.symbols.length > 0 ? [{ label: t(m.markets), value: row.symbols.join(", ") }] : []),
      ]}
    />
  );
}

function CouponFills({ id }: { id: number }) {
  const t = useTexts();
  const { data, isError, fetchNextPage, hasNextPage, isFetchingNextPage } = useCouponFills(id);
  const rows = data?.pages.flatMap(({ list }) => list);
  return (
    <section data-testid="coupon-fills">
      <h3 className="text-13 font-semibold">{t(m.fills)}</h3>
      {rows === undefined && (
        <p className="py-2 text-13">{isError ? t(m.failed) : <Skeleton>{t(m.noFills)}</Skeleton>}</p>
      )}
      {rows?.length === 0 && <p className="py-2 text-13 text-muted">{t(m.noFills)}</p>}
      {rows !== undefined && rows.length > 0 && (
        <table className="mt-2 w-full text-12">
          <thead>
            <tr className="border-b border-line text-muted *:not-last:pe-2 *:py-1.5 *:font-normal">
              <th className="text-start">{t(m.time)}</th>
              <th className="text-start">{t(m.market)}</th>
              <th className="text-end">{t(m.traded)}</th>
              <th className="text-end">{t(m.counted)}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id: key, at, symbol, volume, counted, by }) => {
              // Two parts, which stand above each other where the screen is narrow.
              const [day, clock] = dateText(at).slice(5).split(" ");
              const percent = by === "CROSS" ? bonusPercent({ volume, counted }) : undefined;
              return (
                <tr
                  key={key}
                  className="border-b border-line align-top *:not-last:pe-2 *:py-2"
                  data-testid="coupon-fill"
                >
                  <td>
                    <span className="date text-muted">{day}</span> <span className="date text-muted">{clock}</span>
                  </td>
                  <td className="font-medium">{symbol}</td>
                  <td className="text-end">
                    <span className="num text-muted">{shown(volume, 2)}</span>
                  </td>
                  <td className="text-end">
                    <span className="num">{shown(counted, 2)}</span>
                    <br />
                    <span className="text-11 text-muted">
                      {percent === undefined ? t(m[by]) : t(m.byBonus, { percent })}
                    </span>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {hasNextPage && (
        <Button className="mt-3" size="sm" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t(m.older)}
        </Button>
      )}
    </section>
  );
}
