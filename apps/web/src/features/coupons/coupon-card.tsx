import type { CouponRow, CouponStatus } from "@tidemark/contracts";
import { Button, Gauge, Tag, type TagTone } from "@tidemark/kit-ui";
import type { ReactNode } from "react";
import { assetText } from "../../lib/format/asset-text.ts";
import { dateText, shown, utcDayText, utcTimeText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./coupon-messages.ts";
import { gaugeOf, ruleOf, shareOf } from "./coupon-rules.ts";
import { HeldFigures } from "./held-figures.tsx";

const tones: Readonly<Record<CouponStatus, TagTone>> = {
  PENDING: "info",
  SUCCESS: "brand",
  FAILED: "warn",
  RECALLED: "warn",
  EXPIRED: "neutral",
  INVALID: "neutral",
  RUN_OUT: "neutral",
  USED_OFF: "neutral",
};

export function StatusTag({ status }: { status: CouponStatus }) {
  const t = useTexts();
  return <Tag tone={tones[status]}>{t(m[status])}</Tag>;
}

export const Amount = ({ row }: { row: CouponRow }) => (
  <>
    <span className="num">{shown(row.bonusAmount, 2)}</span>{" "}
    <span className="text-13 font-normal text-muted">{assetText(row.asset)}</span>
  </>
);

/** How far a coupon is, with its figures. */
export function CouponGauge({ row }: { row: CouponRow }) {
  const t = useTexts();
  const gauge = gaugeOf(row);
  if (gauge === undefined) return null;
  const label = t(m[gauge.label]);
  const [done, total] = [shown(gauge.done, 2), shown(gauge.total, 2)];
  return (
    <div data-testid="coupon-gauge">
      <p className="flex justify-between gap-3 pb-2 text-12">
        <span className="text-muted">{label}</span>
        <span className="num">
          <b className="font-semibold">{done}</b> <span className="text-muted">/ {total}</span>
        </span>
      </p>
      <Gauge label={label} share={shareOf(gauge)} valueText={t(m.ofTotal, { done, total })} kind={gauge.kind} />
    </div>
  );
}

/** The position that a voucher is in use by. */
export function VoucherUse({ row: { use } }: { row: CouponRow }) {
  const t = useTexts();
  if (use === undefined) return null;
  const position = `${use.symbol} ${t(m[use.posSide])} ${use.leverage}×`;
  return (
    <p className="text-12 text-muted" data-testid="coupon-use">
      {t(use.state === "OPEN" ? m.inUse : m.onItsWay, { position })}
      {use.closesAt !== undefined && (
        <span className="block" data-testid="coupon-closes">
          {t(m.closesAt, { time: dateText(use.closesAt) })}
        </span>
      )}
    </p>
  );
}

type CouponCardProps = { row: CouponRow; onOpen: () => void; verb: ReactNode };

/** A coupon that is not over: what it is, what it asks for, how far it is, and the next act. */
export function CouponCard({ row, onOpen, verb }: CouponCardProps) {
  const t = useTexts();
  const date = row.isClaimable
    ? t(m.claimBy, { date: utcTimeText(row.claimBy) })
    : row.distributionAt > 0 && row.status === "PENDING"
      ? t(m.distribution, { date: utcDayText(row.distributionAt) })
      : t(m.ends, { date: utcDayText(row.endAt) });
  return (
    <li
      className="flex flex-col rounded-panel border border-line bg-raised"
      data-testid="coupon"
      data-status={row.status}
    >
      <div className="grid flex-1 content-start gap-2 p-4">
        <p className="flex items-center justify-between gap-3">
          <span className="text-13 font-semibold">{t(m[row.kind])}</span>
          <StatusTag status={row.status} />
        </p>
        <p className="text-28 leading-tight font-semibold tracking-[-0.02em]">
          <Amount row={row} />
        </p>
        <p className="min-h-10 text-13 text-pretty text-muted">{t(m[ruleOf(row)])}</p>
        <CouponGauge row={row} />
        <HeldFigures row={row} />
        <VoucherUse row={row} />
      </div>
      <div className="flex items-center justify-between gap-3 border-t border-dashed border-line px-4 py-3">
        <span className="date text-12 text-muted">{date}</span>
        <span className="flex gap-2">
          <Button size="sm" look="ghost" onPress={onOpen} data-testid="coupon-details">
            {t(m.details)}
          </Button>
          {verb}
        </span>
      </div>
    </li>
  );
}
